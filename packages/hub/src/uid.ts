declare const uidOf: unique symbol

/**
 * The public id of a row, which no other row of any hub ever has; a row id may be that of another row when the first is gone. What is remembered, signed or
 * given out about a row names it by this.
 */
export type Uid<Of extends string = string> = string & { readonly [uidOf]: Of }

export type RepoUid = Uid<'repo'>
export type AccountUid = Uid<'account'>

/** An account: its row, and the name to remember it by. */
export interface AccountKey {
  readonly id: number
  readonly uid: AccountUid
}

/** A repo for functions below `repos`: the row to look in, and the name to remember it by. */
export interface RepoKey {
  readonly id: number
  readonly uid: RepoUid
}
