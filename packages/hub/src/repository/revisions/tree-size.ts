import { HubError } from '@portolan/contract'
import { folderMode, type Oid } from '@portolan/git'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { factsOfBlobs, findEntry, itemsBelow } from './tree.ts'

/** Total size of a file, or of all files below a folder; for large files the actual size. Bytes. @throws {HubError} `entry.not_found` */
export async function treeSize(hub: Hub, repo: Readable, commitOid: Oid, path: string): Promise<number> {
  const entry = await findEntry(hub, repo, commitOid, path)
  if (!entry) throw new HubError('entry.not_found', { message: `${path} does not exist on this revision`, path, commitOid })
  if (entry.type !== 'directory') return entry.size
  const files = (await itemsBelow(hub, repo, entry.oid, entry.path)).filter(
    ({ item }) => item.mode !== folderMode && item.mode !== '160000',
  )
  const facts = await factsOfBlobs(
    hub,
    repo,
    files.map(({ item }) => item.oid),
  )
  return files.reduce((sum, { item }) => sum + (facts.get(item.oid)?.size ?? 0), 0)
}
