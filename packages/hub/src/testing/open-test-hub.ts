import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { defaultHubConfig, type HubConfig } from '../config.ts'
import type { Db, Dialect } from '../db/db.ts'
import { openPostgres } from '../db/open-postgres.ts'
import { openSqlite } from '../db/open-sqlite.ts'
import type { Hub } from '../hub.ts'
import { silentLogger } from '../logger.ts'
import { hubFrom } from '../open-hub.ts'

export { openTestBucket, testS3Url } from './test-bucket.ts'
export { importGit } from './import-git.ts'
export { WordEngine } from './word-engine.ts'

/** Postgres that tests may use, a schema per test. Started by the test runner; see `docs/map.md`. */
export const testPostgresUrl = process.env['PORTOLAN_TEST_POSTGRES_URL'] ?? null

/** The engines to run a suite on: `describe.for(databases)(…)`. Without Postgres the runner names what was skipped. */
export const databases: readonly Dialect[] = testPostgresUrl === null ? ['sqlite'] : ['sqlite', 'postgres']

/** A hub of its own in a fresh folder and a fresh database, with a clock that a test can move; gone on dispose. */
export interface TestHub extends Hub {
  /** Moves the clock forward. Milliseconds. */
  tick(ms: number): void
}

/** The first instant of every test's clock. */
export const testEpoch = new Date('2026-01-02T03:04:05.000Z')

export async function openTestHub(options: { database?: Dialect; config?: Partial<HubConfig> } = {}): Promise<TestHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-test-'))
  const schema = `t_${randomBytes(8).toString('hex')}`
  const url = testPostgresUrl
  const onPostgres = options.database === 'postgres'
  if (onPostgres && url === null) throw new Error('PORTOLAN_TEST_POSTGRES_URL is not set')
  const db = onPostgres && url !== null ? await openFreshSchema(url, schema) : await openSqlite(join(dataDir, 'hub.db'))
  let time = testEpoch.getTime()
  const config: HubConfig = { ...defaultHubConfig, dataDir, ...options.config }
  const hub = await hubFrom({ config, log: silentLogger, db, now: () => new Date(time), randomBytes })
  const close = async () => {
    await hub.close()
    await rm(dataDir, { recursive: true, force: true })
    if (onPostgres && url !== null) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`drop schema if exists "${schema}" cascade`)
      await client.end()
    }
  }
  return { ...hub, close, [Symbol.asyncDispose]: close, tick: (ms) => (time += ms) }
}

/**
 * The migrator looks at the tables of every schema, and that look fails when another test drops its own at that moment.
 */
async function openFreshSchema(url: string, schema: string): Promise<Db> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openPostgres(url, { schema, maxConnections: 4 })
    } catch (error) {
      if (attempt === 5 || !/does not exist|could not open relation/.test(String(error))) throw error
    }
  }
}
