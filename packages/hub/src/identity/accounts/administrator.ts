import type { Hub } from '../../hub.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { loadActor } from './load-actor.ts'

/** The hub's first administrator as an actor, for the command line; `null` if there is none yet. */
export async function findAdministrator(hub: Hub): Promise<UserActor | null> {
  const row = await hub.db.read.selectFrom('account').select('id').where('is_admin', '=', 1).orderBy('id').limit(1).executeTakeFirst()
  return row ? loadActor(hub.db.read, row.id, null) : null
}
