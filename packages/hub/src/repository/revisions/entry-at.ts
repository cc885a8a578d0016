import { folderMode, type Oid, type TreeItem } from '@portolan/git'
import { findInTree, readTree } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'

/** What stands at a path below a tree; `null` when nothing does. Reads one tree per folder on the way, mostly from memory. */
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
