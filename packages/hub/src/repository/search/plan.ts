import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { visibleOwnerIds } from '../access/index.ts'
import { findTags, type KnownTag, type TagConditions } from './find-tags.ts'
import type { ListingQuery } from './query.ts'
import { likePattern, searchWords, trigramLength, trigramQuery } from './words.ts'

export type Condition = RawBuilder<unknown>

/** Rows that an actor may see: the public ones, or the private ones of some owners. */
export interface Scope {
  readonly isPublic: boolean
  readonly owners: readonly number[] | 'all'
}

/**
 * The source of a scope's rows. Chosen here and not by the engine's planner, which cannot know how often a tag occurs (200 times
 * slower for common tags): `walk` goes down the sort's index and tests each row; the others gather a few rows and sort them.
 */
export type Source =
  | { readonly kind: 'walk' }
  | { readonly kind: 'tag'; readonly tag: KnownTag }
  | { readonly kind: 'owners'; readonly owners: readonly number[] }
  | { readonly kind: 'ids'; readonly ids: readonly number[] }

export interface Plan {
  readonly parts: readonly { readonly scope: Scope; readonly source: Source }[]
  readonly tags: readonly KnownTag[]
  /** Conditions other than tags and scope. */
  readonly conditions: readonly Condition[]
}

/** Above this many rows, walk rather than gather: rows of an owner, or hits in the name index. */
const maxGathered = 4_000
/** Page size assumed in estimates. */
const pageRows = 30

/** `null` when nothing can match: a tag, the author, or a character of a word does not exist. */
export async function planQuery(hub: Hub, actor: Actor, query: ListingQuery): Promise<Plan | null> {
  const db = hub.db.read
  const found = await findTags(db, query)
  const words = searchWords(query.search)
  if (found === null || words === null) return null
  const tags = found.all
  const scopes = await scopesFor(hub, actor, query)
  if (scopes === null) return null
  const names: Source | null = query.ids === undefined ? await nameHits(hub, query, words) : { kind: 'ids', ids: query.ids }
  const parts = await Promise.all(scopes.map(async (scope) => ({ scope, source: names ?? (await sourceOf(db, query, scope, tags)) })))
  return { parts, tags, conditions: conditionsOf(hub, query, words, found) }
}

async function scopesFor(hub: Hub, actor: Actor, query: ListingQuery): Promise<Scope[] | null> {
  const visible = visibleOwnerIds(actor)
  if (query.author === undefined) {
    const mayHavePrivate = visible === 'all' || visible.length > 0
    return [{ isPublic: true, owners: 'all' }, ...(mayHavePrivate ? [{ isPublic: false, owners: visible }] : [])]
  }
  const author = query.author.includes('\0') ? null : await findAccount(hub, query.author)
  if (!author) return null
  const owners = [author.id]
  const maySee = visible === 'all' || visible.includes(author.id)
  return [{ isPublic: true, owners }, ...(maySee ? [{ isPublic: false, owners }] : [])]
}

async function sourceOf(db: Reader, query: ListingQuery, scope: Scope, tags: readonly KnownTag[]): Promise<Source> {
  const rarest = tags[0]
  if (scope.owners !== 'all') {
    const few = (await countOwned(db, query, scope, scope.owners)) <= maxGathered
    if (few) return rarest && rarest.n < pageRows ? { kind: 'tag', tag: rarest } : { kind: 'owners', owners: scope.owners }
  }
  if (!rarest) return { kind: 'walk' }
  const total = await estimateRepos(db)
  const matches = tags.reduce((estimate, tag) => estimate * (tag.n / Math.max(total, 1)), total)
  // Walking finds a match every total/matches rows and needs a full page of them; gathering reads all rows of the rarest tag.
  return rarest.n < (pageRows * total) / Math.max(matches, 1) ? { kind: 'tag', tag: rarest } : { kind: 'walk' }
}

/** Counts only as far as it matters. */
async function countOwned(db: Reader, query: ListingQuery, scope: Scope, owners: readonly number[]): Promise<number> {
  const some = db
    .selectFrom('repo')
    .select('id')
    .where('owner_id', 'in', owners)
    .where('kind', '=', kindOf(query.type))
    .where('vis', '=', scope.isPublic ? visibility.public : visibility.private)
    .limit(maxGathered + 1)
  const row = await db
    .selectFrom(some.as('s'))
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** The highest id is used as the number of repos: close enough to choose a plan, and free. */
async function estimateRepos(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('repo')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** Candidates from the trigram index; `null` when no word is long enough for it, or when there are too many to sort. */
async function nameHits(hub: Hub, query: ListingQuery, words: readonly string[]): Promise<Source | null> {
  const longest = words[0]
  if (longest === undefined || longest.length < trigramLength) return null
  const limit = sql.lit(maxGathered + 1)
  const { rows } = await (
    hub.db.dialect === 'sqlite'
      ? sql<{ id: number }>`select rowid as id from name_tri where name_tri match ${trigramQuery(longest)} limit ${limit}`
      : sql<{
          id: number
        }>`select r.id from repo r where ${nameCondition(hub, longest)} and r.kind = ${sql.lit(kindOf(query.type))} limit ${limit}`
  ).execute(hub.db.read)
  return rows.length > maxGathered ? null : { kind: 'ids', ids: rows.map(({ id }) => Number(id)) }
}

function nameCondition(hub: Hub, word: string): Condition {
  return hub.db.dialect === 'sqlite'
    ? sql`(r.owner || '/' || r.name) like ${likePattern(word)} escape '\\'`
    : sql`(r.owner || '/' || r.name) ilike ${likePattern(word)}`
}

/** Condition: row `r` has the tag. */
export function carries(tag: KnownTag): Condition {
  return sql`exists (select 1 from repo_tag x where x.tag_id = ${tag.id} and x.repo_id = r.id)`
}

function conditionsOf(hub: Hub, query: ListingQuery, words: readonly string[], { anyOf }: TagConditions): Condition[] {
  const conditions = words.map((word) => nameCondition(hub, word))
  if (anyOf !== null) {
    const sets = anyOf.map((set) => sql`(${sql.join(set.map(carries), sql` and `)})`)
    conditions.push(sql`(${sql.join(sets, sql` or `)})`)
  }
  if (query.linked === true) {
    conditions.push(
      sql`exists (select 1 from repo_tag x join tag on tag.id = x.tag_id where x.repo_id = r.id and tag.ns in ('model', 'dataset'))`,
    )
  }
  if (query.gated !== undefined) conditions.push(query.gated ? sql`r.gated <> 'false'` : sql`r.gated = 'false'`)
  if (query.minParams !== undefined) conditions.push(sql`r.params >= ${Math.ceil(query.minParams)}`)
  if (query.maxParams !== undefined) conditions.push(sql`r.params <= ${Math.floor(query.maxParams)}`)
  return conditions
}
