import type { Actor } from '../../foundation/actor/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import type { RepoUid } from '../../uid.ts'
import { canRead, type Readable, type Repo, toRepo } from '../access/index.ts'
import type { Matches, Total } from './matches.ts'
import { indexMatches } from './postings/index-matches.ts'
import { catalogIndex } from './postings/live-index.ts'
import { checkQuery, decodeCursor, encodeCursor, type ListingQuery, pageSize } from './query.ts'
import { sqlMatches } from './sql-matches.ts'

export interface Listing {
  readonly repos: readonly Readable[]
  /** `null` on the last page. If matches are rare in a large hub, a page may be short, or empty, without being the last. */
  readonly nextCursor: string | null
  /** `null` if not requested. */
  readonly total: Total | null
}

/**
 * A page of the matching repos the actor may see, in the requested order. Pages use keyset pagination, so every repo
 * appears exactly once at any depth. @throws {HubError} `query.invalid`
 */
export async function listRepos(hub: Hub, actor: Actor, query: ListingQuery): Promise<Listing> {
  checkQuery(query)
  const after = decodeCursor(query)
  const matches = await matchesOf(hub, actor, query)
  if (matches === null) return { repos: [], nextCursor: null, total: query.withTotal === true ? { n: 0, exact: true } : null }
  const { positions, next } = await matches.page(after, pageSize(query))
  const repos = await reposById(
    hub,
    positions.map(({ id }) => id),
  )
  return {
    // Read again: a repo may have been hidden since it was found.
    repos: repos.filter((repo) => canRead(actor, repo)),
    nextCursor: next === null ? null : encodeCursor(query, next),
    total: query.withTotal === true ? await matches.total() : null,
  }
}

/** The matches, found in whichever way suits this hub. `null` when nothing can match. */
export async function matchesOf(hub: Hub, actor: Actor, query: ListingQuery): Promise<Matches | null> {
  const index = await catalogIndex(hub)
  const matches = index === null ? undefined : await indexMatches(hub, index, actor, query)
  return matches === undefined ? sqlMatches(hub, actor, query) : matches
}

/** Repos in the order of the ids; deleted ones are left out. */
export async function reposById(hub: Hub, ids: readonly number[]): Promise<Repo[]> {
  if (ids.length === 0) return []
  const rows = await hub.db.read.selectFrom('repo').selectAll().where('id', 'in', ids).where('vis', '<', visibility.deleted).execute()
  const byId = new Map(rows.map((row) => [row.id, toRepo(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Like {@link reposById}, by an identifier that outlives the row. */
export async function reposByUid(hub: Hub, uids: readonly RepoUid[]): Promise<Repo[]> {
  if (uids.length === 0) return []
  const rows = await hub.db.read.selectFrom('repo').selectAll().where('uid', 'in', uids).where('vis', '<', visibility.deleted).execute()
  const byUid = new Map<string, Repo>(rows.map((row) => [row.uid, toRepo(row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
