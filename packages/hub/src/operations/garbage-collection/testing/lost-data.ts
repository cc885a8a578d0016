import { findChunked, loadXorbs, openContent } from '../../../foundation/contents/index.ts'
import { toHex } from '../../../foundation/db/db.ts'
import { readSnapshot } from '../../../foundation/db/open-snapshot.ts'
import { isDeleted } from '../../../foundation/db/visibility.ts'
import type { Hub } from '../../../hub.ts'
import { visibility } from '../../../repository/access/index.ts'
import { scanRepo } from '../scan-repo.ts'

/**
 * One line for everything that a live repo needs and does not have: objects, ownership of large files, their bytes. Empty when all is well. The tables are
 * read as of one instant: others may keep writing.
 */
export async function lostData(hub: Hub): Promise<string[]> {
  const { lost, rights } = await readSnapshot(hub.db.location, async (db) => {
    const found: string[] = []
    const all = new Map<string, string>()
    const repos = await db.selectFrom('repo').select(['id', 'owner', 'name']).where('vis', '<', visibility.deleted).execute()
    for (const { id, owner, name } of repos) {
      const scan = await scanRepo(db, id)
      for (const oid of scan.missing) found.push(`${owner}/${name} lacks object ${oid}`)
      const rows = await db
        .selectFrom('repo_lfs')
        .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
        .select('repo_lfs.sha256')
        .where('repo_id', '=', id)
        .execute()
      const own = new Set(rows.map(({ sha256 }) => toHex(sha256)))
      for (const sha256 of own) all.set(sha256, `${owner}/${name}`)
      for (const [oid, sha256] of scan.pointers)
        if (scan.reached.has(oid) && !own.has(sha256)) found.push(`${owner}/${name} lost its right to ${sha256}`)
    }
    return { lost: found, rights: all }
  })
  for (const [sha256, repo] of rights)
    if ((await isLost(hub, sha256)) && (await isNeeded(hub, sha256)) && (await isLost(hub, sha256)))
      lost.push(`the bytes of ${sha256} are gone (${repo})`)
  return lost
}

/** Everything stored that is unreferenced: empty after the final garbage collection. */
export async function remainingData(hub: Hub): Promise<string[]> {
  const left: string[] = []
  const { read } = hub.db
  const repos = await read.selectFrom('repo').select(['id', 'owner', 'name', 'vis']).execute()
  for (const { id, owner, name, vis } of repos) {
    if (isDeleted(vis)) left.push(`${owner}/${name} is still there`)
    const scan = await scanRepo(read, id)
    for (const oid of scan.objects.keys()) if (!scan.reached.has(oid)) left.push(`${owner}/${name} still has ${oid}`)
  }
  const rows = await read.selectFrom('repo_lfs').select(['repo_id', 'sha256']).execute()
  const needed = new Set(rows.map(({ sha256 }) => toHex(sha256)))
  const rights = new Set(rows.map(({ repo_id, sha256 }) => `${repo_id} ${toHex(sha256)}`))
  for (const { repo_id, sha256 } of await read.selectFrom('repo_lfs_holder').select(['repo_id', 'sha256']).execute())
    if (!rights.has(`${repo_id} ${toHex(sha256)}`)) left.push(`holder of ${toHex(sha256)}`)
  const files = (await read.selectFrom('xet_file').select('sha256').execute()).map(({ sha256 }) => toHex(sha256))
  for (const sha256 of files) if (!needed.has(sha256)) left.push(`description of ${sha256}`)
  const inFiles = await read.selectFrom('xet_file_xorb').select(['xorb_id', 'sha256']).execute()
  for (const { sha256 } of inFiles) if (!files.includes(toHex(sha256))) left.push(`chunks of ${toHex(sha256)}`)
  const used = new Set(inFiles.map(({ xorb_id }) => xorb_id))
  const xorbs = await read.selectFrom('xet_xorb').select(['id', 'blob']).execute()
  for (const { id } of xorbs) if (!used.has(id)) left.push(`xorb ${id}`)
  const known = new Set(xorbs.map(({ id }) => id))
  for (const table of ['xet_chunk', 'xet_xorb_user'] as const)
    for (const { xorb_id } of await read.selectFrom(table).select('xorb_id').execute())
      if (!known.has(xorb_id)) left.push(`${table} of ${xorb_id}`)
  const blobs = new Set([...needed, ...xorbs.map(({ blob }) => toHex(blob))])
  for await (const { sha256 } of hub.blobs.list()) if (!blobs.has(sha256)) left.push(`blob ${sha256}`)
  for (const { sha256 } of await read.selectFrom('lfs_blob').select('sha256').execute())
    if (!blobs.has(toHex(sha256))) left.push(`row of ${toHex(sha256)}`)
  for await (const id of hub.blobs.parts.uploads()) left.push(`parts of upload ${id}`)
  for (const { sha256 } of await read.selectFrom('blob_freeing').select('sha256').execute()) left.push(`removal of ${toHex(sha256)}`)
  return left
}

async function isLost(hub: Hub, sha256: string): Promise<boolean> {
  const content = await openContent(hub, sha256)
  if (content === null) return true
  if (content.isBlob) return false
  const file = await findChunked(hub, sha256)
  const ids = (file?.terms ?? []).map(({ xorbId }) => xorbId)
  try {
    for (const { blob } of (await loadXorbs(hub, ids)).values()) if ((await hub.blobs.stat(blob)) === null) return true
    return false
  } catch {
    // A xorb without a row.
    return true
  }
}

async function isNeeded(hub: Hub, sha256: string): Promise<boolean> {
  const row = await hub.db.read
    .selectFrom('repo_lfs')
    .innerJoin('repo', 'repo.id', 'repo_lfs.repo_id')
    .select('repo_id')
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  return row !== undefined
}
