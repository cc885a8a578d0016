import { folderMode, type Oid } from '@portolan/git'
import { readTree } from '../git-store/index.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'
import { type CommitInfo, getCommits, historyOf } from './history.ts'
import type { TreeEntry } from './tree.ts'

/** Histories longer than this are searched only so far back; what is older is shown with the oldest commit looked at. */
const maxCommits = 2_000
const batch = 100

/** Fills in, for each entry, the last commit that changed it: the walk ends as soon as all are found. */
export async function addLastCommits(hub: Hub, repo: Repo, commitOid: Oid, entries: readonly TreeEntry[]): Promise<void> {
  const order = (await historyOf(hub, repo, commitOid)).slice(0, maxCommits)
  let open = [...entries]
  let oldest: CommitInfo | undefined
  for (let at = 0; at < order.length && open.length > 0; at += batch) {
    const infos = await getCommits(hub, repo, order.slice(at, at + batch))
    for (const oid of order.slice(at, at + batch)) {
      const commit = infos.get(oid)
      if (!commit || open.length === 0) continue
      oldest = commit
      open = await settle(hub, repo, commit, open)
    }
  }
  for (const entry of open) if (oldest) entry.lastCommit = brief(oldest)
}

/** Marks the entries that differ from every parent of this commit; gives back the others. */
async function settle(hub: Hub, repo: Repo, commit: CommitInfo, open: TreeEntry[]): Promise<TreeEntry[]> {
  const parents = [...(await getCommits(hub, repo, commit.parents)).values()]
  const left: TreeEntry[] = []
  for (const entry of open) {
    const here = await oidAt(hub, repo, commit.tree, entry.path)
    if (here !== entry.oid) {
      left.push(entry)
      continue
    }
    const inParents = await Promise.all(parents.map((parent) => oidAt(hub, repo, parent.tree, entry.path)))
    if (inParents.some((oid) => oid === entry.oid)) left.push(entry)
    else entry.lastCommit = brief(commit)
  }
  return left
}

async function oidAt(hub: Hub, repo: Repo, tree: Oid, path: string): Promise<Oid | null> {
  let current = tree
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    const item = (await readTree(hub.db.read, repo.id, current)).find(({ name }) => name === part)
    if (!item || (index < parts.length - 1 && item.mode !== folderMode)) return null
    current = item.oid
  }
  return current
}

function brief(commit: CommitInfo): { id: Oid; title: string; date: Date } {
  return { id: commit.oid, title: commit.title, date: commit.date }
}
