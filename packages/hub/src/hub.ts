import type { BlobStore } from './foundation/blobs/blob-store.ts'
import type { HubConfig } from './config.ts'
import type { Db, Tx } from './foundation/db/db.ts'
import type { HubStates } from './hub-state.ts'
import type { Logger } from './logger.ts'
import type { BackgroundWork, Machine } from './foundation/schedule/index.ts'

/**
 * Everything a service needs, as values. A process may have several. Created by `openHub` (production) or `openTestHub` (tests).
 * Only clock, ids, randomness and external systems are replaceable; nothing of ours is mocked.
 */
export interface Hub extends AsyncDisposable {
  readonly config: HubConfig
  readonly db: Db
  readonly blobs: BlobStore
  /** The store without the guard that separates uploads from removals: for garbage collection and tests. */
  readonly rawBlobs: BlobStore
  readonly log: Logger
  /** What services cache, initialize and count for this hub: see `hubState` and `hubCache`. */
  readonly states: HubStates
  /** Jobs that continue after their caller has left; closing waits for them. */
  readonly background: BackgroundWork
  now(): Date
  readonly machine: Machine
  /** A new public id: 24 lower-case hex digits. */
  newId(): string
  /** `length` cryptographically random bytes. */
  randomBytes(length: number): Buffer
  close(): Promise<void>
}

/**
 * The hub as seen by a transaction: all reads go through the transaction. A separate read would need a second connection from the pool; when all of them are
 * taken by transactions waiting for another one, that is a deadlock.
 */
export function insideOf(hub: Hub, tx: Tx): Hub {
  return { ...hub, db: { ...hub.db, read: tx } }
}
