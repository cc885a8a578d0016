import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { decryptAtRest, encryptAtRest } from './at-rest.ts'
import type { encryptedColumns } from './columns.ts'

type StoredKeyName = (typeof encryptedColumns)['setting.value']['rows'][number]

const keysOf = hubState('stored-keys', () => new Map<string, Promise<Buffer>>())

/** A random key of 32 bytes: created once per hub, shared by all its processes through the table `setting`. */
export function storedKey(hub: Hub, name: StoredKeyName): Promise<Buffer> {
  const keys = keysOf(hub)
  let key = keys.get(name)
  if (key === undefined) {
    keys.set(name, (key = loadKey(hub, name)))
    // A failed attempt is not cached: the database may be back for the next request.
    key.catch(() => keys.delete(name))
  }
  return key
}

async function loadKey(hub: Hub, name: StoredKeyName): Promise<Buffer> {
  const existing = await hub.db.read.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  if (existing) return toKey(hub, name, existing.value)
  const fresh = encryptAtRest(hub, 'setting.value', name, hub.randomBytes(32).toString('base64'))
  return hub.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name, value: fresh })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()
    return toKey(hub, name, row.value)
  })
}

function toKey(hub: Hub, name: string, stored: string): Buffer {
  return Buffer.from(decryptAtRest(hub, 'setting.value', name, stored), 'base64')
}
