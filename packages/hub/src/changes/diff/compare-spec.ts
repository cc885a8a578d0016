import { HubError } from '@portolan/contract'
import type { Oid } from '@portolan/git'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../../repository/access/index.ts'
import { defaultBranch, getCommit, mergeBase, resolveRevision } from '../../repository/revisions/index.ts'

/** Two revisions to compare, as callers write them. */
export interface CompareSpec {
  readonly from: string
  readonly to: string
  /** `...`: since the two diverged, instead of between them. */
  readonly sinceMergeBase: boolean
}

/** A resolved spec. */
export interface ResolvedCompare extends CompareSpec {
  /** The base commit: a revision's, the merge base, or `null` for nothing at all (the parent of a first commit). */
  readonly base: Oid | null
  /** The commit of `from`. */
  readonly fromOid: Oid | null
  readonly head: Oid
}

/** Parses `a..b`, `a...b` and `a^..a`. An omitted side is the default branch. @throws {HubError} `query.invalid` */
export function parseCompareSpec(spec: string): CompareSpec {
  // A branch name cannot contain two consecutive dots, so this is unambiguous.
  const match = /^(.*?)(?<!\.)(\.{2,3})(?!\.)(.*)$/s.exec(spec)
  const [, from = '', dots = '', to = ''] = match ?? []
  if (!match || to.includes('..'))
    throw new HubError('query.invalid', { message: 'A comparison must have the form rev1..rev2 or rev1...rev2', parameter: 'spec' })
  return { from: from || defaultBranch, to: to || defaultBranch, sinceMergeBase: dots === '...' }
}

/** Resolves the commits of a comparison. @throws {HubError} `revision.not_found`, `compare.unrelated` */
export async function resolveCompare(hub: Hub, repo: Readable, spec: CompareSpec): Promise<ResolvedCompare> {
  const fromOid = await commitOf(hub, repo, spec.from)
  const head = await commitOf(hub, repo, spec.to)
  if (head === null) throw new HubError('revision.not_found', { message: `Revision not found: ${spec.to}`, revision: spec.to })
  if (!spec.sinceMergeBase || fromOid === null) return { ...spec, base: fromOid, fromOid, head }
  const base = await mergeBase(hub, repo, fromOid, head)
  if (base === null) throw new HubError('compare.unrelated', { message: `${spec.from} and ${spec.to} have no commit in common` })
  return { ...spec, base, fromOid, head }
}

/** The commit of a revision, or of its first parent when it ends in `^`; `null` for the parent of a commit without one. */
async function commitOf(hub: Hub, repo: Readable, revision: string): Promise<Oid | null> {
  const parent = revision.endsWith('^')
  const { commitOid } = await resolveRevision(hub, repo, parent ? revision.slice(0, -1) : revision)
  return parent ? ((await getCommit(hub, repo, commitOid)).parents[0] ?? null) : commitOid
}
