import type { Repo } from './repo.ts'

/** What somebody wants of a repo: its metadata; its files; to write; to administer it; to see, or decide, who has its gated files. */
export type RepoNeed = 'read' | 'content' | 'write' | 'admin' | 'access.read' | 'access.write'

declare const checked: unique symbol

interface Rights {
  readonly read: { readonly read: true }
  readonly content: { readonly read: true; readonly content: true }
  readonly write: { readonly read: true; readonly content: true; readonly write: true }
  readonly admin: { readonly read: true }
  readonly 'access.read': { readonly read: true }
  readonly 'access.write': { readonly read: true }
}

/** A repo of which somebody checked that the caller may use it so. Only the checks give it: `canRead` and its kin, `requireAccess`, `requireRepo`. */
export type Checked<Need extends RepoNeed, R = Repo> = R & { readonly [checked]: Rights[Need] }

/** A repo that the caller may know of: its metadata, which are the names in its trees and its history, too. */
export type Readable<R = Repo> = Checked<'read', R>

/** A repo whose files the caller may have: what gating keeps back, and nobody has of a disabled one. */
export type WithContent<R = Repo> = Checked<'content', R>

/** A repo that the caller may commit to. Whoever may, has its files. */
export type Writable<R = Repo> = Checked<'write', R>

/**
 * A repo for work that the hub does on its own account: nobody's rights are asked, so what comes of it must not tell a caller anything that they may not have.
 * The one way around the checks; say at each use why it is right.
 */
export function asSystem<R extends Repo>(repo: R): WithContent<R> {
  return repo as WithContent<R>
}
