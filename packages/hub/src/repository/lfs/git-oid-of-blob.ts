import { createHash } from 'node:crypto'
import { openRecordedContent } from '../../foundation/contents/index.ts'
import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/**
 * The sha-1 that git would assign to the contents of a stored large file (not its pointer), lower-case hex. Reads the
 * whole blob the first time, then caches the result. `null` when it is not stored.
 */
export async function gitOidOfBlob(hub: Hub, sha256: string): Promise<string | null> {
  const key = Buffer.from(sha256, 'hex')
  const row = await hub.db.read.selectFrom('lfs_blob').select(['size', 'git_oid']).where('sha256', '=', key).executeTakeFirst()
  if (!row) return null
  if (row.git_oid !== null) return toHex(row.git_oid)
  const hash = createHash('sha1').update(`blob ${row.size}\0`)
  const content = await openRecordedContent(hub, sha256, row.size)
  if (content === null) return null
  for await (const chunk of await content.read()) hash.update(chunk as Uint8Array)
  const oid = hash.digest()
  await hub.db.write((tx) => tx.updateTable('lfs_blob').set({ git_oid: oid }).where('sha256', '=', key).execute())
  return toHex(oid)
}
