import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import type { Repo } from '../../repository/access/index.ts'
import { authorOf, type Discussion, type DiscussionAuthor } from './discussion.ts'
import { renderComments } from './mentions.ts'
import type { EventType } from './write-event.ts'

/** Something that happened in a discussion. */
export interface DiscussionEvent {
  /** 24 lower-case hex digits. */
  readonly id: string
  readonly type: EventType
  readonly createdAt: Date
  /** `null` when the account is gone. */
  readonly author: DiscussionAuthor | null
  /** Set for every type except comments. */
  readonly data: Readonly<Record<string, unknown>>
  readonly comment: DiscussionComment | null
}

export interface DiscussionComment {
  /** Markdown; a notice when it is hidden. */
  readonly raw: string
  /** Sanitized. */
  readonly html: string
  readonly isHidden: boolean
  readonly hiddenBy: string | null
  readonly editedAt: Date | null
  readonly editor: DiscussionAuthor | null
  readonly replyTo: string | null
  /** Previous texts, oldest first; empty when it is hidden. */
  readonly history: readonly { readonly raw: string; readonly writtenAt: Date; readonly editor: DiscussionAuthor | null }[]
  readonly reactions: readonly { readonly reaction: string; readonly users: readonly string[] }[]
}

export const hiddenNotice = 'This comment has been hidden'

/** The events of a discussion in order. @param only restricts to one event, by id. @throws {HubError} `discussion.not_found` when it does not exist */
export async function listEvents(hub: Hub, repo: Repo, discussion: Discussion, only?: string): Promise<DiscussionEvent[]> {
  let query = hub.db.read.selectFrom('discussion_event').selectAll().where('discussion_id', '=', discussion.id).orderBy('id')
  if (only !== undefined) query = query.where('uid', '=', only.toLowerCase())
  const rows = await query.execute()
  if (only !== undefined && rows.length === 0) throw new HubError('discussion.not_found')
  const comments = rows.filter(({ type }) => type === 'comment')
  const ids = comments.filter(({ hidden }) => hidden === null).map(({ id }) => id)
  const edits = await editsOf(hub, ids)
  const reactions = await reactionsOf(hub, ids)
  const accounts = await accountsOf(hub, [
    ...rows.flatMap((row) => [row.author_id, row.edited_by ?? row.author_id, row.hidden_by ?? row.author_id]),
    ...[...edits.values()].flat().map(({ editor_id }) => editor_id),
  ])
  const rendered = await renderComments(
    hub,
    repo,
    comments.map(({ hidden, raw }) => (hidden === null ? (raw ?? '') : '')),
  )
  const html = new Map(comments.map(({ id }, i) => [id, rendered[i]?.html ?? '']))
  return rows.map((row): DiscussionEvent => {
    const isHidden = row.hidden !== null
    return {
      id: row.uid,
      type: row.type as EventType,
      createdAt: new Date(row.created),
      author: accounts.get(row.author_id) ?? null,
      data: JSON.parse(row.data) as Record<string, unknown>,
      comment:
        row.type === 'comment'
          ? {
              raw: isHidden ? hiddenNotice : (row.raw ?? ''),
              html: isHidden ? `<p>${hiddenNotice}</p>` : (html.get(row.id) ?? ''),
              isHidden,
              hiddenBy: row.hidden_by === null ? null : (accounts.get(row.hidden_by)?.name ?? null),
              editedAt: row.edited === null ? null : new Date(row.edited),
              editor: row.edited_by === null ? null : (accounts.get(row.edited_by) ?? null),
              replyTo: row.reply_to,
              history: (edits.get(row.id) ?? []).map((edit) => ({
                raw: edit.raw,
                writtenAt: new Date(edit.written),
                editor: accounts.get(edit.editor_id) ?? null,
              })),
              reactions: reactions.get(row.id) ?? [],
            }
          : null,
    }
  })
}

const perRead = 1_000

async function editsOf(hub: Hub, ids: readonly number[]) {
  const edits = new Map<number, { raw: string; written: number; editor_id: number }[]>()
  for (let at = 0; at < ids.length; at += perRead) {
    const rows = await hub.db.read
      .selectFrom('discussion_edit')
      .selectAll()
      .where('event_id', 'in', ids.slice(at, at + perRead))
      .orderBy('id')
      .execute()
    for (const row of rows) edits.set(row.event_id, [...(edits.get(row.event_id) ?? []), row])
  }
  return edits
}

async function reactionsOf(hub: Hub, ids: readonly number[]) {
  const found = new Map<number, { reaction: string; users: string[] }[]>()
  for (let at = 0; at < ids.length; at += perRead) {
    const rows = await hub.db.read
      .selectFrom('discussion_reaction')
      .innerJoin('account', 'account.id', 'discussion_reaction.user_id')
      .select(['event_id', 'reaction', 'account.name as name'])
      .where('event_id', 'in', ids.slice(at, at + perRead))
      .orderBy('discussion_reaction.created')
      .orderBy('account.id')
      .execute()
    for (const { event_id, reaction, name } of rows) {
      const list = found.get(event_id) ?? []
      const same = list.find((each) => each.reaction === reaction)
      if (same) same.users.push(name)
      else found.set(event_id, [...list, { reaction, users: [name] }])
    }
  }
  return found
}

async function accountsOf(hub: Hub, ids: readonly number[]): Promise<Map<number, DiscussionAuthor>> {
  const distinct = [...new Set(ids)]
  const found = new Map<number, DiscussionAuthor>()
  for (let at = 0; at < distinct.length; at += perRead) {
    const rows = await hub.db.read
      .selectFrom('account')
      .select(['id', 'uid as author_uid', 'kind as author_kind', 'name as author_name', 'fullname as author_fullname'])
      .where('id', 'in', distinct.slice(at, at + perRead))
      .execute()
    for (const row of rows) {
      const author = authorOf(row.id, row)
      if (author) found.set(row.id, author)
    }
  }
  return found
}
