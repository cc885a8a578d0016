import { HubError } from '@portolan/contract'
import { type Actor, missingPermission, type UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { moveRef, readRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { notify } from '../notifications/index.ts'
import { canWrite, type Repo, requireAccess } from '../../repository/access/index.ts'
import { mayModerate, requireParticipant } from './access.ts'
import { type Discussion, pullRequestRef, requireDiscussion } from './discussion.ts'
import { refuseLocked } from './comments.ts'
import { findMentions } from './mentions.ts'
import { checkText, checkTitle } from './text.ts'
import { type NewEvent, writeEvent } from './write-event.ts'

/** Changes the title of a discussion. Allowed for its author and anyone with write access to the repo. @returns the event's id */
export async function renameDiscussion(hub: Hub, actor: Actor, repo: Repo, num: number, asked: string): Promise<string> {
  const title = checkTitle(asked)
  return change(hub, actor, repo, num, 'author', async (tx, discussion) => {
    if (discussion.title === title) throw new HubError('discussion.unchanged', { message: 'The discussion already has this title' })
    await tx.updateTable('discussion').set({ title }).where('id', '=', discussion.id).execute()
    return { type: 'title-change', data: { from: discussion.title, to: title } }
  })
}

/**
 * Closes a discussion, reopens it, or marks a draft pull request as ready (`open`). Allowed for its author and anyone with write access to the repo.
 * @param input.comment posted as a separate comment
 * @returns the event's id
 * @throws {HubError} `discussion.unchanged`, also for a merged pull request
 */
export async function changeStatus(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  num: number,
  input: { status: 'open' | 'closed'; comment?: string | null },
): Promise<string> {
  const { status } = input
  const raw = input.comment ? checkText(input.comment, 'comment', { mayBeEmpty: true }) : ''
  const mentioned = await findMentions(hub, repo, raw)
  return change(hub, actor, repo, num, 'author', async (tx, discussion, user) => {
    if (discussion.status === 'merged')
      throw new HubError('discussion.unchanged', { message: 'The status of a merged pull request cannot be changed' })
    if (discussion.status === status) throw new HubError('discussion.unchanged', { message: `The discussion is already ${status}` })
    if (status === 'open' && discussion.isPullRequest && (await readRef(tx, repo.id, pullRequestRef(num))) === null)
      throw new HubError('pull_request.not_open', { message: 'The commits of this pull request were deleted; open a new one' })
    if (raw.trim() !== '') {
      refuseLocked(user, repo, discussion)
      const { uid } = await writeEvent(tx, hub, user, repo, discussion, { type: 'comment', raw })
      await notify(tx, hub, { actor: user, repo, discussionId: discussion.id, eventUid: uid, mentioned })
    }
    const done = await tx
      .updateTable('discussion')
      .set({ status })
      .where('id', '=', discussion.id)
      .where('status', '=', discussion.status)
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n)
      throw new HubError('commit.conflict', { message: 'Someone else changed the discussion; reload and try again' })
    return { type: 'status-change', data: { status } }
  })
}

/** Pins a discussion to the top of the list, or unpins it. Requires write access to the repo. */
export async function pinDiscussion(hub: Hub, actor: Actor, repo: Repo, num: number, isPinned: boolean): Promise<void> {
  await change(hub, actor, repo, num, 'writer', async (tx, discussion) => {
    if (discussion.isPinned === isPinned) return null
    await tx
      .updateTable('discussion')
      .set({ pinned: isPinned ? 1 : 0 })
      .where('id', '=', discussion.id)
      .execute()
    return { type: 'pinning-change', data: { pinned: isPinned } }
  })
}

/** Locks a discussion, so that only users with write access to the repo may comment, or unlocks it. */
export async function lockDiscussion(hub: Hub, actor: Actor, repo: Repo, num: number, isLocked: boolean): Promise<void> {
  await change(hub, actor, repo, num, 'writer', async (tx, discussion) => {
    if (discussion.isLocked === isLocked) return null
    await tx
      .updateTable('discussion')
      .set({ locked: isLocked ? 1 : 0 })
      .where('id', '=', discussion.id)
      .execute()
    return { type: 'locking-change', data: { locked: isLocked } }
  })
}

/** Deletes a discussion with all its comments, and the ref of a pull request; its number is never reused. Allowed for the repo's administrators. */
export async function deleteDiscussion(hub: Hub, actor: Actor, repo: Repo, num: number): Promise<void> {
  requireAccess(actor, repo, 'admin')
  const by = actor.kind === 'user' ? actor.name : null
  await hub.db.write(async (tx) => {
    const discussion = await requireDiscussion(tx, repo, num)
    await dropRef(tx, hub, by, repo, num)
    await tx.deleteFrom('discussion').where('id', '=', discussion.id).execute()
    await recordEvent(tx, hub, { topic: 'discussion.deleted', actor: by, repoId: repo.id, payload: { num } })
  })
}

/** Deletes the ref of a closed or merged pull request. Allowed for its author and anyone with write access to the repo. */
export async function deletePullRequestRef(hub: Hub, actor: Actor, repo: Repo, num: number): Promise<void> {
  await change(hub, actor, repo, num, 'author', async (tx, discussion, user) => {
    if (!discussion.isPullRequest) throw new HubError('discussion.not_found', { message: `Discussion ${num} is not a pull request` })
    if (discussion.status === 'open' || discussion.status === 'draft')
      throw new HubError('pull_request.not_open', { message: 'Close the pull request first' })
    if (!(await dropRef(tx, hub, user.name, repo, num)))
      throw new HubError('revision.not_found', { message: `${pullRequestRef(num)} no longer exists` })
    return { type: 'ref-deletion', data: { ref: pullRequestRef(num) } }
  })
}

/** Turns discussions and pull requests of a repo off or on. Existing ones remain and can be read. */
export async function setDiscussionsDisabled(hub: Hub, actor: Actor, repo: Repo, isDisabled: boolean): Promise<void> {
  requireAccess(actor, repo, 'admin')
  const disabled = isDisabled ? 1 : 0
  await hub.db.write((tx) =>
    tx
      .insertInto('discussion_repo')
      .values({ repo_id: repo.id, disabled })
      .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ disabled }))
      .execute(),
  )
}

async function dropRef(tx: Tx, hub: Hub, by: string | null, repo: Repo, num: number): Promise<boolean> {
  const ref = pullRequestRef(num)
  const head = await readRef(tx, repo.id, ref)
  if (head === null) return false
  if (!(await moveRef(tx, repo.id, ref, head, null))) throw new HubError('commit.conflict')
  await recordEvent(tx, hub, { topic: 'ref.deleted', actor: by, repoId: repo.id, payload: { ref, oid: head } })
  return true
}

/** Checks permissions, makes the change, and records the event, in one transaction. @returns the event's id; empty when nothing changed */
async function change(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  num: number,
  need: 'author' | 'writer',
  work: (tx: Tx, discussion: Discussion, user: UserActor) => Promise<NewEvent | null>,
): Promise<string> {
  const user = await requireParticipant(hub, actor, repo)
  return hub.db.write(async (tx) => {
    const discussion = await requireDiscussion(tx, repo, num)
    const may = (who: UserActor) => (need === 'writer' ? canWrite(who, repo) : mayModerate(who, repo, discussion))
    if (!may(user) && may({ ...user, token: null })) throw missingPermission(user.token, 'repo.write')
    if (!may(user))
      throw new HubError('auth.forbidden', {
        message:
          need === 'writer'
            ? 'Only people with write access to the repository can do this'
            : 'Only its author and people with write access to the repository can do this',
      })
    const event = await work(tx, discussion, user)
    if (event === null) return ''
    const { uid } = await writeEvent(tx, hub, user, repo, discussion, event)
    if (event.type === 'status-change') await notify(tx, hub, { actor: user, repo, discussionId: discussion.id, eventUid: uid })
    return uid
  })
}
