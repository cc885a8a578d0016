import { HubError, limits } from '@portolan/contract'
import { sql } from 'kysely'
import type { Actor } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { type Repo, toRepo, visibleOwnerIds } from '../repos/index.ts'
import { makePlan, type Plan, planSql, type Scope } from './plan.ts'
import { decodeCursor, encodeCursor, listingSorts, type ListingQuery, type Position, tagsOf } from './query.ts'

export interface Listing {
  readonly repos: readonly Repo[]
  readonly nextCursor: string | null
  /** `exact` is false when counting stopped at `n`. `null` when not asked for. */
  readonly total: { readonly n: number; readonly exact: boolean } | null
}

/** Counting goes no further. */
const maxCounted = 10_000

/**
 * A page of the repos that match and that the actor may see, in the order asked for. Pages follow each other by key, so that every repo
 * comes exactly once however deep. @throws {HubError} `query.invalid`
 */
export async function listRepos(hub: Hub, actor: Actor, query: ListingQuery): Promise<Listing> {
  if (!listingSorts.includes(query.sort))
    throw new HubError('query.invalid', { message: `sort is one of ${listingSorts.join(', ')}`, parameter: 'sort' })
  const limit = Math.max(1, Math.min(query.limit, limits.listingPage))
  const after = decodeCursor(query)
  const plan = await makePlan(hub, query)
  const none = { n: 0, exact: true }
  if (plan === null) return { repos: [], nextCursor: null, total: query.withTotal === true ? none : null }
  const scopes = scopesFor(actor)
  const found: Position[] = []
  for (const scope of scopes) found.push(...(await page(hub, query, plan, scope, after, limit + 1)))
  const sign = (query.direction ?? 'desc') === 'desc' ? 1 : -1
  found.sort((a, b) => sign * (b.key - a.key || b.id - a.id))
  const positions = found.slice(0, limit)
  const repos = await reposById(
    hub,
    positions.map(({ id }) => id),
  )
  const last = positions.at(-1)
  return {
    repos,
    nextCursor: found.length > limit && last ? encodeCursor(query, last) : null,
    total: query.withTotal === true ? await countMatches(hub, query, plan, scopes) : null,
  }
}

/** The rows that an actor may see: the public ones by their own index, and the private ones of the actor's accounts. */
export function scopesFor(actor: Actor): Scope[] {
  const owners = visibleOwnerIds(actor)
  return owners === 'all' || owners.length > 0 ? [{ kind: 'public' }, { kind: 'private', owners }] : [{ kind: 'public' }]
}

async function page(hub: Hub, query: ListingQuery, plan: Plan, scope: Scope, after: Position | null, limit: number): Promise<Position[]> {
  const { rows } = await planSql(hub, query, plan, scope, after, limit).execute(hub.db.read)
  return rows.map(({ id, k }) => ({ id: Number(id), key: Number(k) }))
}

/** Repos in the order of the ids. */
export async function reposById(hub: Hub, ids: readonly number[]): Promise<Repo[]> {
  if (ids.length === 0) return []
  const rows = await hub.db.read.selectFrom('repo').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, toRepo(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function countMatches(hub: Hub, query: ListingQuery, plan: Plan, scopes: readonly Scope[]): Promise<{ n: number; exact: boolean }> {
  const onlyTag = plan.tags.length === 1 && tagsOf(query).length === 1 && plan.conditions.length === 0 ? plan.tags[0] : undefined
  let n = 0
  for (const scope of scopes) {
    if (onlyTag && scope.kind === 'public') {
      n += onlyTag.n
      continue
    }
    const inner = planSql(hub, query, plan, scope, null, maxCounted + 1)
    const { rows } = await sql<{ n: number }>`select count(*) as n from (${inner}) c`.execute(hub.db.read)
    n += Number(rows[0]?.n ?? 0)
  }
  return onlyTag || n <= maxCounted ? { n, exact: true } : { n: maxCounted, exact: false }
}
