import { folderMode, type Oid } from '@portolan/git'
import { findInTree, readTrees } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../access/index.ts'
import { type CommitInfo, getCommits, historyOf } from './history.ts'
import type { TreeEntry } from './tree.ts'

/** Long histories and large folders are searched only up to a limit: this many commits and steps. The last commit of older changes stays unknown. */
const maxCommits = 2_000
/** A step is an entry of a folder that is read, or a comparison of one entry of a commit with the same one of a parent. */
const maxSteps = 1_000_000
const batch = 25

/** The entries in a folder that still lack their last commit, and its folders that have such entries. */
interface OpenFolder {
  entries: TreeEntry[]
  readonly folders: Map<string, OpenFolder>
}

/** One call's limits: gives way to other work, and counts. */
class Search {
  readonly #yielder = new Yielder()
  readonly #read = new Set<Oid>()
  readonly #signal: AbortSignal | undefined
  #left = maxSteps

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal
  }

  get isOver(): boolean {
    return this.#left <= 0
  }

  /** Counts steps. @throws the signal's reason when the client has left */
  step(steps: number): Promise<void> | void {
    this.#left -= steps
    this.#signal?.throwIfAborted()
    return this.#yielder.yieldIfDue()
  }

  /** Counts the entries of folders once. */
  countRead(trees: ReadonlyMap<Oid, readonly unknown[]>): void {
    for (const [oid, items] of trees) {
      if (this.#read.has(oid)) continue
      this.#read.add(oid)
      this.#left -= items.length
    }
  }
}

/**
 * Fills in the last commit that changed each entry: the walk ends as soon as all are found.
 * @param signal aborted when the client has left
 */
export async function addLastCommits(
  hub: Hub,
  repo: Readable,
  commitOid: Oid,
  entries: readonly TreeEntry[],
  signal?: AbortSignal,
): Promise<void> {
  const order = (await historyOf(hub, repo, commitOid)).slice(0, maxCommits)
  const search = new Search(signal)
  const open = await byFolder(entries, search)
  for (let at = 0; at < order.length && !isDone(open) && !search.isOver; at += batch) {
    // One more than the batch: in a linear history, the parent of its last commit.
    const infos = await getCommits(hub, repo, order.slice(at, at + batch + 1))
    const roots = await readTrees(
      hub,
      repo,
      [...infos.values()].map(({ tree }) => tree),
    )
    search.countRead(roots)
    for (const oid of order.slice(at, at + batch)) {
      const commit = infos.get(oid)
      if (!commit || isDone(open) || search.isOver) continue
      await settle(hub, repo, commit, open, search)
    }
  }
}

function isDone({ entries, folders }: OpenFolder): boolean {
  return entries.length === 0 && folders.size === 0
}

async function byFolder(entries: readonly TreeEntry[], search: Search): Promise<OpenFolder> {
  const root: OpenFolder = { entries: [], folders: new Map() }
  for (const entry of entries) {
    let folder = root
    const parts = entry.path.split('/').slice(0, -1)
    for (const part of parts) {
      let next = folder.folders.get(part)
      if (!next) folder.folders.set(part, (next = { entries: [], folders: new Map() }))
      folder = next
    }
    folder.entries.push(entry)
    await search.step(parts.length)
  }
  return root
}

/** A folder as it is in a commit and, where it exists, in its parents. */
interface Place {
  readonly folder: OpenFolder
  readonly above: Place | null
  readonly name: string
  readonly here: Oid
  readonly before: readonly Oid[]
}

/** Records the commit for entries that differ from every parent, and removes them from `open`. A folder that did not change is not entered. */
async function settle(hub: Hub, repo: Readable, commit: CommitInfo, open: OpenFolder, search: Search): Promise<void> {
  const parents = [...(await getCommits(hub, repo, commit.parents)).values()].map(({ tree }) => tree)
  const places: Place[] = [{ folder: open, above: null, name: '', here: commit.tree, before: parents }]
  for (let place = places.pop(); place && !search.isOver; place = places.pop()) {
    const { folder, here, before } = place
    await search.step(1 + before.length)
    if (before.includes(here)) continue
    const trees = await readTrees(hub, repo, [here, ...before])
    search.countRead(trees)
    const now = trees.get(here) ?? []
    const old = before.map((oid) => trees.get(oid) ?? [])
    for (const [name, below] of folder.folders) {
      await search.step(1 + old.length)
      const item = findInTree(now, name)
      if (item?.mode !== folderMode) continue
      const known = old.flatMap((items) => findInTree(items, name) ?? []).filter(({ mode }) => mode === folderMode)
      places.push({ folder: below, above: place, name, here: item.oid, before: known.map(({ oid }) => oid) })
    }
    const left: TreeEntry[] = []
    for (const entry of folder.entries) {
      await search.step(1 + old.length)
      const isChanged =
        findInTree(now, entry.name)?.oid === entry.oid && !old.some((items) => findInTree(items, entry.name)?.oid === entry.oid)
      if (isChanged) entry.lastCommit = brief(commit)
      else left.push(entry)
    }
    folder.entries = left
    close(place)
  }
}

/** Removes a folder without open entries, and those above it that have none left. */
function close(place: Place): void {
  for (let at = place; at.above !== null && isDone(at.folder); at = at.above) at.above.folder.folders.delete(at.name)
}

function brief(commit: CommitInfo): { id: Oid; title: string; date: Date } {
  return { id: commit.oid, title: commit.title, date: commit.date }
}
