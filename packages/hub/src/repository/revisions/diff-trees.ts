import { folderMode, type Oid, type TreeItem, type TreeMode } from '@portolan/git'
import { readTree } from '../../foundation/git-store/index.ts'
import { sortInTurns, Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { getCommit } from './history.ts'

export interface ChangedPath {
  readonly path: string
  readonly status: 'added' | 'removed' | 'changed'
  readonly oldOid: Oid | null
  readonly newOid: Oid | null
  readonly oldMode: TreeMode | null
  readonly newMode: TreeMode | null
}

/**
 * The files that differ between two commits, in byte order of their paths; `null` stands for the empty tree. Equal folders are not
 * read. A file whose mode differs counts as changed.
 */
export async function diffTrees(hub: Hub, repo: Readable, from: Oid | null, to: Oid): Promise<ChangedPath[]> {
  const before = from === null ? null : (await getCommit(hub, repo, from)).tree
  const after = (await getCommit(hub, repo, to)).tree
  const changes: ChangedPath[] = []
  await compare(hub, repo, before, after, '', changes)
  return inByteOrder(changes)
}

async function compare(
  hub: Hub,
  repo: Readable,
  before: Oid | null,
  after: Oid | null,
  prefix: string,
  changes: ChangedPath[],
): Promise<void> {
  const old = await itemsOf(hub, repo, before)
  const now = await itemsOf(hub, repo, after)
  const yielder = new Yielder()
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    await yielder.yieldIfDue()
    const a = old.get(name)
    const b = now.get(name)
    if (a?.oid === b?.oid && a?.mode === b?.mode) continue
    const path = `${prefix}${name}`
    const oldFolder = a?.mode === folderMode ? a.oid : null
    const newFolder = b?.mode === folderMode ? b.oid : null
    if (oldFolder !== null || newFolder !== null) await compare(hub, repo, oldFolder, newFolder, `${path}/`, changes)
    const oldFile = a && a.mode !== folderMode ? a : null
    const newFile = b && b.mode !== folderMode ? b : null
    if (oldFile === null && newFile === null) continue
    changes.push({
      path,
      status: oldFile === null ? 'added' : newFile === null ? 'removed' : 'changed',
      oldOid: oldFile?.oid ?? null,
      newOid: newFile?.oid ?? null,
      oldMode: oldFile?.mode ?? null,
      newMode: newFile?.mode ?? null,
    })
  }
}

/** Sorts by bytes, like git. UTF-16, by which strings compare, has a different order beyond U+FFFF. */
async function inByteOrder(changes: readonly ChangedPath[]): Promise<ChangedPath[]> {
  const keyed = changes.map((change) => ({ change, key: Buffer.from(change.path) }))
  return (await sortInTurns(keyed, (a, b) => Buffer.compare(a.key, b.key))).map(({ change }) => change)
}

async function itemsOf(hub: Hub, repo: Readable, tree: Oid | null): Promise<Map<string, TreeItem>> {
  return new Map(tree === null ? [] : (await readTree(hub, repo, tree)).map((item) => [item.name, item]))
}
