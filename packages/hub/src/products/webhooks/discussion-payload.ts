import type { Reader } from '../../foundation/db/db.ts'
import { type Discussion, findDiscussion } from '../../community/discussions/index.ts'
import type { StoredEvent } from '../../foundation/events/index.ts'
import type { Repo } from '../../repository/access/index.ts'

/** The part of a payload about a discussion, in addition to the repo. */
export interface DiscussionMessage {
  readonly event: { readonly action: 'create' | 'update' | 'delete'; readonly scope: 'discussion' | 'discussion.comment' }
  readonly more: Readonly<Record<string, unknown>>
}

/**
 * A discussion or comment in its current state; `null` for what is not sent to receivers (reactions), and for one that no longer exists.
 * @param web URL of the repo's page
 */
export async function discussionMessage(
  db: Reader,
  event: StoredEvent,
  repo: Repo,
  web: string,
  api: string,
): Promise<DiscussionMessage | null> {
  const num = Number(event.payload['num'])
  if (event.topic === 'discussion.deleted') return { event: { action: 'delete', scope: 'discussion' }, more: { discussion: { num } } }
  const change = event.topic === 'discussion.created' ? 'created' : String(event.payload['change'] as string)
  if (change === 'reaction') return null
  const found = await findDiscussion(db, repo, num)
  if (!found) return null
  const discussion = toWire(found, web, api)
  if (change !== 'comment' && change !== 'edit')
    return { event: { action: change === 'created' ? 'create' : 'update', scope: 'discussion' }, more: { discussion } }
  const comment = await commentOf(db, found, String(event.payload['comment'] as string), `${web}/discussions/${num}`)
  if (comment === null) return null
  return { event: { action: change === 'comment' ? 'create' : 'update', scope: 'discussion.comment' }, more: { discussion, comment } }
}

function toWire(found: Discussion, web: string, api: string) {
  const { num, uid, title, status, author, isPullRequest, baseRef, mergeOid } = found
  return {
    id: uid,
    num,
    title,
    status,
    isPullRequest,
    url: { web: `${web}/discussions/${num}`, api: `${api}/discussions/${num}` },
    ...(author === null ? {} : { author: { id: author.uid } }),
    ...(baseRef === null ? {} : { changes: { base: baseRef, ...(mergeOid === null ? {} : { mergeCommitId: mergeOid }) } }),
  }
}

/** The text of a hidden comment is no longer visible to anyone. */
async function commentOf(db: Reader, discussion: Discussion, uid: string, page: string) {
  const row = await db
    .selectFrom('discussion_event')
    .leftJoin('account', (join) => join.onRef('account.id', '=', 'discussion_event.author_id').on('account.name', 'not like', '~%'))
    .select(['raw', 'hidden', 'account.uid as author_uid'])
    .where('discussion_event.uid', '=', uid)
    .where('discussion_id', '=', discussion.id)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: uid,
    ...(row.author_uid === null ? {} : { author: { id: row.author_uid } }),
    content: row.hidden === null ? (row.raw ?? '') : '',
    hidden: row.hidden !== null,
    url: { web: `${page}#${uid}` },
  }
}
