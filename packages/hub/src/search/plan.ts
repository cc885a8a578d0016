import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import { kindOf } from '../repos/index.ts'
import { type ListingQuery, type Position, tagsOf } from './query.ts'
import { likePattern, searchWords, trigramLength, trigramQuery } from './words.ts'

type Condition = RawBuilder<unknown>

export interface TagCount {
  readonly id: number
  readonly n: number
}

/**
 * How the rows are found, chosen here and not by the engine's planner, which cannot know how often a tag occurs (200 times slower on common tags):
 * `walk` goes down the index of the sort and tests each row; `gather` takes all rows of the rarest tag, or the hits of the name index, and sorts them.
 */
export interface Plan {
  readonly kind: 'walk' | 'gather' | 'ids'
  /** Tags to test, rarest first; with `gather` the first one is where the rows come from. */
  readonly tags: readonly TagCount[]
  /** With `ids`: the candidates. */
  readonly ids: readonly number[]
  readonly conditions: readonly Condition[]
}

/** More hits than this in the name index, and walking the sort is cheaper. */
const maxNameHits = 4_000
const pageRows = 30

/** `null` when nothing can match, because a tag does not exist. */
export async function makePlan(hub: Hub, query: ListingQuery): Promise<Plan | null> {
  const db = hub.db.read
  const tags = await findTags(db, query)
  if (tags === null) return null
  const words = searchWords(query.search)
  const conditions = residualConditions(hub, query, words)
  if (query.author !== undefined) return { kind: 'walk', tags, ids: [], conditions }
  const hits = await nameHits(hub, words)
  if (hits !== null) return { kind: 'ids', tags, ids: hits, conditions }
  const rarest = tags[0]
  if (!rarest) return { kind: 'walk', tags, ids: [], conditions }
  const total = await estimateRepos(db)
  const matches = tags.reduce((estimate, tag) => estimate * (tag.n / Math.max(total, 1)), total)
  // Walking meets a match every total/matches rows and needs a page of them; gathering reads all rows of the rarest tag.
  const gather = rarest.n < (pageRows * total) / Math.max(matches, 1)
  return { kind: gather ? 'gather' : 'walk', tags, ids: [], conditions }
}

async function findTags(db: Reader, query: ListingQuery): Promise<TagCount[] | null> {
  const wanted = tagsOf(query)
  if (wanted.length === 0) return []
  const rows = await db.selectFrom('tag').select(['id', 'n']).where('kind', '=', kindOf(query.type)).where('value', 'in', wanted).execute()
  return rows.length < wanted.length ? null : rows.sort((a, b) => a.n - b.n)
}

/** The highest id stands for the number of repos: near enough to choose a plan, and it costs nothing. */
async function estimateRepos(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('repo')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** Ids from the trigram index; `null` when there is no word for it, or when there are too many. On Postgres its planner does better by itself. */
async function nameHits(hub: Hub, words: readonly string[]): Promise<number[] | null> {
  const longest = words.toSorted((a, b) => b.length - a.length)[0]
  if (hub.db.dialect !== 'sqlite' || longest === undefined || [...longest].length < trigramLength) return null
  const { rows } = await sql<{
    id: number
  }>`select rowid as id from name_tri where name_tri match ${trigramQuery(longest)} limit ${sql.lit(maxNameHits + 1)}`.execute(hub.db.read)
  return rows.length > maxNameHits ? null : rows.map(({ id }) => id)
}

function residualConditions(hub: Hub, query: ListingQuery, words: readonly string[]): Condition[] {
  const conditions: Condition[] = words.map((word) =>
    hub.db.dialect === 'sqlite'
      ? sql`(r.owner || '/' || r.name) like ${likePattern(word)} escape '\\'`
      : sql`(r.owner || '/' || r.name) ilike ${likePattern(word)}`,
  )
  if (query.author !== undefined)
    conditions.push(sql`r.owner_id = (select id from account where lower(name) = ${query.author.toLowerCase()})`)
  if (query.gated !== undefined) conditions.push(query.gated ? sql`r.gated <> 'false'` : sql`r.gated = 'false'`)
  if (query.minParams !== undefined) conditions.push(sql`r.params >= ${query.minParams}`)
  if (query.maxParams !== undefined) conditions.push(sql`r.params <= ${query.maxParams}`)
  return conditions
}

/**
 * The SQL of a plan for one set of rows: the public ones (`owners` null) or the private ones of these owners.
 * Selects `r.id` and the sort key as `k`, in order, at most `limit`.
 */
export function planSql(
  hub: Hub,
  query: ListingQuery,
  plan: Plan,
  scope: Scope,
  after: Position | null,
  limit: number,
): RawBuilder<{ id: number; k: number }> {
  const column = sql.ref(`r.${query.sort}`)
  const descending = (query.direction ?? 'desc') === 'desc'
  const order = descending ? sql`order by k desc, id desc` : sql`order by k asc, id asc`
  const beyond = descending ? sql`<` : sql`>`
  const base: Condition[] = [sql`r.kind = ${sql.lit(kindOf(query.type))}`, ...plan.conditions, scopeCondition(scope)]
  const tested = plan.kind === 'gather' ? plan.tags.slice(1) : plan.tags
  for (const tag of tested) base.push(sql`exists (select 1 from repo_tag x where x.tag_id = ${tag.id} and x.repo_id = r.id)`)
  const from = source(hub, plan)
  const branch = (keyset: Condition[]) =>
    sql`select r.id as id, ${column} as k from ${from} where ${sql.join([...base, ...keyset], sql` and `)} ${order} limit ${sql.lit(limit)}`
  if (after === null) return sql<{ id: number; k: number }>`${branch([])}`
  if (hub.db.dialect === 'postgres') {
    return sql<{ id: number; k: number }>`${branch([sql`(${column}, r.id) ${beyond} (${after.key}, ${after.id})`])}`
  }
  // SQLite cannot seek by a row value over a partial index (47 ms instead of 0.1): two ranges of the same index instead.
  return sql<{
    id: number
    k: number
  }>`select id, k from (select * from (${branch([sql`${column} = ${after.key}`, sql`r.id ${beyond} ${after.id}`])})
    union all select * from (${branch([sql`${column} ${beyond} ${after.key}`])})) ${order} limit ${sql.lit(limit)}`
}

export type Scope = { readonly kind: 'public' } | { readonly kind: 'private'; readonly owners: readonly number[] | 'all' }

function scopeCondition(scope: Scope): Condition {
  if (scope.kind === 'public') return sql`r.vis = 0`
  if (scope.owners === 'all') return sql`r.vis = 1`
  return sql`r.vis = 1 and r.owner_id in (${sql.join(scope.owners.map((id) => sql.lit(id)))})`
}

function source(hub: Hub, plan: Plan): Condition {
  const rarest = plan.tags[0]
  if (plan.kind === 'gather' && rarest) {
    // CROSS JOIN pins the order on SQLite; a materialised list does on Postgres.
    return hub.db.dialect === 'sqlite'
      ? sql`repo_tag t cross join repo r on r.id = t.repo_id and t.tag_id = ${rarest.id}`
      : sql`(select repo_id from repo_tag where tag_id = ${rarest.id} offset 0) t join repo r on r.id = t.repo_id`
  }
  if (plan.kind === 'ids') {
    // Only SQLite makes this plan.
    return sql`json_each(${JSON.stringify(plan.ids)}) j cross join repo r on r.id = j.value`
  }
  return sql`repo r`
}
