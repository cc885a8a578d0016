import { type LfsPointer, objectBody, type Oid, parsePointer, pointerSizes, type StoredObject } from '@portolan/git'
import { factsOf, type FactsSource, type RepoFacts } from '../../foundation/facts/index.ts'
import { readContent } from '../../foundation/contents/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { factsOfBlobs, type PathItem, readBlob } from '../../repository/revisions/index.ts'
import type { TreeEditor } from './tree-editor.ts'

interface File {
  readonly path: string
  readonly oid: Oid
  readonly size: number
  readonly sha256: string | null
}

/** Objects that are not stored yet. */
export interface FreshObjects {
  /** Content of the object; `undefined` when it is not one of them. */
  size(oid: Oid): number | undefined
  body(oid: Oid): Promise<Buffer>
}

/** Extracts facts from the files of a tree that is not stored yet, and their total size, counting each content once. */
export async function factsOfTree(
  hub: Hub,
  repo: WithContent,
  editor: TreeEditor,
  fresh: ReadonlyMap<Oid, StoredObject>,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  return factsOfFiles(hub, repo, await editor.files(), {
    size: (oid) => fresh.get(oid)?.size,
    body: async (oid) => {
      const object = fresh.get(oid)
      if (!object) throw new Error(`${oid} is not one of the new objects`)
      return objectBody(object)
    },
  })
}

/** Like {@link factsOfTree}, for files that are already listed. */
export async function factsOfFiles(
  hub: Hub,
  repo: WithContent,
  listed: readonly PathItem[],
  fresh: FreshObjects,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const items = listed.filter(({ item }) => item.mode !== '160000')
  const stored = await factsOfBlobs(
    hub,
    repo,
    items.map(({ item }) => item.oid).filter((oid) => fresh.size(oid) === undefined),
  )
  const files: File[] = []
  const yielder = new Yielder()
  for (const { path, item } of items) {
    await yielder.yieldIfDue()
    const size = fresh.size(item.oid)
    const pointer = size === undefined ? (stored.get(item.oid)?.lfs ?? null) : await freshPointer(fresh, item.oid, size)
    files.push({ path, oid: item.oid, size: pointer?.size ?? size ?? stored.get(item.oid)?.size ?? 0, sha256: pointer?.sha256 ?? null })
  }
  const byPath = new Map(files.map((file) => [file.path, file]))
  const source: FactsSource = {
    type: repo.type,
    files: files.map(({ path, size, sha256 }) => ({ path, size, lfs: sha256 !== null })),
    read: async (path, range) => {
      const file = byPath.get(path)
      if (!file) return Buffer.alloc(0)
      if (file.sha256 !== null) return readRange(hub, file.sha256, file.size, range)
      const body = fresh.size(file.oid) === undefined ? await readBlob(hub, repo, file.oid) : await fresh.body(file.oid)
      return range ? body.subarray(range.start, range.end + 1) : body
    },
  }
  const distinct = new Map(files.map(({ oid, size }) => [oid, size]))
  return { facts: await factsOf(repo.uid, source), storageBytes: [...distinct.values()].reduce((sum, size) => sum + size, 0) }
}

async function freshPointer(fresh: FreshObjects, oid: Oid, size: number): Promise<LfsPointer | null> {
  return size < pointerSizes.min || size > pointerSizes.max ? null : parsePointer(await fresh.body(oid))
}

async function readRange(hub: Hub, sha256: string, size: number, range?: { start: number; end: number }): Promise<Buffer> {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size - 1, size - 1)
  if (start > end) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of await readContent(hub, sha256, { start, end })) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
