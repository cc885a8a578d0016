import type { Selectable } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { CollectionItemTable } from '../../foundation/db/schema.ts'
import { canRead, type Repo, toRepo, visibility } from '../../repository/access/index.ts'
import { canSeeCollection, type Collection, type CollectionItem, withOwners } from './collection.ts'

type Row = Selectable<CollectionItemTable>

/** The items of each collection that the actor can see, by internal id, in order. @param perCollection maximum read from each, starting with the first */
export async function itemsOf(
  db: Reader,
  actor: Actor,
  collectionIds: readonly number[],
  perCollection?: number,
): Promise<Map<number, CollectionItem[]>> {
  if (collectionIds.length === 0) return new Map()
  let query = db.selectFrom('collection_item').selectAll().where('collection_id', 'in', collectionIds)
  // Positions are dense: they are rewritten whenever the order changes.
  if (perCollection !== undefined) query = query.where('position', '<', perCollection)
  const rows = await query.orderBy('collection_id').orderBy('position').orderBy('id').execute()
  const subjects = await subjectsOf(db, actor, rows)
  const items = new Map<number, CollectionItem[]>()
  for (const row of rows) {
    const subject = subjects(row)
    if (subject === null) continue
    const list = items.get(row.collection_id) ?? []
    list.push({ id: row.id, uid: row.uid, position: list.length, note: row.note, subject })
    items.set(row.collection_id, list)
  }
  return items
}

/** The item each row refers to; `null` when it is gone, or the actor may not see it. */
async function subjectsOf(db: Reader, actor: Actor, rows: readonly Row[]): Promise<(row: Row) => CollectionItem['subject'] | null> {
  const repos = await byId(
    rows.flatMap(({ repo_id }) => repo_id ?? []),
    async (ids) =>
      (await db.selectFrom('repo').selectAll().where('id', 'in', ids).where('vis', '<', visibility.deleted).execute()).map(toRepo),
    (repo: Repo) => canRead(actor, repo),
  )
  const others = await byId(
    rows.flatMap(({ other_id }) => other_id ?? []),
    async (ids) => withOwners(db, await db.selectFrom('collection').selectAll().where('id', 'in', ids).execute()),
    (collection: Collection) => canSeeCollection(actor, collection),
  )
  return (row) => {
    if (row.paper !== null) return { type: 'paper', paper: row.paper }
    const repo = row.repo_id === null ? undefined : repos.get(row.repo_id)
    if (repo) return { type: 'repo', repo }
    const collection = row.other_id === null ? undefined : others.get(row.other_id)
    return collection ? { type: 'collection', collection } : null
  }
}

const perRead = 500

async function byId<T extends { readonly id: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<T[]>,
  isVisible: (value: T) => boolean,
): Promise<Map<number, T>> {
  const wanted = [...new Set(ids)]
  const found = new Map<number, T>()
  for (let i = 0; i < wanted.length; i += perRead) {
    for (const value of await read(wanted.slice(i, i + perRead))) if (isVisible(value)) found.set(value.id, value)
  }
  return found
}
