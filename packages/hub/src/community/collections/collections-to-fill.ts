import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { canEditCollection, type Collection } from './collection.ts'
import { type NewItem, subjectOf } from './change-items.ts'
import { listCollections } from './list-collections.ts'

const maxOffered = 100

/**
 * Collections the actor may change, most recently changed first, each with the id of the item's entry, or `null` if it is not in there.
 * @throws {HubError} `repo.not_found`, `collection.not_found`, `body.invalid` for the item
 */
export async function collectionsToFill(
  hub: Hub,
  actor: Actor,
  item: NewItem,
): Promise<{ readonly collection: Collection; readonly itemUid: string | null }[]> {
  const subject = await subjectOf(hub, actor, item, null)
  if (actor.kind !== 'user') return []
  const { collections } = await listCollections(hub, actor, {
    owners: [actor.name, ...actor.orgs.map(({ name }) => name)],
    limit: maxOffered,
  })
  const own = collections.map(({ collection }) => collection).filter((each) => canEditCollection(actor, each))
  if (own.length === 0) return []
  let query = hub.db.read
    .selectFrom('collection_item')
    .select(['collection_id', 'uid'])
    .where(
      'collection_id',
      'in',
      own.map(({ id }) => id),
    )
  if (subject.repo_id !== null) query = query.where('repo_id', '=', subject.repo_id)
  else if (subject.other_id === null) query = query.where('paper', '=', subject.paper)
  else query = query.where('other_id', '=', subject.other_id)
  const rows = await query.execute()
  const held = new Map(rows.map(({ collection_id, uid }) => [collection_id, uid]))
  return own.map((collection) => ({ collection, itemUid: held.get(collection.id) ?? null }))
}
