import { availableParallelism } from 'node:os'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { errorCodes, type ErrorCode, HubError } from '@portolan/contract'
import { type Oid, oidFromBytes, PackError, type SpooledPack, type StoredObject } from '@portolan/git'
import { ThreadJobError, ThreadPool, WorkerError } from '@portolan/sandbox'
import type { ListedFile } from '../commits/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { WithContent } from '../../repository/access/index.ts'
import type { PushJob, PushMessage, PushQuestions, PushVerdict } from './push-job.ts'
import { PushRefused } from './push-refused.ts'
import { type LandingObjects, pageItems, type PushWork } from './push-work.ts'
import type { PushedPackOptions } from './pushed-pack.ts'
import type { PushedTip } from './walk-pack.ts'

const pool = new ThreadPool<PushJob, PushVerdict>({
  module: new URL('./push-worker.ts', import.meta.url),
  name: 'pushes',
  threads: availableParallelism() > 4 ? 3 : 2,
  // Packs that wait are on the disk; the server limits how many arrive at once.
  waiting: 30,
  heapMb: 1_024,
  jobMs: 15 * 60_000,
  idleMs: 300_000,
})
const oidBytes = 20

/** Pushes of a hub in threads. A hub that closes ends them: their connections must not outlive its database. */
class RunningPushes implements AsyncDisposable {
  readonly #closing = new AbortController()
  readonly #jobs = new Set<Promise<unknown>>()

  run(job: (closing: AbortSignal) => Promise<PushVerdict>): Promise<PushVerdict> {
    const running = job(this.#closing.signal).finally(() => this.#jobs.delete(running))
    this.#jobs.add(running)
    return running
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new HubError('hub.busy', { message: 'The hub is closing', retryAfter: 5 }))
    await Promise.allSettled(this.#jobs)
  }
}
const runningPushes = hubState('running-pushes', () => new RunningPushes())

/** Starts a thread, unless there is one: a large push has begun to arrive. */
export function warmThreads(): void {
  pool.warm()
}

/**
 * Examines a push in a thread. Repos take turns.
 * @throws {PackError}; {PushRefused}; {HubError} `git.busy` when too many wait already; the signal's reason
 */
export async function workInThread(
  hub: Hub,
  repo: WithContent,
  spooled: SpooledPack,
  options: PushedPackOptions,
  { signal, onResolved }: { signal: AbortSignal | undefined; onResolved: (done: number, total: number) => void },
): Promise<PushWork> {
  const { port1, port2 } = new MessageChannel()
  const task = { location: hub.db.location, repo, spooled, options, port: port2 }
  const job = runningPushes(hub).run((closing) =>
    pool.run(repo.uid, task, { signal: signal === undefined ? closing : AbortSignal.any([signal, closing]), transfer: [port2] }),
  )
  const talk = new Talk(port1, job, onResolved)
  try {
    const { tips, bytes } = await talk.examined
    return new ThreadWork(hub, talk, tips, bytes)
  } catch (error) {
    await talk[Symbol.asyncDispose]()
    throw error
  }
}

class ThreadWork implements PushWork {
  readonly tips: ReadonlyMap<Oid, PushedTip>
  readonly bytes: number
  readonly #hub: Hub
  readonly #talk: Talk

  constructor(hub: Hub, talk: Talk, tips: ReadonlyMap<Oid, PushedTip>, bytes: number) {
    this.#hub = hub
    this.#talk = talk
    this.tips = tips
    this.bytes = bytes
  }

  pointers(): AsyncGenerator<PushQuestions['pointers']['answer']> {
    return pages((from) => this.#talk.ask('pointers', { from }))
  }

  async card(commit: Oid): Promise<Buffer | null> {
    const bytes = await this.#talk.ask('card', { commit })
    return bytes === null ? null : toBuffer(bytes)
  }

  isDescendant(from: Oid, to: Oid): Promise<boolean> {
    return this.#talk.ask('descendant', { from, to })
  }

  async filesOf(commit: Oid): Promise<ListedFile[]> {
    const files: ListedFile[] = []
    for await (const page of pages((from) => this.#talk.ask('files', { commit, from }))) files.push(...page)
    return files
  }

  async body(oid: Oid): Promise<Buffer> {
    return toBuffer(await this.#talk.ask('body', { oid }))
  }

  async land(tips: readonly Oid[]): Promise<LandingObjects> {
    const { outside, loss } = await this.#talk.ask('unstored', { tips })
    while (await this.#hub.db.writeAside(() => this.#talk.ask('store', {})));
    return { objects: [], ahead: { outside: { [Symbol.iterator]: () => oidsIn(outside) }, loss, again: () => this.#again(tips) } }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#talk[Symbol.asyncDispose]()
  }

  async *#again(tips: readonly Oid[]): AsyncGenerator<StoredObject> {
    await this.#talk.ask('unstored', { tips })
    for (let batch = await this.#talk.ask('batch', {}); batch !== null; batch = await this.#talk.ask('batch', {}))
      for (const object of batch) yield { ...object, z: toBuffer(object.z) }
  }
}

/** The conversation with the thread about one push. When the job ends early, so does everything that waits for it. */
class Talk implements AsyncDisposable {
  readonly examined: Promise<{ readonly tips: ReadonlyMap<Oid, PushedTip>; readonly bytes: number }>
  readonly #port: MessagePort
  readonly #job: Promise<unknown>
  readonly #failed: Promise<never>
  readonly #waiting = new Map<number, (answer: never) => void>()
  #next = 1

  constructor(port: MessagePort, job: Promise<PushVerdict>, onResolved: (done: number, total: number) => void) {
    this.#port = port
    this.#job = job
    this.#failed = job.then(
      (verdict) => Promise.reject(errorOfVerdict(verdict)),
      (error: unknown) => Promise.reject(errorOf(error)),
    )
    // Nobody may be waiting for it.
    this.#failed.catch(() => {})
    const { promise, resolve } = Promise.withResolvers<Awaited<Talk['examined']>>()
    this.examined = Promise.race([promise, this.#failed])
    port.on('message', (message: PushMessage) => {
      if (message.kind === 'resolved') onResolved(message.done, message.total)
      else if (message.kind === 'examined') resolve(message)
      else {
        this.#waiting.get(message.id)?.(message.answer as never)
        this.#waiting.delete(message.id)
      }
    })
  }

  ask<Kind extends keyof PushQuestions>(kind: Kind, ask: PushQuestions[Kind]['ask']): Promise<PushQuestions[Kind]['answer']> {
    const { promise, resolve } = Promise.withResolvers<PushQuestions[Kind]['answer']>()
    const id = this.#next++
    this.#waiting.set(id, resolve)
    this.#port.postMessage({ id, kind, ...ask })
    return Promise.race([promise, this.#failed])
  }

  /** Resolves when the thread has let go of the pack. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#port.close()
    await this.#job.catch(() => {})
  }
}

function errorOfVerdict(verdict: PushVerdict): Error {
  if (verdict === null) return new Error('The thread has let go of the push')
  return verdict.kind === 'unreadable' ? new PackError(verdict.message) : new PushRefused(verdict.reason, verdict.lines)
}

/** What a failed job means to its caller. */
function errorOf(error: unknown): unknown {
  if (error instanceof ThreadJobError) {
    const { code, details } = error.properties as { code?: unknown; details?: Record<string, unknown> }
    if (typeof code !== 'string') return error
    if (Object.hasOwn(errorCodes, code)) return new HubError(code as ErrorCode, { message: error.message, ...details }, { cause: error })
    return Object.assign(error, { code })
  }
  if (!(error instanceof WorkerError)) return error
  if (error.fault === 'busy' || error.fault === 'stopped') return new HubError('git.busy', { retryAfter: 30 }, { cause: error })
  if (error.fault === 'timeout') return new PackError('the pack takes too long to unpack; push in smaller steps')
  if (error.fault === 'out-of-memory') return new PackError('the pack needs too much memory; push in smaller steps')
  return error
}

async function* pages<T>(page: (from: number) => Promise<readonly T[]>): AsyncGenerator<readonly T[]> {
  for (let from = 0; ; from += pageItems) {
    const items = await page(from)
    if (items.length > 0) yield items
    if (items.length < pageItems) return
  }
}

function* oidsIn(bytes: Uint8Array): Generator<Oid> {
  for (let at = 0; at < bytes.length; at += oidBytes) yield oidFromBytes(bytes.subarray(at, at + oidBytes))
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
