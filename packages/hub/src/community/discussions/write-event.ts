import { HubError, limits } from '@portolan/contract'
import { sql } from 'kysely'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import type { Repo } from '../../repository/access/index.ts'
import type { Discussion } from './discussion.ts'

/** Types of events in a discussion. Wire spelling. */
export type EventType =
  | 'comment'
  | 'status-change'
  | 'commit'
  | 'title-change'
  | 'pinning-change'
  | 'locking-change'
  | 'base-change'
  | 'ref-deletion'

export interface NewEvent {
  readonly type: EventType
  readonly data?: Readonly<Record<string, unknown>>
  /** Set for comments. */
  readonly raw?: string
  readonly replyTo?: string | null
}

/**
 * Adds an event to a discussion, in the transaction of the change it records, and notifies live pages.
 * @returns the event's id in the database and on the wire
 * @throws {HubError} `discussion.full`, `discussion.not_found` when it has been deleted
 */
export async function writeEvent(
  tx: Tx,
  hub: Hub,
  user: UserActor,
  repo: Repo,
  discussion: Pick<Discussion, 'id' | 'num'>,
  event: NewEvent,
): Promise<{ id: number; uid: string }> {
  const now = hub.now().getTime()
  const length = event.raw?.length ?? 0
  const counted = await tx
    .updateTable('discussion')
    .set({
      updated: now,
      events: sql`events + 1`,
      text_length: sql`text_length + ${sql.lit(length)}`,
      ...(event.type === 'comment' ? { comments: sql`comments + 1` } : {}),
    })
    .where('id', '=', discussion.id)
    .returning(['events', 'text_length'])
    .executeTakeFirst()
  if (!counted) throw new HubError('discussion.not_found')
  // A full discussion can still be closed, locked and merged.
  if (event.type === 'comment' && (counted.events > limits.discussionEvents || counted.text_length > limits.discussionTextTotal))
    throw new HubError('discussion.full')
  const row = await tx
    .insertInto('discussion_event')
    .values({
      uid: hub.newId(),
      discussion_id: discussion.id,
      type: event.type,
      author_id: user.userId,
      created: now,
      data: JSON.stringify(event.data ?? {}),
      raw: event.raw ?? null,
      reply_to: event.replyTo ?? null,
    })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await recordDiscussionEvent(tx, hub, user, repo, discussion.num, event.type, event.type === 'comment' ? row.uid : null)
  return row
}

/** Notifies live pages and webhooks that something in a discussion changed. @param comment id of the comment concerned */
export async function recordDiscussionEvent(
  tx: Tx,
  hub: Hub,
  user: UserActor,
  repo: Repo,
  num: number,
  change: EventType | 'created' | 'edit' | 'reaction',
  comment: string | null = null,
): Promise<void> {
  await recordEvent(tx, hub, {
    topic: change === 'created' ? 'discussion.created' : 'discussion.changed',
    actor: user.name,
    repoId: repo.id,
    payload: { num, change, ...(comment === null ? {} : { comment }) },
  })
}
