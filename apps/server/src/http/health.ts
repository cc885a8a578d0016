import { setTimeout as delay } from 'node:timers/promises'
import { type DiskState, diskState, type Hub } from '@portolan/hub'
import { type Context, Hono } from 'hono'
import type { Env } from '../env.ts'
import { liveAnswer, readyAnswer } from '../wire/answers.ts'
import { describe } from '../openapi/describe.ts'

/** How long a dependency may take to respond before it counts as unavailable. Milliseconds. */
const timeoutMs = 2_000
/** Health checks are open to anyone, so results are cached for this long. Milliseconds. */
const freshMs = 1_000
/** A hash that no content has. */
const nothing = '0'.repeat(64)

/** `low`: the disk has no room for more content, which is refused; everything else works. `read-only`: the disk has failed, and nothing can be written. */
type State = 'ok' | 'low' | 'read-only' | 'unavailable'

/** Reports whether this server can serve requests, for load balancers and orchestrators. */
export class Health {
  readonly #hub: Hub
  #isDraining = false
  #known: { readonly at: number; readonly checks: Promise<Record<string, State>> } | null = null

  constructor(hub: Hub) {
    this.#hub = hub
  }

  /** Marks the server as not ready from now on, so that it gets no new work. */
  drain(): void {
    this.#isDraining = true
  }

  /** `live`: the process responds. `ready`: it can reach its database and its storage, and is not shutting down. */
  get routes(): Hono<Env> {
    const ready = async (c: Context<Env>) => {
      const { status, checks } = await this.state()
      const headers = { 'Cache-Control': 'no-store', ...(status === 'ok' ? {} : { 'Retry-After': '5' }) }
      return c.json({ status, checks }, status === 'ok' ? 200 : 503, headers)
    }
    return new Hono<Env>()
      .get('/api/health/live', describe({ summary: 'Whether the process responds', answer: liveAnswer }), (c) =>
        c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }),
      )
      .get('/api/health/ready', describe({ summary: 'Whether the server can serve requests', answer: readyAnswer }), ready)
      .get('/api/health', describe({ summary: 'Whether the server can serve requests', answer: readyAnswer }), ready)
  }

  /** What `ready` says. */
  async state(): Promise<{ status: 'ok' | 'draining' | 'unavailable'; checks: Record<string, State> }> {
    const checks = await this.#checks()
    const works = Object.values(checks).every((state) => state === 'ok' || state === 'low')
    const status = this.#isDraining ? 'draining' : works ? 'ok' : 'unavailable'
    return { status, checks }
  }

  #checks(): Promise<Record<string, State>> {
    if (this.#known === null || performance.now() - this.#known.at > freshMs) this.#known = { at: performance.now(), checks: this.#check() }
    return this.#known.checks
  }

  async #check(): Promise<Record<string, State>> {
    const [database, storage, disk] = await Promise.all([
      inTime(this.#hub.db.read.selectFrom('setting').select('name').limit(1).execute()),
      inTime(this.#hub.rawBlobs.stat(nothing)),
      diskState(this.#hub).catch(() => null),
    ])
    return {
      database: this.#hub.db.isWritable ? database : 'unavailable',
      storage,
      ...(disk === null ? {} : { disk: diskCheck(disk) }),
    }
  }
}

function diskCheck({ isReadOnly, isLow }: DiskState): State {
  if (isReadOnly) return 'read-only'
  return isLow ? 'low' : 'ok'
}

async function inTime(work: Promise<unknown>): Promise<State> {
  return Promise.race([
    work.then(
      () => 'ok' as const,
      () => 'unavailable' as const,
    ),
    delay(timeoutMs, 'unavailable' as const, { ref: false }),
  ])
}
