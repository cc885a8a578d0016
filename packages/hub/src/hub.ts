import type { BlobStore } from './blobs/blob-store.ts'
import type { HubConfig } from './config.ts'
import type { Db, Tx } from './db/db.ts'
import type { Logger } from './logger.ts'

/**
 * Everything a service needs, as values. One per process, made by `openHub` (production) or `openTestHub` (tests).
 * Only clock, ids, randomness and the outside world are replaceable; nothing of ours is mocked.
 */
export interface Hub extends AsyncDisposable {
  readonly config: HubConfig
  readonly db: Db
  readonly blobs: BlobStore
  /** The store without the guard that keeps uploads and removals apart: the collector's, and tests'. */
  readonly rawBlobs: BlobStore
  readonly log: Logger
  now(): Date
  /** A fresh public id: 24 lower-case hex digits. */
  newId(): string
  /** `length` cryptographically random bytes. */
  randomBytes(length: number): Buffer
  close(): Promise<void>
}

/**
 * The hub as a transaction sees it: what reads, reads through the transaction. A read of its own would take a second connection of the pool; when all are
 * taken by transactions that want another one, nobody goes on.
 */
export function insideOf(hub: Hub, tx: Tx): Hub {
  return { ...hub, db: { ...hub.db, read: tx } }
}
