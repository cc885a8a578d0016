import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres, type TestPostgres } from '../../scripts/test/postgres.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'

/*
 * Postgres restarts, goes away, loses single connections, or freezes while a server is in use. The server keeps running, responds with 503 and
 * Retry-After in the meantime, loses nothing that it acknowledged, and works again within seconds of Postgres.
 */
const bin = process.env['PORTOLAN_POSTGRES_BIN']
const seconds = 3

describe.skipIf(bin === undefined)('a server whose Postgres fails', () => {
  let postgres: TestPostgres
  let hub: BootedHub
  beforeAll(async () => {
    postgres = await startPostgres(bin ?? '')
    hub = await bootHub({ PORTOLAN_DATABASE_URL: postgres.url, PORTOLAN_DATABASE_TIMEOUT_SECONDS: String(seconds), PORTOLAN_ENGINE: 'off' })
    await ok('/api/repos/create', { type: 'model', name: 'tides' })
  })
  afterAll(async () => {
    postgres.signal('SIGCONT')
    await hub[Symbol.asyncDispose]()
    postgres.stop()
  })

  const send = (path: string, json?: object) =>
    hub.fetch(
      path,
      json === undefined ? {} : { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) },
    )
  async function ok(path: string, json?: object): Promise<unknown> {
    const answer = await send(path, json)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  /** Reads and writes from several clients until it is disposed of. Records what was acknowledged, and every other response. */
  function load() {
    const acknowledged: string[] = []
    const others = new Map<string, number>()
    const run = { on: true, count: 0 }
    const note = async (answer: Response) => {
      const { code = '' } = (await answer.json()) as { code?: string }
      const key = `${answer.status} ${code} ${answer.headers.get('retry-after') !== null}`
      others.set(key, (others.get(key) ?? 0) + 1)
    }
    const client = async (writes: boolean) => {
      while (run.on) {
        const name = `t${run.count++}-${process.hrtime.bigint()}`
        const answer = writes ? await send('/api/repos/create', { type: 'model', name }) : await send('/api/models/ada/tides')
        if (!answer.ok) await note(answer)
        else if (writes) acknowledged.push(name)
        await answer.body?.cancel().catch(() => {})
        await delay(5)
      }
    }
    const clients = [true, true, false, false, false, false].map(client)
    return {
      acknowledged,
      others,
      async end() {
        run.on = false
        await Promise.all(clients)
      },
    }
  }

  /** Waits until the server works again. @returns how long that took; milliseconds */
  async function recovery(): Promise<number> {
    const begin = performance.now()
    await vi.waitFor(() => ok('/api/models/ada/tides'), { timeout: 60_000, interval: 50 })
    await vi.waitFor(() => ok('/api/repos/create', { type: 'model', name: `again-${process.hrtime.bigint()}` }), {
      timeout: 60_000,
      interval: 50,
    })
    return performance.now() - begin
  }

  async function expectNothingLost(acknowledged: readonly string[]): Promise<void> {
    expect(acknowledged.length).toBeGreaterThan(0)
    for (const name of acknowledged) expect((await send(`/api/models/${admin.name}/${name}`)).status).toBe(200)
  }

  const only503 = (others: ReadonlyMap<string, number>) => [...others.keys()].filter((key) => key !== '503 database.unavailable true')

  test.for(['fast', 'immediate'] as const)('lives through a restart that is %s', async (mode) => {
    const work = load()
    await delay(500)
    await postgres.restart(mode, 1_000)
    const took = await recovery()
    await delay(300)
    await work.end()
    expect(hub.isAlive).toBe(true)
    expect([...work.others.values()].length).toBeGreaterThan(0)
    expect(only503(work.others)).toEqual([])
    expect(took).toBeLessThan(60_000)
    await expectNothingLost(work.acknowledged)
  })

  test('lives when its connections are terminated, again and again, under load', async () => {
    const work = load()
    const operator = new pg.Client({ connectionString: postgres.url })
    await operator.connect()
    let ended = 0
    for (let i = 0; i < 20; i++) {
      await delay(100)
      const { rowCount } = await operator.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() order by random() limit $1',
        [i % 2 === 0 ? 1 : 100],
      )
      ended += rowCount ?? 0
    }
    await operator.end()
    await recovery()
    await work.end()
    expect(ended).toBeGreaterThan(20)
    expect(hub.isAlive).toBe(true)
    expect(only503(work.others)).toEqual([])
    await expectNothingLost(work.acknowledged)
  })

  test('answers while Postgres is frozen, and works again when it is not', async () => {
    const work = load()
    await delay(300)
    postgres.signal('SIGSTOP')
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await send('/api/models/ada/tides')).status))
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await fetch(`${hub.url}/api/health/live`)).status).toBe(200)
    expect((await fetch(`${hub.url}/api/health/ready`)).status).toBe(503)
    postgres.signal('SIGCONT')
    await recovery()
    await vi.waitFor(async () => expect((await fetch(`${hub.url}/api/health/ready`)).status).toBe(200), { timeout: 60_000 })
    await work.end()
    expect(hub.isAlive).toBe(true)
    expect(only503(work.others)).toEqual([])
    await expectNothingLost(work.acknowledged)
  })

  test('ends when it is asked to, even while Postgres is frozen', async () => {
    postgres.signal('SIGSTOP')
    try {
      const asked = performance.now()
      await hub.stop()
      expect(performance.now() - asked).toBeLessThan(60_000)
    } finally {
      postgres.signal('SIGCONT')
    }
  })
})
