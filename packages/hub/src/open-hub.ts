import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDiskBlobStore } from './blobs/disk-blob-store.ts'
import type { HubConfig } from './config.ts'
import type { Db } from './db/db.ts'
import { openPostgres } from './db/open-postgres.ts'
import { openSqlite } from './db/open-sqlite.ts'
import type { Hub } from './hub.ts'
import type { Logger } from './logger.ts'

/** Opens the hub on its data folder: database (migrated), blobs. Creates nothing outside the folder. */
export async function openHub(config: HubConfig, log: Logger): Promise<Hub> {
  await mkdir(config.dataDir, { recursive: true })
  const db = config.databaseUrl === null ? await openSqlite(join(config.dataDir, 'hub.db')) : await openPostgres(config.databaseUrl)
  return hubFrom({ config, log, db, now: () => new Date(), randomBytes })
}

/** Builds a hub around an open database; the seam where tests put their clock and their randomness. */
export async function hubFrom(parts: {
  config: HubConfig
  log: Logger
  db: Db
  now: () => Date
  randomBytes: (length: number) => Buffer
}): Promise<Hub> {
  const blobs = await openDiskBlobStore(join(parts.config.dataDir, 'blobs'))
  const close = () => parts.db.close()
  return {
    ...parts,
    blobs,
    newId: () => parts.randomBytes(12).toString('hex'),
    close,
    [Symbol.asyncDispose]: close,
  }
}
