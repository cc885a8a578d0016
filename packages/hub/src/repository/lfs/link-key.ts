import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

const settingName = 'lfs_link_key'
const linkKeyState = hubState('lfs-link-key', (): { key: Promise<Buffer> | null } => ({ key: null }))

/** The secret that signs transfer links: created once per hub, shared by all its processes through the table `setting`. */
export function linkKey(hub: Hub): Promise<Buffer> {
  const state = linkKeyState(hub)
  if (state.key === null) {
    state.key = loadKey(hub)
    // A failed attempt is not cached: the database may be back for the next request.
    state.key.catch(() => (state.key = null))
  }
  return state.key
}

async function loadKey(hub: Hub): Promise<Buffer> {
  const existing = await hub.db.read.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirst()
  if (existing) return Buffer.from(existing.value, 'base64')
  const fresh = hub.randomBytes(32).toString('base64')
  return hub.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: settingName, value: fresh })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    const row = await tx.selectFrom('setting').select('value').where('name', '=', settingName).executeTakeFirstOrThrow()
    return Buffer.from(row.value, 'base64')
  })
}
