import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { isSha256 } from '../../foundation/blobs/blob-layout.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent, Writable } from '../access/index.ts'
import { recordUpload, usableObjects } from './object-rows.ts'

/**
 * Lets the caller commit large files of `source` to `target` without sending them: they count as uploaded there by the caller.
 * Only what is usable in the source is shared: knowing a hash gives no access.
 * @returns those the source does not have, in request order
 */
export async function shareObjects(
  hub: Hub,
  actor: Actor,
  source: WithContent,
  target: Writable,
  oids: readonly string[],
): Promise<string[]> {
  const user = requireUser(actor)
  const usable = await usableObjects(hub.db.read, source.id, user.userId, [...new Set(oids.filter(isSha256))])
  await hub.db.write(async (tx) => {
    for (const [sha256, size] of usable) await recordUpload(tx, hub, target.id, user.userId, { sha256, size })
  })
  return oids.filter((oid) => !usable.has(oid))
}
