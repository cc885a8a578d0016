import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HubConfig } from '../config.ts'
import type { Dialect } from '../foundation/db/db.ts'
import { openPostgres } from '../foundation/db/open-postgres.ts'
import type { Hub } from '../hub.ts'
import type { Machine } from '../foundation/schedule/index.ts'
import { type Logger, silentLogger } from '../logger.ts'
import { hubFrom } from '../open-hub.ts'
import { openFreshPostgres, openFreshSqlite } from './fresh-database.ts'
import { testHubConfig } from './test-hub-config.ts'
import { VirtualClock } from './virtual-clock.ts'

export { clearCaches } from '../hub-cache.ts'
export { appCode } from './app-code.ts'
export { anotherProcess } from './another-process.ts'
export { openTestBucket, testS3Url } from './test-bucket.ts'
export { importGit } from './import-git.ts'
export { newPostgresDatabase } from './new-postgres-database.ts'
export { reuseRowIds } from './reuse-row-ids.ts'
export { countRows, openHubToRecord, openRelease, recordRelease, releases, tablesOf } from './release-hub.ts'
export { slowStatement } from './slow-statement.ts'
export { testHubConfig } from './test-hub-config.ts'
export { VirtualClock } from './virtual-clock.ts'
export { WordEngine } from './word-engine.ts'

/** Postgres server for tests, with a database per hub. Started by the test runner; see `docs/map.md`. */
export const testPostgresUrl = process.env['PORTOLAN_TEST_POSTGRES_URL'] ?? null

/** The engines to run a suite on: `describe.for(databases)(…)`. Without Postgres, the test runner lists what was skipped. */
export const databases: readonly Dialect[] = testPostgresUrl === null ? ['sqlite'] : ['sqlite', 'postgres']

/** A separate hub in a new folder and a new database, with a clock that tests can move; deleted on dispose. */
export interface TestHub extends Hub {
  /** Moves the clock forward. Milliseconds. Timers only fire when it is advanced. */
  tick(ms: number): void
}

/** The start time of every test's clock. */
export const testEpoch = new Date('2026-01-02T03:04:05.000Z')

/** @param options.config the caller removes its folder, if it has one */
export async function openTestHub(
  options: { database?: Dialect | undefined; config?: Partial<HubConfig>; clock?: VirtualClock; log?: Logger; machine?: Machine } = {},
): Promise<TestHub> {
  const { clock = new VirtualClock(testEpoch.getTime()), log = silentLogger } = options
  const ownFolder = options.config?.dataDir === undefined ? await mkdtemp(join(tmpdir(), 'portolan-test-')) : null
  const config: HubConfig = { ...testHubConfig(ownFolder ?? ''), ...options.config }
  if (options.database === 'postgres' && testPostgresUrl === null) throw new Error('PORTOLAN_TEST_POSTGRES_URL is not set')
  const { db, release } =
    options.database === 'postgres' && testPostgresUrl !== null
      ? await openFreshPostgres(testPostgresUrl)
      : { db: await openFreshSqlite(join(config.dataDir, 'hub.db')), release: async () => {} }
  const hub = await hubFrom({
    config,
    log,
    db,
    now: () => new Date(clock.now()),
    randomBytes,
    ...(options.machine && { machine: options.machine }),
  })
  const close = async () => {
    await hub.close()
    if (ownFolder !== null) await rm(ownFolder, { recursive: true, force: true })
    await release()
  }
  return { ...hub, close, [Symbol.asyncDispose]: close, tick: (ms) => clock.skip(ms) }
}

/** A second hub on another one's Postgres database and folder, like a second server process. */
export async function openSecondHub({ config, log, db, now }: TestHub): Promise<Hub> {
  if (db.location.dialect !== 'postgres') throw new Error('several servers need Postgres')
  const { url, schema } = db.location
  const own = await openPostgres(url, { ...(schema === null ? {} : { schema }), maxConnections: 4 })
  return hubFrom({ config, log, db: own, now, randomBytes })
}
