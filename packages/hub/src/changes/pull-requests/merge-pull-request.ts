import { HubError } from '@portolan/contract'
import { encodeCommit, makeObject, objectBody, type Oid, oidToBytes, parseCommit, type Signature, type StoredObject } from '@portolan/git'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import { factsOfTree, requireValidCard, runSerialized, updateRefs, RefMovedError, TreeEditor } from '../commits/index.ts'
import {
  checkText,
  type Discussion,
  findMentions,
  pullRequestRef,
  requireDiscussion,
  requireParticipant,
  writeEvent,
} from '../../community/discussions/index.ts'
import { readObject, readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey } from '../../hub-cache.ts'
import { type CommitMerge, mergeCommits } from '../merge/index.ts'
import { notify } from '../../community/notifications/index.ts'
import { type Repo, requireAccess, type WithContent } from '../../repository/access/index.ts'
import { signatureOf } from '../../repository/repos/index.ts'
import { defaultBranch, divergence, getCommit, getCommits } from '../../repository/revisions/index.ts'

/** How often a merge is retried because the base has moved. */
const maxAttempts = 8
/** Maximum commits listed in a merge message. */
const maxListed = 50

/**
 * Merges a pull request into its base as one commit (a squash): the base's history stays linear, the author of the pull request becomes the commit's
 * author, and the user who merges its committer. Ref, objects, facts, status and events land in one transaction: of two concurrent merges, one fails.
 * @param comment posted as a separate comment
 * @returns the commit
 * @throws {HubError} `pull_request.conflict` with the paths, `pull_request.not_open` (also for drafts), `pull_request.nothing_to_merge`,
 *   `commit.invalid_card`, `revision.not_found` when a ref is gone, `commit.conflict` when the base keeps moving
 */
export async function mergePullRequest(hub: Hub, actor: Actor, repo: Repo, num: number, comment: string | null): Promise<Oid> {
  requireAccess(actor, repo, 'write')
  const user = await requireParticipant(hub, actor, repo)
  const raw = comment === null ? '' : checkText(comment, 'comment', { mayBeEmpty: true })
  const mentioned = await findMentions(hub, repo, raw)
  const first = requireMergeable(await requireDiscussion(hub.db.read, repo, num))
  return runSerialized(hub, cacheKey(repo.uid, first.baseRef), async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const discussion = requireMergeable(await requireDiscussion(hub.db.read, repo, num))
      try {
        return await mergeOnce(hub, user, repo, discussion, { raw, mentioned })
      } catch (error) {
        if (!(error instanceof RefMovedError)) throw error
      }
    }
    throw new HubError('commit.conflict')
  })
}

type PullRequest = Discussion & { readonly baseRef: string }

function requireMergeable(discussion: Discussion): PullRequest {
  const { num, status, baseRef } = discussion
  if (baseRef === null) throw new HubError('discussion.not_found', { message: `Discussion ${num} is not a pull request` })
  if (status !== 'open')
    throw new HubError('pull_request.not_open', {
      message: status === 'draft' ? `Pull request ${num} is a draft; open it first` : `Pull request ${num} is already ${status}`,
    })
  return { ...discussion, baseRef }
}

async function mergeOnce(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  discussion: PullRequest,
  said: { raw: string; mentioned: readonly string[] },
): Promise<Oid> {
  const { num, baseRef } = discussion
  const base = await requireRef(hub, repo, baseRef)
  const head = await requireRef(hub, repo, pullRequestRef(num))
  const merge = await mergeCommits(hub, repo, base, head)
  if (merge.conflicts.length > 0) {
    const shown = merge.conflicts.slice(0, 20).join(', ')
    throw new HubError('pull_request.conflict', {
      message: `These files changed on both sides: ${shown}${merge.conflicts.length > 20 ? ` and ${merge.conflicts.length - 20} more` : ''}`,
      conflicts: merge.conflicts.slice(0, 1_000),
    })
  }
  if (merge.changes.length === 0) throw new HubError('pull_request.nothing_to_merge')
  const { commit, objects, described } = await build(hub, user, repo, discussion, { base, head, merge })
  await hub.db.write(async (tx) => {
    // Lock the row first, so that concurrent merges, closes and commits are serialized.
    const done = await tx
      .updateTable('discussion')
      .set({ status: 'merged', base_oid: oidToBytes(base), head_oid: oidToBytes(head), merge_oid: oidToBytes(commit) })
      .where('id', '=', discussion.id)
      .where('status', '=', 'open')
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n) throw new HubError('pull_request.not_open', { message: `Pull request ${num} is no longer open` })
    if ((await readRef(tx, repo.id, pullRequestRef(num))) !== head) throw new RefMovedError(pullRequestRef(num))
    await updateRefs(tx, hub, user.name, repo, { changes: [{ ref: baseRef, from: base, to: commit }], objects, lfs: [], described })
    if (said.raw.trim() !== '') await writeEvent(tx, hub, user, repo, discussion, { type: 'comment', raw: said.raw })
    const { uid } = await writeEvent(tx, hub, user, repo, discussion, { type: 'status-change', data: { status: 'merged', oid: commit } })
    await notify(tx, hub, { actor: user, repo, discussionId: discussion.id, eventUid: uid, mentioned: said.mentioned })
  })
  return commit
}

async function build(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  discussion: PullRequest,
  { base, head, merge }: { base: Oid; head: Oid; merge: CommitMerge },
) {
  const editor = new TreeEditor(hub, repo)
  await editor.open((await getCommit(hub, repo, base)).tree)
  // Deletions come first, to make room for additions.
  for (const { path, item } of merge.changes) if (item === null) await editor.remove(path, 'entry')
  for (const { path, item } of merge.changes) if (item !== null) await editor.put(path, item.oid, item.mode)
  const fresh = new Map<Oid, StoredObject>(merge.objects.map((object) => [object.oid, object]))
  await requireValidCard(hub, repo, editor, fresh, merge.changes)
  const { tree, objects: trees } = await editor.write()
  const committer = signatureOf(user, hub.now())
  const author = await authorOf(hub, repo, head, discussion, committer)
  const message = await messageOf(hub, repo, discussion, base, head)
  const commit = makeObject('commit', encodeCommit({ tree, parents: [base], author, committer, message }))
  const described = discussion.baseRef === `refs/heads/${defaultBranch}` ? await factsOfTree(hub, repo, editor, fresh) : null
  return { commit: commit.oid, objects: [...merge.objects, ...trees, commit], described }
}

/** The user who opened the pull request; if that account is gone, the author of its last commit. */
async function authorOf(hub: Hub, repo: WithContent, head: Oid, { author }: Discussion, committer: Signature): Promise<Signature> {
  if (author) return { ...signatureOf(author, hub.now()) }
  const object = await readObject(hub.db.read, repo.id, head)
  return object?.type === 'commit' ? { ...parseCommit(objectBody(object)).author, date: committer.date } : committer
}

/** `title (#3)`, followed by the list of commits when there are several. */
async function messageOf(hub: Hub, repo: WithContent, { title, num }: Discussion, base: Oid, head: Oid): Promise<string> {
  const { ahead } = await divergence(hub, repo, head, base)
  const shown = ahead.slice(0, maxListed)
  const commits = await getCommits(hub, repo, shown)
  const lines = shown.toReversed().map((oid) => `- ${commits.get(oid)?.title ?? ''} (${oid})`)
  if (ahead.length > shown.length) lines.unshift(`- ${ahead.length - shown.length} earlier commits`)
  return `${title} (#${num})\n\n${lines.join('\n')}\n`
}

async function requireRef(hub: Hub, repo: WithContent, ref: string): Promise<Oid> {
  const oid = await readRef(hub.db.read, repo.id, ref)
  if (oid === null) throw new HubError('revision.not_found', { message: `${ref} no longer exists`, revision: ref })
  return oid
}
