import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './foundation/blobs/blob-store.ts'
import { guardBlobs } from './foundation/blobs/guarded-blob-store.ts'
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
import { BackgroundWork } from './foundation/schedule/index.ts'

/** Opens the hub on its data folder: database (migrated), blobs. Creates nothing outside the folder. */
export async function openHub(config: HubConfig, log: Logger): Promise<Hub> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  // The bucket first: it either works or not, whereas an open database would have to be closed again.
  const store = await openBlobs(config)
  try {
    const db =
      config.databaseUrl === null
        ? await openSqlite(join(config.dataDir, 'hub.db'))
        : await openPostgres(config.databaseUrl, { statementMs: config.databaseTimeoutMs })
    return await hubFrom({ config, log, db, now: () => new Date(), randomBytes, store })
  } catch (error) {
    store.close()
    throw error
  }
}

/** Opens the store for large files given by the settings. @throws {BucketProblem} when the bucket cannot be used */
export async function openBlobs({ dataDir, s3 }: HubConfig): Promise<BlobStore & { close(): void }> {
  if (s3 !== null) return openS3BlobStore(s3)
  return Object.assign(await openDiskBlobStore(join(dataDir, 'blobs'), join(dataDir, 'uploads')), { close() {} })
}

/** Builds a hub around an open database; the seam where tests inject their clock and randomness. */
export async function hubFrom(parts: {
  config: HubConfig
  log: Logger
  db: Db
  now: () => Date
  randomBytes: (length: number) => Buffer
  /** Opened from `config` if omitted. */
  store?: BlobStore & { close(): void }
}): Promise<Hub> {
  await using stack = new AsyncDisposableStack()
  stack.defer(() => parts.db.close())
  const { store = await openBlobs(parts.config), ...rest } = parts
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
    states,
    background,
    blobs: guardBlobs(parts.db, store, parts.now),
    rawBlobs: store,
    newId: () => parts.randomBytes(12).toString('hex'),
    close,
    [Symbol.asyncDispose]: close,
  }
  return hub
}
