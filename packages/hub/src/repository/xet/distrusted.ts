import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

const rowsAtOnce = 500
/** More damage than this is one event, from which single uploads do not recover. */
const maxDamages = 10_000

/**
 * Which of these xorbs may be damaged: verification found fault with one, with the blob it is in, or with a file that uses it. Nobody is told that these
 * chunks are stored, and whoever has them may store them again.
 */
export async function distrustedXorbs(hub: Hub, ids: readonly number[]): Promise<Set<number>> {
  const distrusted = new Set<number>()
  const damages = await hub.db.read
    .selectFrom('storage_damage')
    .select(['kind', 'item'])
    .where('kind', 'in', ['xorb', 'large file'])
    .limit(maxDamages)
    .execute()
  if (damages.length === 0) return distrusted
  const asked = new Set(ids)
  const files: Buffer[] = []
  for (const { kind, item } of damages) {
    if (kind === 'large file') files.push(Buffer.from(item, 'hex'))
    else if (asked.has(Number(item))) distrusted.add(Number(item))
  }
  for (let at = 0; at < files.length; at += rowsAtOnce) {
    const some = files.slice(at, at + rowsAtOnce)
    const inside = await hub.db.read.selectFrom('xet_xorb').select('id').where('blob', 'in', some).execute()
    const used = await hub.db.read.selectFrom('xet_file_xorb').select('xorb_id as id').where('sha256', 'in', some).execute()
    for (const { id } of [...inside, ...used]) if (asked.has(id)) distrusted.add(id)
  }
  return distrusted
}

/** True when a xorb cannot be relied on: distrusted, missing, or stored with another size. */
export async function isUnsound(hub: Hub, xorb: { id: number; blob: Uint8Array; serializedBytes: number | null }): Promise<boolean> {
  const stored = await hub.blobs.stat(toHex(xorb.blob))
  if (stored === null || (xorb.serializedBytes !== null && stored.size !== xorb.serializedBytes)) return true
  return (await distrustedXorbs(hub, [xorb.id])).size > 0
}
