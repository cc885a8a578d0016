import { type LfsPointer, objectBody, type Oid, parsePointer, pointerSizes, type StoredObject } from '@portolan/git'
import { factsOf, type FactsSource, type RepoFacts } from '../../foundation/facts/index.ts'
import { readContent } from '../../foundation/contents/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { factsOfBlobs, readBlob } from '../../repository/revisions/index.ts'
import type { TreeEditor } from './tree-editor.ts'

interface File {
  readonly path: string
  readonly oid: Oid
  readonly size: number
  readonly sha256: string | null
}

/** A file of a tree that is not stored yet. */
export interface ListedFile {
  readonly path: string
  readonly oid: Oid
  /** About its content, unless the repo has it. */
  readonly fresh: FreshBlob | null
}

/** Content that is not stored yet. */
export interface FreshBlob {
  readonly size: number
  readonly pointer: LfsPointer | null
}

/** Extracts facts from the files of a tree that is not stored yet, and their total size, counting each content once. */
export async function factsOfTree(
  hub: Hub,
  repo: WithContent,
  editor: TreeEditor,
  fresh: ReadonlyMap<Oid, StoredObject>,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const listed: ListedFile[] = []
  const yielder = new Yielder()
  for (const { path, item } of await editor.files()) {
    const turn = yielder.yieldIfDue()
    if (turn) await turn
    const object = fresh.get(item.oid)
    if (item.mode !== '160000') listed.push({ path, oid: item.oid, fresh: object === undefined ? null : freshBlob(object) })
  }
  return factsOfFiles(hub, repo, listed, async (oid) => {
    const object = fresh.get(oid)
    if (!object) throw new Error(`${oid} is not one of the new objects`)
    return objectBody(object)
  })
}

function freshBlob(object: StoredObject): FreshBlob {
  const { size } = object
  return { size, pointer: size < pointerSizes.min || size > pointerSizes.max ? null : parsePointer(objectBody(object)) }
}

/** Like {@link factsOfTree}, for files that are already listed. @param freshBody content of a file that is not stored yet */
export async function factsOfFiles(
  hub: Hub,
  repo: WithContent,
  listed: readonly ListedFile[],
  freshBody: (oid: Oid) => Promise<Buffer>,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const stored = await factsOfBlobs(
    hub,
    repo,
    listed.flatMap(({ oid, fresh }) => (fresh === null ? [oid] : [])),
  )
  const files: File[] = []
  const yielder = new Yielder()
  const freshOids = new Set<Oid>()
  for (const { path, oid, fresh } of listed) {
    const turn = yielder.yieldIfDue()
    if (turn) await turn
    const known = stored.get(oid)
    if (fresh !== null) freshOids.add(oid)
    files.push(
      fresh === null
        ? { path, oid, size: known?.lfs?.size ?? known?.size ?? 0, sha256: known?.lfs?.sha256 ?? null }
        : { path, oid, size: fresh.pointer?.size ?? fresh.size, sha256: fresh.pointer?.sha256 ?? null },
    )
  }
  const byPath = new Map(files.map((file) => [file.path, file]))
  const source: FactsSource = {
    type: repo.type,
    files: files.map(({ path, size, sha256 }) => ({ path, size, lfs: sha256 !== null })),
    read: async (path, range) => {
      const file = byPath.get(path)
      if (!file) return Buffer.alloc(0)
      if (file.sha256 !== null) return readRange(hub, file.sha256, file.size, range)
      const body = await (freshOids.has(file.oid) ? freshBody(file.oid) : readBlob(hub, repo, file.oid))
      return range ? body.subarray(range.start, range.end + 1) : body
    },
  }
  const distinct = new Map(files.map(({ oid, size }) => [oid, size]))
  return { facts: await factsOf(repo.uid, source), storageBytes: [...distinct.values()].reduce((sum, size) => sum + size, 0) }
}

async function readRange(hub: Hub, sha256: string, size: number, range?: { start: number; end: number }): Promise<Buffer> {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size - 1, size - 1)
  if (start > end) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of await readContent(hub, sha256, { start, end })) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
