import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { releaseBallast, requireDisk } from './foundation/blobs/disk-reserve.ts'
import type { BlobStore } from './foundation/blobs/blob-store.ts'
import { guardBlobs } from './foundation/blobs/guarded-blob-store.ts'
import { observeBlobs } from './foundation/blobs/observe-blobs.ts'
import { openDiskBlobStore } from './foundation/blobs/disk-blob-store.ts'
import { openS3BlobStore } from './foundation/blobs/s3-blob-store.ts'
import type { HubConfig } from './config.ts'
import type { Db } from './foundation/db/db.ts'
import { openPostgres } from './foundation/db/open-postgres.ts'
import { openSqlite } from './foundation/db/open-sqlite.ts'
import { endFetches } from './changes/git-wire/index.ts'
import type { Hub } from './hub.ts'
import { HubStates } from './hub-state.ts'
import type { Logger } from './logger.ts'
import { BackgroundWork, type Machine, thisMachine } from './foundation/schedule/index.ts'

/** Opens the hub on its data folder: database (migrated), blobs. Creates nothing outside the folder. */
export async function openHub(config: HubConfig, log: Logger): Promise<Hub> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await releaseBallast(config.dataDir)
  // The bucket first: it either works or not, whereas an open database would have to be closed again.
  const store = await openBlobs(config, log)
  try {
    const db =
      config.databaseUrl === null
        ? await openSqlite(join(config.dataDir, 'hub.db'))
        : await openPostgres(config.databaseUrl, { statementMs: config.databaseTimeoutMs })
    return await hubFrom({ config, log, db, now: () => new Date(), machine: thisMachine(() => clockOf(db)), randomBytes, store })
  } catch (error) {
    store.close()
    throw error
  }
}

/** `null` for SQLite, which has no clock of its own. */
async function clockOf(db: Db): Promise<number | null> {
  if (db.dialect === 'sqlite') return null
  const { rows } = await sql<{ now: string | number }>`select extract(epoch from clock_timestamp()) * 1000 as now`.execute(db.read)
  return Number(rows[0]?.now)
}

/** Opens the store for large files given by the settings. @throws {BucketProblem} when the bucket cannot be used */
export async function openBlobs({ dataDir, s3 }: HubConfig, log?: Logger): Promise<BlobStore & { close(): void }> {
  if (s3 !== null) {
    return openS3BlobStore(s3, ({ available, reason }) => {
      if (available) log?.info('the bucket responds again', { bucket: s3.bucket })
      else log?.warn('the bucket does not respond; requests for large files get 503', { bucket: s3.bucket, reason })
    })
  }
  return Object.assign(await openDiskBlobStore(join(dataDir, 'blobs'), join(dataDir, 'uploads')), { close() {} })
}

/** Builds a hub around an open database; the seam where tests inject their clock and randomness. */
export async function hubFrom(parts: {
  config: HubConfig
  log: Logger
  db: Db
  now: () => Date
  /** Agrees with `now` if omitted. */
  machine?: Machine
  randomBytes: (length: number) => Buffer
  /** Opened from `config` if omitted. */
  store?: BlobStore & { close(): void }
}): Promise<Hub> {
  await using stack = new AsyncDisposableStack()
  stack.defer(() => parts.db.close())
  const agreeing: Machine = { uptimeMs: () => parts.now().getTime(), boot: 'test', databaseNow: async () => null }
  const { store = await openBlobs(parts.config, parts.log), machine = agreeing, ...rest } = parts
  stack.defer(() => store.close())
  const states: HubStates = new HubStates(() => hub)
  stack.use(states)
  stack.defer(() => endFetches(parts.db))
  const background = stack.use(new BackgroundWork({ log: parts.log }))
  // Disposes in the reverse order, each step even if an earlier one throws.
  const opened = stack.move()
  const close = () => opened.disposeAsync()
  const hub: Hub = {
    ...rest,
    machine,
    states,
    background,
    blobs: guardBlobs(parts.db, observeBlobs(store, parts.config.s3 === null ? 'disk' : 's3'), parts.now, (bytes) =>
      requireDisk(hub, parts.config.s3 === null ? bytes : 0),
    ),
    rawBlobs: store,
    newId: () => parts.randomBytes(12).toString('hex'),
    close,
    [Symbol.asyncDispose]: close,
  }
  return hub
}
