import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import { encodePageCursor, parsePageCursor } from '../../foundation/db/page-cursor.ts'
import type { Hub } from '../../hub.ts'
import { visibleOwnerIds } from '../../repository/access/index.ts'
import { type Collection, type CollectionItem, withOwners } from './collection.ts'
import { subjectOf, type NewItem } from './change-items.ts'
import { itemsOf } from './items.ts'

export const collectionSorts = ['lastModified', 'trending', 'upvotes'] as const
export type CollectionSort = (typeof collectionSorts)[number]

export interface CollectionQuery {
  readonly owners?: readonly string[]
  /** Only collections that contain one of these. */
  readonly items?: readonly NewItem[]
  readonly q?: string
  readonly sort?: CollectionSort
  readonly limit: number
  readonly cursor?: string | null
}

export interface ListedCollection {
  readonly collection: Collection
  /** The first few the actor can see. */
  readonly items: readonly CollectionItem[]
}

const shownItems = 4
/** Number read to find the few that are shown: some may be hidden. */
const lookedAt = 16

/**
 * Lists collections the actor may see. Filtering by an item the actor cannot see returns none: otherwise the listing would reveal that it
 * exists. `trending` also sorts by votes: a team's hub has few of them. @throws {HubError} `query.invalid` for a malformed cursor
 */
export async function listCollections(
  hub: Hub,
  actor: Actor,
  { owners = [], items = [], q = '', sort = 'lastModified', limit, cursor }: CollectionQuery,
): Promise<{ collections: readonly ListedCollection[]; nextCursor: string | null }> {
  const db = hub.db.read
  const visible = visibleOwnerIds(actor, 'collection.read')
  let query = db.selectFrom('collection').selectAll()
  if (visible !== 'all') {
    query = query.where((eb) =>
      visible.length === 0 ? eb('is_private', '=', 0) : eb.or([eb('is_private', '=', 0), eb('owner_id', 'in', [...visible])]),
    )
  }
  if (owners.length > 0) {
    const names = owners.slice(0, 100).map((name) => name.toLowerCase())
    query = query.where('owner_id', 'in', (eb) =>
      eb
        .selectFrom('account')
        .select('id')
        .where((inner) => inner(inner.fn<string>('lower', ['name']), 'in', names)),
    )
  }
  if (items.length > 0) {
    const subjects = (await Promise.all(items.slice(0, 20).map((item) => subjectOf(hub, actor, item, null).catch(unknownItem)))).flatMap(
      (subject) => subject ?? [],
    )
    if (subjects.length === 0) return { collections: [], nextCursor: null }
    query = query.where('id', 'in', (eb) =>
      eb
        .selectFrom('collection_item')
        .select('collection_id')
        .where((inner) =>
          inner.or(
            subjects.map(({ repo_id, other_id, paper }) =>
              repo_id !== null
                ? inner('repo_id', '=', repo_id)
                : other_id !== null
                  ? inner('other_id', '=', other_id)
                  : inner('paper', '=', paper),
            ),
          ),
        ),
    )
  }
  for (const word of q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    query = query.where(
      sql<boolean>`(lower(title) like ${pattern} escape '\\' or lower(coalesce(description, '')) like ${pattern} escape '\\')`,
    )
  }
  const column = sort === 'lastModified' ? 'updated' : 'upvotes'
  const after = parsePageCursor(cursor)
  if (after) {
    query = query.where((eb) => eb.or([eb(column, '<', after.key), eb.and([eb(column, '=', after.key), eb('id', '<', after.id)])]))
  }
  const rows = await query
    .orderBy(column, 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    collections: await withItems(hub, actor, await withOwners(db, page)),
    nextCursor: last ? encodePageCursor({ key: last[column], id: last.id }) : null,
  }
}

/** All collections of an account that the actor may see, in the owner's order. */
export async function collectionsOf(hub: Hub, actor: Actor, ownerId: number, limit: number): Promise<ListedCollection[]> {
  const visible = visibleOwnerIds(actor, 'collection.read')
  let query = hub.db.read.selectFrom('collection').selectAll().where('owner_id', '=', ownerId)
  if (visible !== 'all' && !visible.includes(ownerId)) query = query.where('is_private', '=', 0)
  const rows = await query.orderBy('position').orderBy('id').limit(limit).execute()
  return withItems(hub, actor, await withOwners(hub.db.read, rows))
}

/** All items of a collection that the actor can see, and whether the actor has voted for it. */
export async function readCollection(
  hub: Hub,
  actor: Actor,
  collection: Collection,
): Promise<{ items: readonly CollectionItem[]; isUpvoted: boolean }> {
  const items = (await itemsOf(hub.db.read, actor, [collection.id])).get(collection.id) ?? []
  return { items, isUpvoted: (await upvotedAmong(hub, actor, [collection.id])).has(collection.id) }
}

/** Which of these collections the actor has voted for, by internal id. */
export async function upvotedAmong(hub: Hub, actor: Actor, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (actor.kind !== 'user' || ids.length === 0) return new Set()
  const rows = await hub.db.read
    .selectFrom('collection_upvote')
    .select('collection_id')
    .where('user_id', '=', actor.userId)
    .where('collection_id', 'in', ids)
    .execute()
  return new Set(rows.map(({ collection_id }) => collection_id))
}

/** Total votes on the public collections of an account. */
export async function countUpvotes(hub: Hub, ownerId: number): Promise<number> {
  const row = await hub.db.read
    .selectFrom('collection')
    .select((eb) => eb.fn.sum<number>('upvotes').as('n'))
    .where('owner_id', '=', ownerId)
    .where('is_private', '=', 0)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

async function withItems(hub: Hub, actor: Actor, collections: readonly Collection[]): Promise<ListedCollection[]> {
  const items = await itemsOf(
    hub.db.read,
    actor,
    collections.map(({ id }) => id),
    lookedAt,
  )
  return collections.map((collection) => ({ collection, items: (items.get(collection.id) ?? []).slice(0, shownItems) }))
}

/** An item that does not exist or is not visible is in no collection. */
function unknownItem(error: unknown): null {
  if (error instanceof HubError) return null
  throw error
}
