declare const uidOf: unique symbol

/**
 * The public id of a row, unique across all hubs; a row id may be reused once the row is gone. Anything cached, signed or
 * issued about a row must use this.
 */
export type Uid<Of extends string = string> = string & { readonly [uidOf]: Of }

export type RepoUid = Uid<'repo'>
export type AccountUid = Uid<'account'>

/** An account: its row id, and its uid for use as a key. */
export interface AccountKey {
  readonly id: number
  readonly uid: AccountUid
}

/** A repo, for functions below `repos`: its row id, and its uid for use as a key. */
export interface RepoKey {
  readonly id: number
  readonly uid: RepoUid
}
