import { HubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import type { Collection } from './collection.ts'

/**
 * Marks a collection as changed and locks its row until the transaction ends, so that changes are serialized.
 * @throws {HubError} `collection.not_found` when it has been deleted
 */
export async function touchCollection(
  tx: Tx,
  hub: Hub,
  actorName: string,
  collection: Collection,
  topic: 'collection.created' | 'collection.updated',
): Promise<void> {
  const done = await tx.updateTable('collection').set({ updated: hub.now().getTime() }).where('id', '=', collection.id).executeTakeFirst()
  if (done.numUpdatedRows === 0n) throw new HubError('collection.not_found')
  await recordEvent(tx, hub, { topic, actor: actorName, payload: { collection: collection.uid } })
}
