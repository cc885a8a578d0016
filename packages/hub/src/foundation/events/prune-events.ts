import type { Hub } from '../../hub.ts'
import { eventsKeptMs } from './event-cursor.ts'
import { isBefore } from './event-log.ts'

/** Readers that get every event, however long no server ran: names of rows of `setting` with their positions. */
export const storedPositions = { webhooks: 'webhooks.position' } as const

/** Kept forever: who gained and lost permissions. They are few. */
const trail = ['account.', 'org.', 'token.']

/** Deletes events no reader can request any more, and that no reader with a stored position has yet to see. @returns the number of rows */
export async function pruneEvents(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    let query = tx
      .deleteFrom('event')
      .where('at', '<', hub.now().getTime() - eventsKeptMs)
      // SQLite reuses the largest id once its row is gone, and a reader's position would then hide the new one.
      .where('id', '<', (eb) => eb.selectFrom('event').select(({ fn }) => fn.max('id').as('id')))
    const positions = await tx.selectFrom('setting').select('value').where('name', 'in', Object.values(storedPositions)).execute()
    for (const { value } of positions) query = query.where(isBefore(hub.db.dialect, value))
    for (const start of trail) query = query.where('topic', 'not like', `${start}%`)
    const { numDeletedRows } = await query.executeTakeFirst()
    return Number(numDeletedRows)
  })
}
