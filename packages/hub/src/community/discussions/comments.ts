import { HubError, limits } from '@portolan/contract'
import { sql } from 'kysely'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { notify } from '../notifications/index.ts'
import { canWrite, type Repo } from '../../repository/access/index.ts'
import { mayModerate, limitPosting, requireParticipant } from './access.ts'
import { type Discussion, requireDiscussion } from './discussion.ts'
import { findMentions } from './mentions.ts'
import { checkText } from './text.ts'
import { recordDiscussionEvent, writeEvent } from './write-event.ts'

/** The available reactions. */
export const reactions = ['👍', '👎', '❤️', '🎉', '😄', '😕', '🚀', '👀'] as const

/**
 * Comments on a discussion.
 * @param input.replyTo id of the comment that this one answers
 * @returns the new event's id
 * @throws {HubError} those of the participants' check, `discussion.not_found`, `discussion.locked`, `discussion.full`, `body.invalid`, `auth.rate_limited`
 */
export async function addComment(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  num: number,
  input: { text: string; replyTo?: string | null },
): Promise<string> {
  const user = await requireParticipant(hub, actor, repo)
  const discussion = await requireDiscussion(hub.db.read, repo, num)
  const raw = checkText(input.text, 'comment')
  refuseLocked(user, repo, discussion)
  await limitPosting(hub, user, repo)
  const mentioned = await findMentions(hub, repo, raw)
  return hub.db.write(async (tx) => {
    if (input.replyTo) await requireComment(tx, discussion, input.replyTo)
    refuseLocked(user, repo, await requireDiscussion(tx, repo, num))
    const { uid } = await writeEvent(tx, hub, user, repo, discussion, { type: 'comment', raw, replyTo: input.replyTo ?? null })
    await notify(tx, hub, { actor: user, repo, discussionId: discussion.id, eventUid: uid, mentioned })
    return uid
  })
}

/**
 * Edits a comment; the previous text stays in its history. Only its author may.
 * @throws {HubError} those of {@link addComment}, `auth.forbidden`
 */
export async function editComment(hub: Hub, actor: Actor, repo: Repo, num: number, uid: string, text: string): Promise<void> {
  const user = await requireParticipant(hub, actor, repo)
  const discussion = await requireDiscussion(hub.db.read, repo, num)
  const raw = checkText(text, 'content')
  const mentioned = await findMentions(hub, repo, raw)
  await hub.db.write(async (tx) => {
    const comment = await requireComment(tx, discussion, uid)
    if (comment.author_id !== user.userId) throw new HubError('auth.forbidden', { message: 'Only its author can edit a comment' })
    if (comment.hidden !== null) throw new HubError('auth.forbidden', { message: 'A hidden comment cannot be edited' })
    refuseLocked(user, repo, await requireDiscussion(tx, repo, num))
    if (comment.raw === raw) return
    const now = hub.now().getTime()
    await tx
      .insertInto('discussion_edit')
      .values({
        event_id: comment.id,
        editor_id: comment.edited_by ?? comment.author_id,
        written: comment.edited ?? comment.created,
        raw: comment.raw ?? '',
      })
      .execute()
    await tx.updateTable('discussion_event').set({ raw, edited: now, edited_by: user.userId }).where('id', '=', comment.id).execute()
    const counted = await tx
      .updateTable('discussion')
      .set({ updated: now, events: sql`events + 1`, text_length: sql`text_length + ${sql.lit(raw.length)}` })
      .where('id', '=', discussion.id)
      .returning(['events', 'text_length'])
      .executeTakeFirstOrThrow()
    // Every edit stores a text, so it counts like a comment.
    if (counted.events > limits.discussionEvents || counted.text_length > limits.discussionTextTotal) throw new HubError('discussion.full')
    await recordDiscussionEvent(tx, hub, user, repo, num, 'edit', uid)
    const news = mentioned.filter((name) => !(comment.raw ?? '').toLowerCase().includes(`@${name.toLowerCase()}`))
    if (news.length > 0) await notify(tx, hub, { actor: user, repo, discussionId: discussion.id, eventUid: uid, mentioned: news })
  })
}

/** Permanently hides a comment's text and its history from everyone. Allowed for its author and anyone with write access to the repo. */
export async function hideComment(hub: Hub, actor: Actor, repo: Repo, num: number, uid: string): Promise<void> {
  const user = await requireParticipant(hub, actor, repo)
  const discussion = await requireDiscussion(hub.db.read, repo, num)
  await hub.db.write(async (tx) => {
    const comment = await requireComment(tx, discussion, uid)
    if (!mayModerate(user, repo, { authorId: comment.author_id }))
      throw new HubError('auth.forbidden', { message: 'Only its author and people with write access to the repository can hide a comment' })
    if (comment.hidden !== null) return
    const now = hub.now().getTime()
    await tx.updateTable('discussion_event').set({ hidden: now, hidden_by: user.userId }).where('id', '=', comment.id).execute()
    await tx.updateTable('discussion').set({ updated: now }).where('id', '=', discussion.id).execute()
    await recordDiscussionEvent(tx, hub, user, repo, num, 'edit', uid)
  })
}

/** Adds or removes a reaction to a comment; repeating either changes nothing. @throws {HubError} as {@link addComment} */
export async function react(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  num: number,
  uid: string,
  input: { reaction: string; isOn: boolean },
): Promise<void> {
  const user = await requireParticipant(hub, actor, repo)
  const discussion = await requireDiscussion(hub.db.read, repo, num)
  const reaction = reactions.find((each) => each === input.reaction)
  if (reaction === undefined)
    throw new HubError('body.invalid', { message: `The reaction must be one of ${reactions.join(' ')}`, field: 'reaction' })
  await hub.db.write(async (tx) => {
    const comment = await requireComment(tx, discussion, uid)
    refuseLocked(user, repo, await requireDiscussion(tx, repo, num))
    if (comment.hidden !== null) throw new HubError('auth.forbidden', { message: 'The comment is hidden' })
    if (input.isOn)
      await tx
        .insertInto('discussion_reaction')
        .values({ event_id: comment.id, reaction, user_id: user.userId, created: hub.now().getTime() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('discussion_reaction')
        .where('event_id', '=', comment.id)
        .where('reaction', '=', reaction)
        .where('user_id', '=', user.userId)
        .execute()
    await recordDiscussionEvent(tx, hub, user, repo, num, 'reaction')
  })
}

export function refuseLocked(user: UserActor, repo: Repo, discussion: Discussion): void {
  if (discussion.isLocked && !canWrite(user, repo)) throw new HubError('discussion.locked')
}

async function requireComment(db: Reader | Tx, discussion: Discussion, uid: string) {
  const row = await db
    .selectFrom('discussion_event')
    .selectAll()
    .where('uid', '=', uid.toLowerCase())
    .where('discussion_id', '=', discussion.id)
    .where('type', '=', 'comment')
    .executeTakeFirst()
  if (!row) throw new HubError('discussion.not_found', { message: 'There is no such comment in this discussion' })
  return row
}
