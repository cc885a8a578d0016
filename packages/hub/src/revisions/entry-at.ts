import { folderMode, type Oid, type TreeItem } from '@portolan/git'
import { findInTree, readTree } from '../git-store/index.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'

/** What stands at a path below a tree; `null` when nothing does. Reads one tree per folder on the way, mostly from memory. */
export async function itemAt(hub: Hub, repo: Repo, tree: Oid, path: string): Promise<TreeItem | null> {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  let folder = tree
  for (const part of parts) {
    const item = findInTree(await readTree(hub.db.read, repo.id, folder), part)
    if (item?.mode !== folderMode) return null
    folder = item.oid
  }
  return findInTree(await readTree(hub.db.read, repo.id, folder), name) ?? null
}
