import { folderMode, type Oid } from '@portolan/git'
import { findInTree, readTree, readTrees } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { type CommitInfo, getCommits, historyOf } from './history.ts'
import type { TreeEntry } from './tree.ts'

/**
 * Long histories of large folders are searched only up to a limit: this many commits, or about this many entries of root folders.
 * Older changes are shown with the oldest commit searched.
 */
const maxCommits = 2_000
const maxItems = 200_000
const batch = 25

/** Fills in the last commit that changed each entry: the walk ends as soon as all are found. */
export async function addLastCommits(hub: Hub, repo: Readable, commitOid: Oid, entries: readonly TreeEntry[]): Promise<void> {
  const order = (await historyOf(hub, repo, commitOid)).slice(0, maxCommits)
  const open = byFolder(entries)
  let oldest: CommitInfo | undefined
  let items = 0
  for (let at = 0; at < order.length && open.size > 0 && items < maxItems; at += batch) {
    // One more than the batch: in a linear history, the parent of its last commit.
    const infos = await getCommits(hub, repo, order.slice(at, at + batch + 1))
    const roots = await readTrees(
      hub,
      repo,
      [...infos.values()].map(({ tree }) => tree),
    )
    for (const root of roots.values()) items += root.length
    for (const oid of order.slice(at, at + batch)) {
      const commit = infos.get(oid)
      if (!commit || open.size === 0) continue
      oldest = commit
      await settle(hub, repo, commit, open)
    }
  }
  if (oldest) for (const wanted of open.values()) for (const entry of wanted) entry.lastCommit = brief(oldest)
}

/** Entries by folder: a commit that did not change a folder is handled with one comparison. */
function byFolder(entries: readonly TreeEntry[]): Map<string, TreeEntry[]> {
  const folders = new Map<string, TreeEntry[]>()
  for (const entry of entries) {
    const folder = entry.path.slice(0, Math.max(0, entry.path.length - entry.name.length - 1))
    const known = folders.get(folder)
    if (known) known.push(entry)
    else folders.set(folder, [entry])
  }
  return folders
}

/** Records the commit for entries that differ from every parent, and removes them from `open`. */
async function settle(hub: Hub, repo: Readable, commit: CommitInfo, open: Map<string, TreeEntry[]>): Promise<void> {
  const parents = [...(await getCommits(hub, repo, commit.parents)).values()]
  for (const [folder, wanted] of open) {
    const here = await folderAt(hub, repo, commit.tree, folder)
    if (here === null) continue
    const before = await Promise.all(parents.map((parent) => folderAt(hub, repo, parent.tree, folder)))
    if (before.includes(here)) continue
    const now = await readTree(hub, repo, here)
    const old = [
      ...(
        await readTrees(
          hub,
          repo,
          before.filter((oid) => oid !== null),
        )
      ).values(),
    ]
    const left = wanted.filter((entry) => {
      if (findInTree(now, entry.name)?.oid !== entry.oid) return true
      if (old.some((items) => findInTree(items, entry.name)?.oid === entry.oid)) return true
      entry.lastCommit = brief(commit)
      return false
    })
    if (left.length === 0) open.delete(folder)
    else open.set(folder, left)
  }
}

/** The tree of a folder; `null` when it does not exist. */
async function folderAt(hub: Hub, repo: Readable, tree: Oid, folder: string): Promise<Oid | null> {
  let current = tree
  for (const part of folder === '' ? [] : folder.split('/')) {
    const item = findInTree(await readTree(hub, repo, current), part)
    if (item?.mode !== folderMode) return null
    current = item.oid
  }
  return current
}

function brief(commit: CommitInfo): { id: Oid; title: string; date: Date } {
  return { id: commit.oid, title: commit.title, date: commit.date }
}
