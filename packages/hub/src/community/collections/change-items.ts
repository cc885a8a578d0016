import { HubError, limits, parseRepoName, type RepoType } from '@portolan/contract'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { requireRepo } from '../../repository/access/index.ts'
import { type Collection, requireCollection } from './collection.ts'
import { itemsOf } from './items.ts'
import { touchCollection } from './touch-collection.ts'

/** What is added to a collection, by its address: `ada/stories`, an arXiv id, or a collection's slug. */
export interface NewItem {
  readonly type: RepoType | 'paper' | 'collection'
  readonly id: string
}

interface Subject {
  readonly repo_id: number | null
  readonly other_id: number | null
  readonly paper: string | null
}

/**
 * Appends an item to a collection. The user who adds it must be able to see it; readers of the collection only find it if they can see it themselves.
 * @throws {HubError} `collection.not_found`, `repo.not_found`, `collection.item_exists`, `collection.full`, `body.invalid`
 */
export async function addItem(hub: Hub, actor: Actor, slug: string, item: NewItem, note: string | null): Promise<Collection> {
  const collection = await requireCollection(hub, actor, slug, 'edit')
  const subject = await subjectOf(hub, actor, item, collection)
  const text = checkNote(note)
  await hub.db.write(async (tx) => {
    await touchCollection(tx, hub, requireUser(actor).name, collection, 'collection.updated')
    await insertItem(tx, hub, collection.id, item.type, subject, text)
  })
  return requireCollection(hub, actor, slug, 'read')
}

/** Resolves an address to its row. @throws {HubError} `repo.not_found`, `collection.not_found`, `body.invalid` */
export async function subjectOf(hub: Hub, actor: Actor, item: NewItem, into: Collection | null): Promise<Subject> {
  const none = { repo_id: null, other_id: null, paper: null }
  if (item.type === 'paper') {
    if (!/^\d{4}\.\d{4,5}(?:v\d{1,3})?$/.test(item.id))
      throw new HubError('body.invalid', { message: 'A paper must be given by its arXiv ID, such as 1706.03762', field: 'item.id' })
    return { ...none, paper: item.id }
  }
  if (item.type === 'collection') {
    const other = await requireCollection(hub, actor, item.id, 'read')
    if (other.id === into?.id) throw new HubError('body.invalid', { message: 'A collection cannot contain itself', field: 'item.id' })
    return { ...none, other_id: other.id }
  }
  if (parseRepoName(item.id) === null)
    throw new HubError('body.invalid', { message: 'A repository must be given as owner/name', field: 'item.id' })
  return { ...none, repo_id: (await requireRepo(hub, actor, item.type, item.id, 'read')).id }
}

/** The caller has locked the collection's row. @throws {HubError} `collection.item_exists`, `collection.full` */
export async function insertItem(
  tx: Tx,
  hub: Hub,
  collectionId: number,
  type: NewItem['type'],
  subject: Subject,
  note: string | null,
): Promise<void> {
  const { n } = await tx
    .selectFrom('collection_item')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('collection_id', '=', collectionId)
    .executeTakeFirstOrThrow()
  if (Number(n) >= limits.collectionItems) throw new HubError('collection.full')
  const done = await tx
    .insertInto('collection_item')
    .values({
      uid: hub.newId(),
      collection_id: collectionId,
      type,
      ...subject,
      note,
      position: Number(n),
      created: hub.now().getTime(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (done.numInsertedOrUpdatedRows !== 1n) throw new HubError('collection.item_exists')
}

/** Changes to one item. `position` is zero-based among the items the actor can see. */
export interface ItemChange {
  readonly uid: string
  readonly note?: string | null
  readonly position?: number
}

/** Updates notes and positions in order, all or none. @throws {HubError} `collection.item_not_found`, and those of {@link requireCollection} */
export async function updateItems(hub: Hub, actor: Actor, slug: string, changes: readonly ItemChange[]): Promise<void> {
  const collection = await requireCollection(hub, actor, slug, 'edit')
  const notes = changes.map(({ note }) => (note === undefined ? undefined : checkNote(note)))
  await hub.db.write(async (tx) => {
    await touchCollection(tx, hub, requireUser(actor).name, collection, 'collection.updated')
    for (const [i, { uid, position }] of changes.entries()) {
      const visible = (await itemsOf(tx, actor, [collection.id])).get(collection.id) ?? []
      const item = visible.find((each) => each.uid === uid)
      if (!item) throw new HubError('collection.item_not_found')
      const note = notes[i]
      if (note !== undefined) await tx.updateTable('collection_item').set({ note }).where('id', '=', item.id).execute()
      if (position === undefined) continue
      const others = visible.filter(({ id }) => id !== item.id)
      // The item it goes before; none at the end.
      const next = others[Math.max(0, position)]?.id ?? null
      await moveBefore(tx, collection.id, item.id, next)
    }
  })
}

/** @throws {HubError} `collection.item_not_found`, and those of {@link requireCollection} */
export async function removeItem(hub: Hub, actor: Actor, slug: string, uid: string): Promise<void> {
  const collection = await requireCollection(hub, actor, slug, 'edit')
  await hub.db.write(async (tx) => {
    await touchCollection(tx, hub, requireUser(actor).name, collection, 'collection.updated')
    const visible = (await itemsOf(tx, actor, [collection.id])).get(collection.id) ?? []
    const item = visible.find((each) => each.uid === uid)
    if (!item) throw new HubError('collection.item_not_found')
    await tx.deleteFrom('collection_item').where('id', '=', item.id).execute()
    await renumber(tx, await idsInOrder(tx, collection.id))
  })
}

async function moveBefore(tx: Tx, collectionId: number, id: number, next: number | null): Promise<void> {
  const rest = (await idsInOrder(tx, collectionId)).filter((row) => row.id !== id)
  const at = next === null ? rest.length : rest.findIndex((row) => row.id === next)
  await renumber(tx, [...rest.slice(0, at), { id, position: -1 }, ...rest.slice(at)])
}

function idsInOrder(tx: Tx, collectionId: number): Promise<{ id: number; position: number }[]> {
  return tx
    .selectFrom('collection_item')
    .select(['id', 'position'])
    .where('collection_id', '=', collectionId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

async function renumber(tx: Tx, rows: readonly { id: number; position: number }[]): Promise<void> {
  for (const [position, row] of rows.entries())
    if (row.position !== position) await tx.updateTable('collection_item').set({ position }).where('id', '=', row.id).execute()
}

export function checkNote(note: string | null): string | null {
  const text = note?.trim() || null
  if (text !== null && text.length > limits.collectionNote)
    throw new HubError('body.invalid', { message: `A note can have at most ${limits.collectionNote} characters`, field: 'note' })
  return text
}
