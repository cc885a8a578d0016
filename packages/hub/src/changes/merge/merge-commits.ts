import type { Oid } from '@portolan/git'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { getCommit, historyOf } from '../../repository/revisions/index.ts'
import { mergeTrees, type TreeMerge } from './merge-trees.ts'

/** Maximum merge bases to try; beyond that, the result is unknown. */
const maxBases = 4

export interface CommitMerge extends TreeMerge {
  /** The newest of the best common ancestors; `null` when the histories are unrelated. */
  readonly base: Oid | null
}

/** Commits never change, and neither does the result of merging them. */
const mergeCache = hubCache<CommitMerge>('merges', {
  max: 500,
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ changes, conflicts, objects }) =>
    1_000 + 300 * (changes.length + conflicts.length) + objects.reduce((sum, { z }) => sum + z.length, 0),
})

/**
 * The best common ancestors of two commits: those that are not ancestors of each other, newest first. There is more than one where histories cross
 * (criss-cross).
 */
export async function mergeBases(hub: Hub, repo: WithContent, one: Oid, other: Oid): Promise<Oid[]> {
  const theirs = new Set(await historyOf(hub, repo, other))
  const common = (await historyOf(hub, repo, one)).filter((oid) => theirs.has(oid))
  const bases: Oid[] = []
  const older = new Set<Oid>()
  // Children come before their parents, and every ancestor of a common commit is also common.
  for (const oid of common) {
    if (!older.has(oid)) bases.push(oid)
    for (const parent of (await getCommit(hub, repo, oid)).parents) older.add(parent)
  }
  return bases
}

/**
 * The changes `theirs` brings to `ours` since the two diverged. Criss-cross histories have several bases: the merge is computed from each of them, and any
 * disagreement is a conflict. So the result of a merge never depends on an arbitrary choice of base.
 */
export async function mergeCommits(hub: Hub, repo: WithContent, ours: Oid, theirs: Oid): Promise<CommitMerge> {
  const known = mergeCache(hub)
  const key = cacheKey(repo.uid, ours, theirs)
  const found = known.get(key)
  if (found) return found
  const bases = await mergeBases(hub, repo, ours, theirs)
  const merge = await mergeFrom(hub, repo, bases, ours, theirs)
  known.set(key, merge)
  return merge
}

async function mergeFrom(hub: Hub, repo: WithContent, bases: readonly Oid[], ours: Oid, theirs: Oid): Promise<CommitMerge> {
  const [ourTree, theirTree] = [(await getCommit(hub, repo, ours)).tree, (await getCommit(hub, repo, theirs)).tree]
  const treeOf = async (base: Oid | undefined) => (base === undefined ? null : (await getCommit(hub, repo, base)).tree)
  const first = await mergeTrees(hub, repo, await treeOf(bases[0]), ourTree, theirTree)
  const conflicts = new Set(first.conflicts)
  for (const base of bases.slice(1, maxBases)) {
    const other = await mergeTrees(hub, repo, await treeOf(base), ourTree, theirTree)
    for (const path of [...other.conflicts, ...differing(first, other)]) conflicts.add(path)
  }
  if (bases.length > maxBases) for (const { path } of first.changes) conflicts.add(path)
  return { ...first, base: bases[0] ?? null, conflicts: [...conflicts].sort() }
}

/** Paths on which two merges disagree. */
function differing(one: TreeMerge, other: TreeMerge): string[] {
  const text = ({ item }: TreeMerge['changes'][number]) => (item === null ? '' : `${item.mode} ${item.oid}`)
  const [a, b] = [one, other].map(({ changes }) => new Map(changes.map((change) => [change.path, text(change)])))
  return [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].filter((path) => a?.get(path) !== b?.get(path))
}
