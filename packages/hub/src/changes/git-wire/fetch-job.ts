import type { AdvertisedRef, FetchRequest } from '@portolan/git'
import type { DbLocation } from '../../foundation/db/db.ts'
import type { RepoKey } from '../../uid.ts'

/** What the main thread asks of a thread that makes packs. */
export type FetchMessage =
  | {
      readonly kind: 'fetch'
      readonly id: number
      readonly location: DbLocation
      readonly repo: RepoKey
      readonly refs: readonly AdvertisedRef[]
      readonly request: FetchRequest
    }
  /** One more piece may come: the one before has been taken. */
  | { readonly kind: 'taken'; readonly id: number }
  /** Nobody waits for the rest. */
  | { readonly kind: 'leave'; readonly id: number }
  /** The database is about to be closed. */
  | { readonly kind: 'close'; readonly id: number; readonly location: DbLocation }

export type FetchReply = { readonly id: number } & (
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'failed'; readonly message: string }
)

/** Pieces on their way to the main thread that it has not taken: together with {@link pieceBytes} what a slow client costs. */
export const piecesAhead = 3
/** Short pieces are put together to about so much. Bytes. */
export const pieceBytes = 256 * 1024
