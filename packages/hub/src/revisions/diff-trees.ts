import { folderMode, type Oid, type TreeItem } from '@portolan/git'
import { readTree } from '../git-store/index.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'
import { getCommit } from './history.ts'

export interface ChangedPath {
  readonly path: string
  readonly status: 'added' | 'removed' | 'changed'
  readonly oldOid: Oid | null
  readonly newOid: Oid | null
}

/** Which files differ between two commits, by path; `null` stands for nothing at all. Equal folders are not looked into. */
export async function diffTrees(hub: Hub, repo: Repo, from: Oid | null, to: Oid): Promise<ChangedPath[]> {
  const before = from === null ? null : (await getCommit(hub, repo, from)).tree
  const after = (await getCommit(hub, repo, to)).tree
  const changes: ChangedPath[] = []
  await compare(hub, repo, before, after, '', changes)
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1))
}

async function compare(hub: Hub, repo: Repo, before: Oid | null, after: Oid | null, prefix: string, changes: ChangedPath[]): Promise<void> {
  const old = await itemsOf(hub, repo, before)
  const now = await itemsOf(hub, repo, after)
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const a = old.get(name)
    const b = now.get(name)
    if (a?.oid === b?.oid && a?.mode === b?.mode) continue
    const path = `${prefix}${name}`
    const oldFolder = a?.mode === folderMode ? a.oid : null
    const newFolder = b?.mode === folderMode ? b.oid : null
    if (oldFolder !== null || newFolder !== null) await compare(hub, repo, oldFolder, newFolder, `${path}/`, changes)
    const oldOid = a && a.mode !== folderMode ? a.oid : null
    const newOid = b && b.mode !== folderMode ? b.oid : null
    if (oldOid === null && newOid === null) continue
    changes.push({ path, status: oldOid === null ? 'added' : newOid === null ? 'removed' : 'changed', oldOid, newOid })
  }
}

async function itemsOf(hub: Hub, repo: Repo, tree: Oid | null): Promise<Map<string, TreeItem>> {
  return new Map(tree === null ? [] : (await readTree(hub.db.read, repo.id, tree)).map((item) => [item.name, item]))
}
