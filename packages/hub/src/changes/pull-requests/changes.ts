import type { Oid } from '@portolan/git'
import { type Discussion, pullRequestRef } from '../../community/discussions/index.ts'
import { readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { mergeCommits } from '../merge/index.ts'
import { asSystem, type Readable } from '../../repository/access/index.ts'
import { divergence, mergeBase } from '../../repository/revisions/index.ts'

/** The state of a pull request's changes. */
export interface PullRequestState {
  /** The commit its changes are compared with: where it diverged from its base. */
  readonly from: Oid | null
  /** Its last commit; `null` when its ref is gone. */
  readonly head: Oid | null
  /** The head of the target branch; `null` when the branch is gone. */
  readonly baseHead: Oid | null
  /** Commits only on the pull request, newest first. */
  readonly commits: readonly Oid[]
  /** Paths with conflicts. Empty unless it is open. */
  readonly conflicts: readonly string[]
  /** There is something to merge, and no conflict. */
  readonly isMergeable: boolean
}

/** What a pull request would change, and whether it can be merged. For a merged one: what it changed. */
export async function pullRequestState(hub: Hub, repo: Readable, discussion: Discussion): Promise<PullRequestState> {
  const ref = await readRef(hub.db.read, repo.id, pullRequestRef(discussion.num))
  const baseHead = discussion.baseRef === null ? null : await readRef(hub.db.read, repo.id, discussion.baseRef)
  if (discussion.status === 'merged' && discussion.headOid !== null && discussion.baseOid !== null) {
    const { headOid: head, baseOid } = discussion
    const { ahead } = await divergence(hub, repo, head, baseOid)
    return { from: await mergeBase(hub, repo, baseOid, head), head, baseHead, commits: ahead, conflicts: [], isMergeable: false }
  }
  const head = ref
  const base = baseHead ?? discussion.baseOid
  if (head === null || base === null) return { from: base, head, baseHead, commits: [], conflicts: [], isMergeable: false }
  const { ahead } = await divergence(hub, repo, head, base)
  if (discussion.status === 'closed' || baseHead === null || ahead.length === 0)
    return { from: await mergeBase(hub, repo, base, head), head, baseHead, commits: ahead, conflicts: [], isMergeable: false }
  // Nothing about the contents is revealed except which paths differ.
  const merge = await mergeCommits(hub, asSystem(repo), baseHead, head)
  const isMergeable = merge.conflicts.length === 0 && merge.changes.length > 0 && discussion.status === 'open'
  return { from: merge.base, head, baseHead, commits: ahead, conflicts: merge.conflicts, isMergeable }
}
