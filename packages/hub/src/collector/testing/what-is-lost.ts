import { toHex } from '../../db/db.ts'
import type { Hub } from '../../hub.ts'
import { visibility } from '../../repos/index.ts'
import { scanRepo } from '../scan-repo.ts'

/** One line for everything that a live repo needs and does not have: objects, rights to large files, their bytes. Empty when all is well. */
export async function whatIsLost(hub: Hub): Promise<string[]> {
  const lost: string[] = []
  const repos = await hub.db.read.selectFrom('repo').select(['id', 'owner', 'name']).where('vis', '<', visibility.deleted).execute()
  for (const { id, owner, name } of repos) {
    const scan = await scanRepo(hub.db.read, id)
    for (const oid of scan.missing) lost.push(`${owner}/${name} lacks object ${oid}`)
    const rows = await hub.db.read
      .selectFrom('repo_lfs')
      .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
      .select('repo_lfs.sha256')
      .where('repo_id', '=', id)
      .execute()
    const rights = new Set(rows.map(({ sha256 }) => toHex(sha256)))
    for (const [oid, sha256] of scan.pointers) {
      if (!scan.reached.has(oid)) continue
      if (!rights.has(sha256)) lost.push(`${owner}/${name} lost its right to ${sha256}`)
    }
    for (const sha256 of rights)
      if ((await hub.blobs.stat(sha256)) === null) lost.push(`the bytes of ${sha256} are gone (${owner}/${name})`)
  }
  return lost
}

/** Everything that is stored and that nothing needs: empty after the last word of the collector. */
export async function whatIsLeft(hub: Hub): Promise<string[]> {
  const left: string[] = []
  const repos = await hub.db.read.selectFrom('repo').select(['id', 'owner', 'name', 'vis']).execute()
  for (const { id, owner, name, vis } of repos) {
    if (vis >= visibility.deleted) left.push(`${owner}/${name} is still there`)
    const scan = await scanRepo(hub.db.read, id)
    for (const oid of scan.objects.keys()) if (!scan.reached.has(oid)) left.push(`${owner}/${name} still has ${oid}`)
  }
  const rows = await hub.db.read.selectFrom('repo_lfs').select('sha256').distinct().execute()
  const needed = new Set(rows.map(({ sha256 }) => toHex(sha256)))
  for await (const { sha256 } of hub.blobs.list()) if (!needed.has(sha256)) left.push(`blob ${sha256}`)
  for (const { sha256 } of await hub.db.read.selectFrom('lfs_blob').select('sha256').execute())
    if (!needed.has(toHex(sha256))) left.push(`row of ${toHex(sha256)}`)
  return left
}
