import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import type { Matches, MatchPage, TagCount, Total } from './matches.ts'
import { carries, type Condition, planQuery, type Plan, type Scope, type Source } from './plan.ts'
import { comparePositions, isDescending, type ListingQuery, type Position } from './query.ts'
import { likePattern } from './words.ts'

/** A walk examines this many rows and then returns a cursor: a page never takes long, however rare the matches are. */
const maxWalked = 20_000
/** Tags are counted over this many matches. */
const maxTagged = 5_000

type Row = { id: number; k: number }
type Part = Plan['parts'][number]

/** Evaluates a listing from the tables. `null` when nothing can match. */
export async function sqlMatches(hub: Hub, actor: Actor, query: ListingQuery): Promise<Matches | null> {
  const plan = await planQuery(hub, actor, query)
  if (plan === null) return null
  return {
    page: (after, limit) => mergedPage(hub, query, plan, after, limit),
    total: () => countMatches(hub, query, plan),
    tagCounts: (namespaces, options) => countTags(hub, query, plan, namespaces, options),
  }
}

async function mergedPage(hub: Hub, query: ListingQuery, plan: Plan, after: Position | null, limit: number): Promise<MatchPage> {
  const compare = comparePositions(query)
  const pages = await Promise.all(plan.parts.map((part) => pageOf(hub, query, plan, part, after, limit + 1)))
  // Nothing is known beyond the point where the first walk stopped.
  const horizon = pages.flatMap(({ next }) => next ?? []).sort(compare)[0] ?? null
  const found = pages.flatMap(({ positions }) => positions).filter((position) => horizon === null || compare(position, horizon) <= 0)
  const positions = found.sort(compare).slice(0, limit)
  if (found.length > limit) return { positions, next: positions.at(-1) ?? null }
  return { positions, next: horizon }
}

async function pageOf(hub: Hub, query: ListingQuery, plan: Plan, part: Part, after: Position | null, limit: number): Promise<MatchPage> {
  const positions: Position[] = []
  for (const range of rangesAfter(hub, query, part.source, after)) {
    const missing = limit - positions.length
    if (missing <= 0) break
    const { rows } = await rowsOf(hub, query, plan, part, range, missing).execute(hub.db.read)
    positions.push(...rows.map(({ id, k }) => ({ id: Number(id), key: Number(k) })))
    if (rows.length < missing && part.source.kind === 'walk') {
      const stopped = await endOfWalk(hub, query, part.scope, range)
      if (stopped) return { positions, next: stopped }
    }
  }
  return { positions, next: null }
}

/** Conditions on the sort key that start after a position; walked one after another. */
function rangesAfter(hub: Hub, query: ListingQuery, source: Source, after: Position | null): (Condition | null)[] {
  if (after === null) return [null]
  const column = sql.ref(`r.${query.sort}`)
  const beyond = isDescending(query) ? sql`<` : sql`>`
  if (hub.db.dialect === 'sqlite' && source.kind === 'walk') {
    // SQLite cannot seek by a row value in a partial index (47 ms instead of 0.1): use two ranges of the same index instead.
    return [sql`${column} = ${after.key} and r.id ${beyond} ${after.id}`, sql`${column} ${beyond} ${after.key}`]
  }
  return [sql`(${column}, r.id) ${beyond} (${bigint(after.key)}, ${bigint(after.id)})`]
}

/** Otherwise Postgres takes the type from the column, and a key out of its range is an error. */
function bigint(value: number): Condition {
  return sql`cast(${value} as bigint)`
}

function inOrder(query: ListingQuery): Condition {
  return isDescending(query) ? sql`order by k desc, id desc` : sql`order by k asc, id asc`
}

/** The rows of one part in order: at most `limit`, all of them matches. */
function rowsOf(hub: Hub, query: ListingQuery, plan: Plan, part: Part, range: Condition | null, limit: number): RawBuilder<Row> {
  const tests = testsOf(query, plan, part)
  if (part.source.kind === 'walk') {
    const where = tests.length === 0 ? sql`` : sql`where ${sql.join(tests, sql` and `)}`
    // On SQLite, the inner order is the result's order; sorting again would read all rows of the walk.
    const order = hub.db.dialect === 'sqlite' ? sql`` : inOrder(query)
    return sql<Row>`select r.id as id, r.k as k from (${walk(hub, query, part.scope, range, maxWalked)}) r ${where} ${order} limit ${sql.lit(limit)}`
  }
  const where = sql.join([...tests, ...(range === null ? [] : [range])], sql` and `)
  return sql<Row>`select r.id as id, ${sql.ref(`r.${query.sort}`)} as k from ${gathered(hub, query, part.scope, part.source)} where ${where} ${inOrder(query)} limit ${sql.lit(limit)}`
}

/** The first rows of a scope in the query's order, matching or not. */
function walk(hub: Hub, query: ListingQuery, scope: Scope, range: Condition | null, limit: number): Condition {
  const pinned = hub.db.dialect === 'sqlite' ? sql.raw(`indexed by repo_${scope.isPublic ? '' : 'private_'}${query.sort}`) : sql``
  const where = sql.join([scopeRows(query, scope), ...(range === null ? [] : [range])], sql` and `)
  return sql`select r.*, ${sql.ref(`r.${query.sort}`)} as k from repo r ${pinned} where ${where} ${inOrder(query)} limit ${sql.lit(limit)}`
}

/** The last row examined by a walk; `null` when it reached the end of the table. */
async function endOfWalk(hub: Hub, query: ListingQuery, scope: Scope, range: Condition | null): Promise<Position | null> {
  const pinned = hub.db.dialect === 'sqlite' ? sql.raw(`indexed by repo_${scope.isPublic ? '' : 'private_'}${query.sort}`) : sql``
  const where = sql.join([scopeRows(query, scope), ...(range === null ? [] : [range])], sql` and `)
  const { rows } = await sql<Row>`select r.id as id, ${sql.ref(`r.${query.sort}`)} as k from repo r ${pinned}
    where ${where} ${inOrder(query)} limit 1 offset ${sql.lit(maxWalked - 1)}`.execute(hub.db.read)
  const last = rows[0]
  return last ? { id: Number(last.id), key: Number(last.k) } : null
}

/** The literal lets SQLite see that a partial index applies. */
function scopeRows(query: ListingQuery, scope: Scope): Condition {
  return sql`r.kind = ${sql.lit(kindOf(query.type))} and r.vis = ${sql.lit(scope.isPublic ? visibility.public : visibility.private)}`
}

function testsOf(query: ListingQuery, plan: Plan, { scope, source }: Part): Condition[] {
  const tests: Condition[] = source.kind === 'walk' ? [] : [scopeRows(query, scope)]
  if (scope.owners !== 'all' && source.kind !== 'owners') tests.push(sql`r.owner_id in (${sql.join(scope.owners)})`)
  for (const tag of plan.tags) {
    if (source.kind === 'tag' && tag === source.tag) continue
    tests.push(carries(tag))
  }
  return [...tests, ...plan.conditions]
}

/** CROSS JOIN fixes the join order on SQLite; on Postgres, `offset 0` keeps the inner query intact. */
function gathered(hub: Hub, query: ListingQuery, scope: Scope, source: Exclude<Source, { kind: 'walk' }>): Condition {
  const sqlite = hub.db.dialect === 'sqlite'
  if (source.kind === 'tag') {
    return sqlite
      ? sql`repo_tag t cross join repo r on r.id = t.repo_id and t.tag_id = ${source.tag.id}`
      : sql`(select repo_id from repo_tag where tag_id = ${source.tag.id} offset 0) t join repo r on r.id = t.repo_id`
  }
  if (source.kind === 'ids') {
    return sqlite
      ? sql`json_each(${JSON.stringify(source.ids)}) j cross join repo r on r.id = j.value`
      : sql`unnest(${source.ids}::bigint[]) j(id) join repo r on r.id = j.id`
  }
  const index = sqlite ? sql.raw(`indexed by ${scope.isPublic ? 'repo_owner' : 'repo_private_owner'}`) : sql``
  const rows = sql`o.kind = ${sql.lit(kindOf(query.type))} and o.vis = ${sql.lit(scope.isPublic ? visibility.public : visibility.private)}`
  return sql`(select * from repo o ${index} where o.owner_id in (${sql.join(source.owners)}) and ${rows}) r`
}

/** Rows to examine when order does not matter: those of the source, at most `maxWalked`. */
function unordered(hub: Hub, query: ListingQuery, { scope, source }: Part): Condition {
  return source.kind === 'walk'
    ? walk(hub, query, scope, null, maxWalked)
    : sql`select r.* from ${gathered(hub, query, scope, source)} where ${scopeRows(query, scope)} limit ${sql.lit(maxWalked)}`
}

async function countMatches(hub: Hub, query: ListingQuery, plan: Plan): Promise<Total> {
  const onlyTag = plan.tags.length === 1 && plan.conditions.length === 0 ? plan.tags[0] : undefined
  let n = 0
  let exact = true
  for (const part of plan.parts) {
    if (onlyTag && part.scope.isPublic && part.scope.owners === 'all') {
      n += onlyTag.n
      continue
    }
    const tests = testsOf(query, plan, part)
    const matching = tests.length === 0 ? sql`1 = 1` : sql.join(tests, sql` and `)
    const { rows } = await sql<{
      seen: number
      n: number | null
    }>`select count(*) as seen, sum(case when ${matching} then 1 else 0 end) as n
      from (${unordered(hub, query, part)}) r`.execute(hub.db.read)
    n += Number(rows[0]?.n ?? 0)
    exact &&= Number(rows[0]?.seen ?? 0) < maxWalked
  }
  return { n, exact }
}

async function countTags(
  hub: Hub,
  query: ListingQuery,
  plan: Plan,
  namespaces: readonly string[],
  options: { search: string | null; limit: number },
): Promise<TagCount[]> {
  const ids: number[] = []
  let capped = false
  for (const part of plan.parts) {
    const tests = testsOf(query, plan, part)
    const where = tests.length === 0 ? sql`` : sql`where ${sql.join(tests, sql` and `)}`
    const { rows } = await sql<{ id: number; seen: number }>`select r.id as id from (${unordered(hub, query, part)}) r ${where}
      limit ${sql.lit(maxTagged + 1)}`.execute(hub.db.read)
    ids.push(...rows.map(({ id }) => Number(id)))
    if (part.source.kind === 'walk' && rows.length <= maxTagged && (await endOfWalk(hub, query, part.scope, null)) !== null) capped = true
  }
  capped ||= ids.length > maxTagged
  const rows = await tagsAmong(hub, ids.slice(0, maxTagged), namespaces, options)
  return rows.map((row) => ({ ...row, capped }))
}

/** How often each tag of these namespaces occurs among some repos; most frequent first, at most `limit` per namespace. */
async function tagsAmong(
  hub: Hub,
  ids: readonly number[],
  namespaces: readonly string[],
  options: { search: string | null; limit: number },
): Promise<Omit<TagCount, 'capped'>[]> {
  if (ids.length === 0 || namespaces.length === 0) return []
  const list =
    hub.db.dialect === 'sqlite' ? sql`(select value from json_each(${JSON.stringify(ids)}))` : sql`(select unnest(${ids}::bigint[]))`
  const matching = options.search === null ? sql`` : sql`and lower(tag.value) like ${likePattern(options.search.toLowerCase())} escape '\\'`
  const { rows } = await sql<{ ns: string; value: string; n: number }>`select ns, value, n from (
      select tag.ns as ns, tag.value as value, count(*) as n, row_number() over (partition by tag.ns order by count(*) desc, tag.value) as place
      from repo_tag x join tag on tag.id = x.tag_id
      where x.repo_id in ${list} and tag.ns in (${sql.join(namespaces)}) ${matching}
      group by tag.id, tag.ns, tag.value) ranked
    where place <= ${sql.lit(options.limit)} order by ns, n desc, value`.execute(hub.db.read)
  return rows.map((row) => ({ ...row, n: Number(row.n) }))
}
