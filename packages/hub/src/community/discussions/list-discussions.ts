import { sql } from 'kysely'
import type { Hub } from '../../hub.ts'
import type { Repo } from '../../repository/access/index.ts'
import { type Discussion, selectDiscussions, toDiscussion } from './discussion.ts'

/** Discussions per page, in both the API and the pages. */
export const discussionsPerPage = 20

export interface DiscussionQuery {
  readonly type: 'all' | 'discussion' | 'pull_request'
  /** `open` includes drafts, `closed` includes merged ones. */
  readonly status: 'all' | 'open' | 'closed'
  /** Name of the user who opened it. */
  readonly author?: string | null
  /** Words in the title. */
  readonly search?: string | null
  readonly sort?: 'newest' | 'oldest' | 'updated'
  /** Zero-based. */
  readonly page: number
}

export interface DiscussionPage {
  /** Total number matching the filter, on all pages. */
  readonly count: number
  /** Zero-based index of the first one on this page. */
  readonly start: number
  readonly discussions: readonly ListedDiscussion[]
  /** Counts with the same filter, regardless of status. */
  readonly open: number
  readonly closed: number
}

export type ListedDiscussion = Discussion & { readonly topReactions: readonly { readonly reaction: string; readonly count: number }[] }

const closed = ['closed', 'merged'] as const
const open = ['open', 'draft'] as const

/** A page of a repo's discussions: pinned ones first, then in the requested order. */
export async function listDiscussions(hub: Hub, repo: Repo, asked: DiscussionQuery): Promise<DiscussionPage> {
  const { type, status, sort = 'newest', page } = asked
  let matching = selectDiscussions(hub.db.read).where('discussion.repo_id', '=', repo.id)
  if (type !== 'all') matching = matching.where('discussion.base_ref', type === 'discussion' ? 'is' : 'is not', null)
  if (asked.author) matching = matching.where((eb) => eb(eb.fn<string>('lower', ['account.name']), '=', (asked.author ?? '').toLowerCase()))
  for (const word of (asked.search ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)) {
    const pattern = `%${word.slice(0, 100).replaceAll(/[\\%_]/g, '\\$&')}%`
    matching = matching.where(sql<boolean>`lower(discussion.title) like ${pattern} escape '\\'`)
  }
  const counts = await matching
    .clearSelect()
    .select((eb) => [
      eb.fn
        .countAll()
        .filterWhere('discussion.status', 'in', [...open])
        .as('open'),
      eb.fn
        .countAll()
        .filterWhere('discussion.status', 'in', [...closed])
        .as('closed'),
    ])
    .executeTakeFirst()
  const numbers = { open: Number(counts?.open ?? 0), closed: Number(counts?.closed ?? 0) }
  if (status !== 'all') matching = matching.where('discussion.status', 'in', status === 'open' ? [...open] : [...closed])
  const start = page * discussionsPerPage
  const rows = await matching
    .orderBy('discussion.pinned', 'desc')
    .orderBy(sort === 'updated' ? 'discussion.updated' : 'discussion.num', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('discussion.num', 'desc')
    .limit(discussionsPerPage)
    .offset(start)
    .execute()
  const tops = await topReactions(
    hub,
    rows.map(({ id }) => id),
  )
  return {
    ...numbers,
    count: status === 'all' ? numbers.open + numbers.closed : numbers[status],
    start,
    discussions: rows.map((row) => ({ ...toDiscussion(row), topReactions: tops.get(row.id) ?? [] })),
  }
}

/** The number of open ones, shown next to the tab's name. */
export async function countOpenDiscussions(hub: Hub, repo: Repo): Promise<number> {
  const row = await hub.db.read
    .selectFrom('discussion')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('repo_id', '=', repo.id)
    .where('status', 'in', [...open])
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** The three most frequent reactions to the descriptions. */
async function topReactions(hub: Hub, ids: readonly number[]): Promise<Map<number, { reaction: string; count: number }[]>> {
  const tops = new Map<number, { reaction: string; count: number }[]>()
  if (ids.length === 0) return tops
  const rows = await hub.db.read
    .selectFrom('discussion_reaction')
    .innerJoin('discussion_event', 'discussion_event.id', 'discussion_reaction.event_id')
    .select(['discussion_event.discussion_id as id', 'reaction'])
    .select((eb) => eb.fn.countAll().as('n'))
    .where('discussion_event.id', 'in', (eb) =>
      eb
        .selectFrom('discussion_event')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('discussion_id', 'in', ids)
        .groupBy('discussion_id'),
    )
    .groupBy(['discussion_event.discussion_id', 'reaction'])
    .execute()
  for (const { id, reaction, n } of rows.toSorted((a, b) => Number(b.n) - Number(a.n) || (a.reaction < b.reaction ? -1 : 1))) {
    const list = tops.get(id) ?? []
    if (list.length < 3) tops.set(id, [...list, { reaction, count: Number(n) }])
  }
  return tops
}
