import { HubError } from '@portolan/contract'
import { folderMode, type Oid, parsePointer, objectBody, pointerSizes, type TreeItem, type TreeMode } from '@portolan/git'
import { findInTree, type HasReader, readObject, readObjects, readSizes, readTree, readTrees } from '../../foundation/git-store/index.ts'
import { sortInTurns, Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { cacheKey, hubCache } from '../../hub-cache.ts'
import type { Readable, WithContent } from '../access/index.ts'
import { getCommit } from './history.ts'
import { addLastCommits } from './last-commit.ts'

export interface TreeEntry {
  readonly type: 'file' | 'directory' | 'symlink' | 'submodule'
  readonly path: string
  readonly name: string
  /** Of the blob (for a large file: of its pointer) or the tree. */
  readonly oid: Oid
  /** Content size in bytes, the actual one for large files; 0 for folders. */
  readonly size: number
  readonly mode: TreeMode
  readonly lfs: { readonly sha256: string; readonly size: number; readonly pointerSize: number } | null
  lastCommit?: { readonly id: Oid; readonly title: string; readonly date: Date }
}

interface BlobFacts {
  readonly size: number
  readonly lfs: TreeEntry['lfs']
}

/** Sizes and pointers of blobs never change; a folder of ten thousand files should be read only once. */
const blobFactsCache = hubCache<BlobFacts>('blob-facts', { max: 200_000 })

/**
 * The entries of a folder, folders first, then files, each sorted by name; with `recursive`, everything below it in path order.
 * @param options.expand adds the last commit of each entry, where a limited search finds it
 * @param options.signal aborted when the client has left
 * @throws {HubError} `entry.not_found` when the path is not a folder
 */
export async function listTree(
  hub: Hub,
  repo: Readable,
  commitOid: Oid,
  path: string,
  options: { recursive?: boolean; cursor?: string | null; limit?: number; expand?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<{ entries: TreeEntry[]; nextCursor: string | null }> {
  const folder = await requireFolder(hub, repo, commitOid, path)
  const base = path.replace(/(?<!\/)\/+$/, '')
  const recursive = options.recursive === true
  const items = recursive ? await itemsBelow(hub, repo, folder, base) : await itemsIn(hub, repo, folder, base)
  const start = options.cursor ? startAfter(items, options.cursor, recursive) : 0
  const slice = items.slice(start, options.limit === undefined ? undefined : start + options.limit)
  const entries = await toEntries(hub, repo, slice)
  if (options.expand === true) await addLastCommits(hub, repo, commitOid, entries, options.signal)
  const last = slice.at(-1)
  const more = last !== undefined && start + slice.length < items.length
  return { entries, nextCursor: more ? Buffer.from(sortKey(last, recursive)).toString('base64url') : null }
}

/** Files by root folder: pages and many routes list all files of a commit. */
const filesCache = hubCache<readonly TreeEntry[]>('tree-files', {
  max: 100,
  maxSize: 300_000,
  sizeCalculation: (files) => files.length + 1,
})

/** Every file of a commit, in path order. */
export async function listFiles(hub: Hub, repo: Readable, commitOid: Oid): Promise<readonly TreeEntry[]> {
  const { tree } = await getCommit(hub, repo, commitOid)
  const files = filesCache(hub)
  const key = cacheKey(repo.uid, tree)
  const known = files.get(key)
  if (known) return known
  const items: PathItem[] = []
  const yielder = new Yielder()
  for (const each of await itemsBelow(hub, repo, tree, '')) {
    await yielder.yieldIfDue()
    if (each.item.mode !== folderMode) items.push(each)
  }
  const entries = await toEntries(hub, repo, items)
  files.set(key, entries)
  return entries
}

/** One file or folder; `null` when there is none. A trailing slash is ignored. The empty path is the root folder. */
export async function findEntry(hub: HasReader, repo: Readable, commitOid: Oid, path: string): Promise<TreeEntry | null> {
  const clean = path.replace(/(?<!\/)\/+$/, '')
  const commit = await getCommit(hub, repo, commitOid)
  if (clean === '') return { type: 'directory', path: '', name: '', oid: commit.tree, size: 0, mode: folderMode, lfs: null }
  const item = await findItem(hub, repo, commit.tree, clean)
  return item ? ((await toEntries(hub, repo, [{ path: clean, item }]))[0] ?? null) : null
}

/** The existing entries among these paths, in request order. */
export async function getPaths(
  hub: Hub,
  repo: Readable,
  commitOid: Oid,
  paths: readonly string[],
  options: { expand?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<TreeEntry[]> {
  const commit = await getCommit(hub, repo, commitOid)
  const found: PathItem[] = []
  const yielder = new Yielder()
  for (const path of new Set(paths.map((given) => given.replace(/(?<!\/)\/+$/, '')))) {
    await yielder.yieldIfDue()
    const item = path === '' ? null : await findItem(hub, repo, commit.tree, path)
    if (item) found.push({ path, item })
  }
  const entries = await toEntries(hub, repo, found)
  if (options.expand === true) await addLastCommits(hub, repo, commitOid, entries, options.signal)
  return entries
}

/** The body of a git blob: a small file, or the pointer of a large one. @throws {HubError} `blob.not_found` */
export async function readBlob(hub: Hub, repo: WithContent, oid: Oid): Promise<Buffer> {
  const object = await readObject(hub.db.read, repo.id, oid)
  if (object?.type !== 'blob') throw new HubError('blob.not_found', { oid })
  return objectBody(object)
}

export interface PathItem {
  readonly path: string
  readonly item: TreeItem
}

async function requireFolder(hub: Hub, repo: Readable, commitOid: Oid, path: string): Promise<Oid> {
  const entry = await findEntry(hub, repo, commitOid, path)
  if (entry?.type !== 'directory')
    throw new HubError('entry.not_found', { message: `${path} does not exist on this revision`, path, commitOid })
  return entry.oid
}

async function findItem(hub: HasReader, repo: Readable, root: Oid, path: string): Promise<TreeItem | null> {
  const parts = path.split('/')
  let folder = root
  for (const [index, part] of parts.entries()) {
    const item = findInTree(await readTree(hub, repo, folder), part)
    if (!item) return null
    if (index === parts.length - 1) return item
    if (item.mode !== folderMode) return null
    folder = item.oid
  }
  return null
}

/** The pages of a long listing are requested one after another: walk and sort only once. */
const listingCache = hubCache<readonly PathItem[]>('tree-listings', {
  max: 100,
  maxSize: 300_000,
  sizeCalculation: (items) => items.length + 1,
})

/** Everything below a folder in path order, read with one batch of trees per level. */
export async function itemsBelow(hub: HasReader, repo: Readable, root: Oid, path: string): Promise<readonly PathItem[]> {
  const listings = listingCache(hub)
  const key = cacheKey(repo.uid, root, path)
  const known = listings.get(key)
  if (known) return known
  const found: PathItem[] = []
  let level: { path: string; oid: Oid }[] = [{ path, oid: root }]
  const yielder = new Yielder()
  while (level.length > 0) {
    const trees = await readTrees(hub, repo, [...new Set(level.map(({ oid }) => oid))])
    const next: typeof level = []
    for (const folder of level) {
      for (const item of trees.get(folder.oid) ?? []) {
        await yielder.yieldIfDue()
        const itemPath = folder.path === '' ? item.name : `${folder.path}/${item.name}`
        found.push({ path: itemPath, item })
        if (item.mode === folderMode) next.push({ path: itemPath, oid: item.oid })
      }
    }
    level = next
  }
  const sorted = await sortInTurns(found, (a, b) => (a.path < b.path ? -1 : 1))
  listings.set(key, sorted)
  return sorted
}

/** What a folder itself contains, folders first. */
async function itemsIn(hub: Hub, repo: Readable, folder: Oid, path: string): Promise<readonly PathItem[]> {
  const listings = listingCache(hub)
  const key = cacheKey(repo.uid, folder, path, 'folders first')
  const known = listings.get(key)
  if (known) return known
  const keyed: { key: string; item: PathItem }[] = []
  const yielder = new Yielder()
  for (const item of await readTree(hub, repo, folder)) {
    await yielder.yieldIfDue()
    const found = { path: path === '' ? item.name : `${path}/${item.name}`, item }
    keyed.push({ key: sortKey(found, false), item: found })
  }
  const sorted = (await sortInTurns(keyed, (a, b) => (a.key < b.key ? -1 : 1))).map(({ item }) => item)
  listings.set(key, sorted)
  return sorted
}

/** Sorts a listing: folders before files, or by path alone if it is recursive. */
function sortKey({ path, item }: PathItem, recursive: boolean): string {
  return `${recursive ? 'r' : item.mode === folderMode ? 'd' : 'f'}${path}`
}

/** The first item after the cursor. The cursor's own item may be gone: branches move while a client pages. */
function startAfter(items: readonly PathItem[], cursor: string, recursive: boolean): number {
  const key = Buffer.from(cursor, 'base64url').toString('utf8')
  if (!(recursive ? /^r./s : /^[df]./s).test(key))
    throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
  let first = 0
  for (let end = items.length; first < end;) {
    const middle = Math.floor((first + end) / 2)
    if (sortKey(items[middle] as PathItem, recursive) > key) end = middle
    else first = middle + 1
  }
  return first
}

async function toEntries(hub: HasReader, repo: Readable, items: readonly PathItem[]): Promise<TreeEntry[]> {
  const yielder = new Yielder()
  const oids: Oid[] = []
  for (const { item } of items) {
    await yielder.yieldIfDue()
    if (isBlob(item)) oids.push(item.oid)
  }
  const facts = await factsOfBlobs(hub, repo, oids)
  const entries: TreeEntry[] = []
  for (const { path, item } of items) {
    await yielder.yieldIfDue()
    const blob = facts.get(item.oid)
    const type = item.mode === folderMode ? 'directory' : item.mode === '120000' ? 'symlink' : item.mode === '160000' ? 'submodule' : 'file'
    entries.push({
      type,
      path,
      name: item.name,
      oid: item.oid,
      size: blob?.size ?? 0,
      mode: item.mode,
      lfs: type === 'file' ? (blob?.lfs ?? null) : null,
    })
  }
  return entries
}

/** Whether it is neither a folder nor a submodule. */
export function isBlob({ mode }: TreeItem): boolean {
  return mode !== folderMode && mode !== '160000'
}

export async function factsOfBlobs(hub: HasReader, repo: Readable, oids: readonly Oid[]): Promise<Map<Oid, BlobFacts>> {
  const blobFacts = blobFactsCache(hub)
  const result = new Map<Oid, BlobFacts>()
  const yielder = new Yielder()
  const missing = new Set<Oid>()
  for (const oid of oids) {
    await yielder.yieldIfDue()
    const known = blobFacts.get(cacheKey(repo.uid, oid))
    if (known) result.set(oid, known)
    else missing.add(oid)
  }
  const sizes = await readSizes(hub.db.read, repo.id, [...missing])
  const maybePointers: Oid[] = []
  for (const [oid, size] of sizes) {
    await yielder.yieldIfDue()
    if (size >= pointerSizes.min && size <= pointerSizes.max) maybePointers.push(oid)
  }
  const bodies = await readObjects(hub.db.read, repo.id, maybePointers)
  for (const [oid, size] of sizes) {
    await yielder.yieldIfDue()
    const object = bodies.get(oid)
    const pointer = object ? parsePointer(objectBody(object)) : null
    const facts: BlobFacts = pointer ? { size: pointer.size, lfs: { ...pointer, pointerSize: size } } : { size, lfs: null }
    blobFacts.set(cacheKey(repo.uid, oid), facts)
    result.set(oid, facts)
  }
  return result
}
