import type { Repo } from './repo.ts'

/** The kinds of access to a repo: its metadata; its files; writing; administering it; seeing, or deciding, who has access to its gated files. */
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

/** A repo for which the caller's access has been checked. Only the checks produce it: `canRead` and its kin, `requireAccess`, `requireRepo`. */
export type Checked<Need extends RepoNeed, R = Repo> = R & { readonly [checked]: Rights[Need] }

/** A repo the caller may see: its metadata, which includes the names in its trees and its history. */
export type Readable<R = Repo> = Checked<'read', R>

/** A repo whose files the caller may access: not those held back by gating, and never those of a disabled repo. */
export type WithContent<R = Repo> = Checked<'content', R>

/** A repo the caller may commit to. This includes access to its files. */
export type Writable<R = Repo> = Checked<'write', R>

/**
 * A repo for the hub's own work: nobody's permissions are checked, so the result must not reveal anything to a caller who may not see it.
 * The only way around the checks; state at each use why it is correct.
 */
export function asSystem<R extends Repo>(repo: R): WithContent<R> {
  return repo as WithContent<R>
}
