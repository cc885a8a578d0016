import { HubError } from '@portolan/contract'
import { encodeCommit, folderMode, makeObject, type Oid, type StoredObject } from '@portolan/git'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import type { CommitResult } from './create-commit.ts'
import { factsOfTree } from './facts-of-tree.ts'
import { runSerialized } from './run-serialized.ts'
import { updateRefs, RefMovedError } from './update-refs.ts'
import { TreeEditor } from './tree-editor.ts'
import { readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey } from '../../hub-cache.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { type MergeChange, mergeTrees, type TreeMerge } from '../merge/index.ts'
import { type Repo, requireAccess, type WithContent } from '../../repository/access/index.ts'
import { signatureOf } from '../../repository/repos/index.ts'
import { type CommitInfo, defaultBranch, factsOfBlobs, getCommit, itemsBelow, resolveRevision } from '../../repository/revisions/index.ts'
import { requireValidCard } from './require-valid-card.ts'

const maxAttempts = 8
/** Maximum number of paths listed in an error. */
const maxNamed = 20

/**
 * Reverts a commit on a branch by adding a new commit: a three-way merge from the commit to its first parent, so later changes by others
 * survive. If the lines have changed again since, it is a conflict and nothing is written.
 * @param input.branch where the new commit goes; it need not contain the old one
 * @throws {HubError} `revert.conflict` with the paths, `revert.nothing`, `revert.first_commit`, `revision.not_found`, `revision.not_a_branch`,
 *   `commit.invalid_card`, `commit.lfs_missing`, `commit.conflict`
 */
export async function revertCommit(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  input: { oid: string; branch: string },
): Promise<Omit<CommitResult, 'pullRequest'>> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const { commitOid } = await resolveRevision(hub, repo, input.oid)
  const commit = await getCommit(hub, repo, commitOid)
  const { ref } = await resolveRevision(hub, repo, input.branch)
  if (ref === null || !ref.startsWith('refs/heads/'))
    throw new HubError('revision.not_a_branch', { message: `${input.branch} is not a branch`, revision: input.branch })
  const [parentOid] = commit.parents
  if (parentOid === undefined) throw new HubError('revert.first_commit')
  const parent = await getCommit(hub, repo, parentOid)
  return runSerialized(hub, cacheKey(repo.uid, ref), async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      try {
        return await revertOnce(hub, user, repo, { ref, commit, parent })
      } catch (error) {
        if (!(error instanceof RefMovedError)) throw error
      }
    }
    throw new HubError('commit.conflict')
  })
}

async function revertOnce(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  { ref, commit, parent }: { ref: string; commit: CommitInfo; parent: CommitInfo },
): Promise<Omit<CommitResult, 'pullRequest'>> {
  const head = await readRef(hub.db.read, repo.id, ref)
  if (head === null) throw new HubError('revision.not_found', { revision: ref })
  const headTree = (await getCommit(hub, repo, head)).tree
  const merge = await mergeTrees(hub, repo, commit.tree, headTree, parent.tree)
  refuseConflicts(merge)
  const lfs = await restoredLargeFiles(hub, user, repo, merge.changes)
  const editor = new TreeEditor(hub, repo)
  await editor.open(headTree)
  // Deletions come first, to make room for additions.
  for (const { path, item } of merge.changes) if (item === null) await editor.remove(path, 'entry')
  for (const { path, item } of merge.changes) if (item !== null) await editor.put(path, item.oid, item.mode)
  const fresh = new Map<Oid, StoredObject>(merge.objects.map((object) => [object.oid, object]))
  await requireValidCard(hub, repo, editor, fresh, merge.changes)
  const { tree, objects: trees } = await editor.write()
  // Somebody may have taken it back by hand.
  if (tree === headTree) throw new HubError('revert.nothing')
  const author = signatureOf(user, hub.now())
  const message = `Revert "${commit.title}"\n\nThis reverts commit ${commit.oid}.\n`
  const object = makeObject('commit', encodeCommit({ tree, parents: [head], author, committer: author, message }))
  const described = ref === `refs/heads/${defaultBranch}` ? await factsOfTree(hub, repo, editor, fresh) : null
  const objects = [...merge.objects, ...trees, object]
  await hub.db.write((tx) =>
    updateRefs(tx, hub, user.name, repo, { changes: [{ ref, from: head, to: object.oid }], objects, lfs: [...lfs], described }),
  )
  return { commitOid: object.oid, parentOid: head, changed: true }
}

function refuseConflicts({ conflicts }: TreeMerge): void {
  if (conflicts.length === 0) return
  const shown = conflicts.slice(0, maxNamed).join(', ')
  throw new HubError('revert.conflict', {
    message: `Later commits changed the same lines: ${shown}${conflicts.length > maxNamed ? ` and ${conflicts.length - maxNamed} more` : ''}`,
    conflicts: conflicts.slice(0, 1_000),
  })
}

/** Large files to restore. Their content may have been deleted in the meantime, so there may be nothing to restore. */
async function restoredLargeFiles(hub: Hub, user: UserActor, repo: WithContent, changes: readonly MergeChange[]): Promise<Set<string>> {
  const blobs: { path: string; oid: Oid }[] = []
  for (const { path, item } of changes) {
    if (item === null || item.mode === '160000') continue
    if (item.mode !== folderMode) blobs.push({ path, oid: item.oid })
    else
      for (const below of await itemsBelow(hub, repo, item.oid, path))
        if (below.item.mode !== folderMode && below.item.mode !== '160000') blobs.push({ path: below.path, oid: below.item.oid })
  }
  const facts = await factsOfBlobs(
    hub,
    repo,
    blobs.map(({ oid }) => oid),
  )
  const wanted = blobs.flatMap(({ path, oid }) => {
    const lfs = facts.get(oid)?.lfs
    return lfs ? [{ path, sha256: lfs.sha256 }] : []
  })
  const found = new Set<string>()
  for (let at = 0; at < wanted.length; at += 1_000) {
    const usable = await usableObjects(
      hub.db.read,
      repo.id,
      user.userId,
      wanted.slice(at, at + 1_000).map(({ sha256 }) => sha256),
    )
    for (const sha256 of usable.keys()) found.add(sha256)
  }
  for (const { path, sha256 } of wanted)
    if (!found.has(sha256))
      throw new HubError('commit.lfs_missing', {
        message: `The large file for ${path} is no longer stored (sha256 ${sha256})`,
        path,
        sha256,
      })
  return found
}
