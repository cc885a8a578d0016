import { objectBody, type Oid, type StoredObject } from '@portolan/git'
import { extractFacts, type FactsSource, type RepoFacts } from '../facts/index.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'
import { factsOfBlobs, readBlob } from '../revisions/index.ts'
import { parsePointer } from '@portolan/git'
import type { TreeEditor } from './tree-editor.ts'

interface File {
  readonly path: string
  readonly oid: Oid
  readonly size: number
  readonly sha256: string | null
}

/** What the files of a tree that is not stored yet say, and how many bytes they take: each content counted once. */
export async function factsOfTree(
  hub: Hub,
  repo: Repo,
  editor: TreeEditor,
  fresh: ReadonlyMap<Oid, StoredObject>,
): Promise<{ facts: RepoFacts; storageBytes: number }> {
  const items = (await editor.files()).filter(({ item }) => item.mode !== '160000')
  const stored = await factsOfBlobs(
    hub,
    repo,
    items.map(({ item }) => item.oid).filter((oid) => !fresh.has(oid)),
  )
  const files = items.map(({ path, item }): File => {
    const object = fresh.get(item.oid)
    const pointer = object ? parsePointer(objectBody(object)) : (stored.get(item.oid)?.lfs ?? null)
    return { path, oid: item.oid, size: pointer?.size ?? object?.size ?? stored.get(item.oid)?.size ?? 0, sha256: pointer?.sha256 ?? null }
  })
  const byPath = new Map(files.map((file) => [file.path, file]))
  const source: FactsSource = {
    type: repo.type,
    files: files.map(({ path, size, sha256 }) => ({ path, size, lfs: sha256 !== null })),
    read: async (path, range) => {
      const file = byPath.get(path)
      if (!file) return Buffer.alloc(0)
      if (file.sha256 !== null) return readRange(hub, file.sha256, file.size, range)
      const object = fresh.get(file.oid)
      const body = object ? objectBody(object) : await readBlob(hub, repo, file.oid)
      return range ? body.subarray(range.start, range.end + 1) : body
    },
  }
  const distinct = new Map(files.map(({ oid, size }) => [oid, size]))
  return { facts: await extractFacts(source), storageBytes: [...distinct.values()].reduce((sum, size) => sum + size, 0) }
}

async function readRange(hub: Hub, sha256: string, size: number, range?: { start: number; end: number }): Promise<Buffer> {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? size - 1, size - 1)
  if (start > end) return Buffer.alloc(0)
  const pieces: Buffer[] = []
  for await (const piece of await hub.blobs.read(sha256, { start, end })) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
