import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultHubConfig, type HubConfig } from '../config.ts'
import type { Dialect } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import { silentLogger } from '../logger.ts'
import { hubFrom } from '../open-hub.ts'
import { openFreshPostgres, openFreshSqlite } from './fresh-database.ts'

export { openTestBucket, testS3Url } from './test-bucket.ts'
export { importGit } from './import-git.ts'
export { WordEngine } from './word-engine.ts'

/** Postgres that tests may use, a database for each hub. Started by the test runner; see `docs/map.md`. */
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
  if (options.database === 'postgres' && testPostgresUrl === null) throw new Error('PORTOLAN_TEST_POSTGRES_URL is not set')
  const { db, release } =
    options.database === 'postgres' && testPostgresUrl !== null
      ? await openFreshPostgres(testPostgresUrl)
      : { db: await openFreshSqlite(join(dataDir, 'hub.db')), release: async () => {} }
  let time = testEpoch.getTime()
  const config: HubConfig = { ...defaultHubConfig, dataDir, ...options.config }
  const hub = await hubFrom({ config, log: silentLogger, db, now: () => new Date(time), randomBytes })
  const close = async () => {
    await hub.close()
    await rm(dataDir, { recursive: true, force: true })
    await release()
  }
  return { ...hub, close, [Symbol.asyncDispose]: close, tick: (ms) => (time += ms) }
}
