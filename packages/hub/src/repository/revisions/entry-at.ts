import { folderMode, type Oid, type TreeItem } from '@portolan/git'
import { findInTree, readTree } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'

/** Looks up a path below a tree; `null` when it does not exist. Reads one tree per folder along the way, mostly from the cache. */
export async function itemAt(hub: Hub, repo: Readable, tree: Oid, path: string): Promise<TreeItem | null> {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  let folder = tree
  for (const part of parts) {
    const item = findInTree(await readTree(hub, repo, folder), part)
    if (item?.mode !== folderMode) return null
    folder = item.oid
  }
  return findInTree(await readTree(hub, repo, folder), name) ?? null
}
