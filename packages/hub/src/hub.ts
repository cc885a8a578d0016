import type { BlobStore } from './foundation/blobs/blob-store.ts'
import type { HubConfig } from './config.ts'
import type { Db, Tx } from './foundation/db/db.ts'
import type { HubStates } from './hub-state.ts'
import type { Logger } from './logger.ts'
import type { BackgroundWork } from './foundation/schedule/index.ts'

/**
 * Everything a service needs, as values. One per process, made by `openHub` (production) or `openTestHub` (tests).
 * Only clock, ids, randomness and the outside world are replaceable; nothing of ours is mocked.
 */
export interface Hub extends AsyncDisposable {
  readonly config: HubConfig
  readonly db: Db
  readonly blobs: BlobStore
  /** The store without the guard that keeps uploads and removals apart: garbage collection's, and tests'. */
  readonly rawBlobs: BlobStore
  readonly log: Logger
  /** What services remember, set up and count for this hub: see `hubState` and `hubCache`. */
  readonly states: HubStates
  /** Work that goes on when its caller has left; closing waits for it. */
  readonly background: BackgroundWork
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
