import { HubError } from '@portolan/contract'
import type { Oid } from '@portolan/git'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { Readable } from '../access/index.ts'
import { factsOfBlobs, findEntry, isBlob, itemsBelow } from './tree.ts'

/** Sizes of folders by their oids: they never change. */
const sizeCache = hubCache<{ readonly bytes: number }>('tree-sizes', { max: 20_000 })

/** Total size of a file, or of all files below a folder; for large files the actual size. Bytes. @throws {HubError} `entry.not_found` */
export async function treeSize(hub: Hub, repo: Readable, commitOid: Oid, path: string): Promise<number> {
  const entry = await findEntry(hub, repo, commitOid, path)
  if (!entry) throw new HubError('entry.not_found', { message: `${path} does not exist on this revision`, path, commitOid })
  if (entry.type !== 'directory') return entry.size
  const sizes = sizeCache(hub)
  const key = cacheKey(repo.uid, entry.oid)
  const known = sizes.get(key)
  if (known) return known.bytes
  const yielder = new Yielder()
  const oids: Oid[] = []
  for (const { item } of await itemsBelow(hub, repo, entry.oid, entry.path)) {
    await yielder.yieldIfDue()
    if (isBlob(item)) oids.push(item.oid)
  }
  const facts = await factsOfBlobs(hub, repo, oids)
  let bytes = 0
  for (const oid of oids) {
    await yielder.yieldIfDue()
    bytes += facts.get(oid)?.size ?? 0
  }
  sizes.set(key, { bytes })
  return bytes
}
