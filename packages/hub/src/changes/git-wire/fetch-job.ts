import type { AdvertisedRef, FetchRequest } from '@portolan/git'
import type { DbLocation } from '../../foundation/db/db.ts'
import type { RepoKey } from '../../uid.ts'

/** Messages from the main thread to a pack thread. */
export type FetchMessage =
  | {
      readonly kind: 'fetch'
      readonly id: number
      readonly location: DbLocation
      readonly repo: RepoKey
      readonly refs: readonly AdvertisedRef[]
      readonly request: FetchRequest
    }
  /** One more piece may be sent: the previous one has been consumed. */
  | { readonly kind: 'taken'; readonly id: number }
  /** Nobody is waiting for the rest. */
  | { readonly kind: 'leave'; readonly id: number }
  /** The database is about to be closed. */
  | { readonly kind: 'close'; readonly id: number; readonly location: DbLocation }

export type FetchReply = { readonly id: number } & (
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string }
)

/** Unconsumed pieces in flight to the main thread: together with {@link pieceBytes}, what a slow client costs. */
export const piecesAhead = 3
/** Short pieces are combined to about this size. Bytes. */
export const pieceBytes = 256 * 1024
