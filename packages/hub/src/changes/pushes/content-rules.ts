import { limits } from '@portolan/contract'
import { isBinary, type LfsPointer, type Oid, parsePointer, type PackObject, pointerSizes } from '@portolan/git'
import { type HasReader, readTypes } from '../../foundation/git-store/index.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { findEntry } from '../../repository/revisions/index.ts'
import { PushRefused, someOf } from './push-refused.ts'
import type { WalkedPack } from './walk-pack.ts'

/** What was recorded about the new blobs while their content was in memory. */
export class BlobNotes {
  readonly binary = new Set<Oid>()
  readonly pointers = new Map<Oid, LfsPointer>()

  note({ oid, type, size }: PackObject, body: Buffer): void {
    if (type !== 'blob' || size === 0) return
    const pointer = size >= pointerSizes.min && size <= pointerSizes.max ? parsePointer(body) : null
    if (pointer) this.pointers.set(oid, pointer)
    else if (isBinary(body.subarray(0, 512))) this.binary.add(oid)
  }
}

/** A large file that new commits point to. */
export interface PushedPointer extends LfsPointer {
  readonly path: string
}

/** What a push adds, as far as it has to be checked against more than the repo. */
export interface PushedContents {
  /** Total size of the new blobs. */
  readonly bytes: number
  readonly pointers: readonly PushedPointer[]
}

/**
 * The rules of API commits, applied to files pushed with git: files over the limit or binary go through LFS. They apply to every commit of the push,
 * not only the last: all of them can be downloaded. What the repo already has is left alone.
 * @throws {PushRefused}
 */
export async function contentsOf(
  hub: HasReader,
  repo: WithContent,
  walked: WalkedPack,
  notes: BlobNotes,
  before: readonly Oid[],
): Promise<PushedContents> {
  const large: Oid[] = []
  const binary: Oid[] = []
  const pointers = new Map<string, PushedPointer>()
  let bytes = 0
  const yielder = new Yielder()
  for (const [oid, { size, isFile }] of walked.blobs) {
    const turn = yielder.yieldIfDue()
    if (turn) await turn
    bytes += size
    const pointer = notes.pointers.get(oid)
    if (size > limits.regularFileBytes) large.push(oid)
    else if (isFile && notes.binary.has(oid)) binary.push(oid)
    else if (isFile && pointer) pointers.set(pointer.sha256, { ...pointer, path: walked.pathOf(oid) })
  }
  const known = await readTypes(hub.db.read, repo.id, [...large, ...binary])
  refuseRegular(
    walked,
    large.filter((oid) => !known.has(oid)),
    binary.filter((oid) => !known.has(oid)),
  )
  await refuseCollisions(hub, repo, walked, before)
  return { bytes, pointers: [...pointers.values()] }
}

function refuseRegular(walked: WalkedPack, large: readonly Oid[], binary: readonly Oid[]): void {
  if (large.length === 0 && binary.length === 0) return
  const sizes = (oid: Oid) => `${walked.pathOf(oid)} (${walked.blobs.get(oid)?.size} bytes)`
  const first = walked.pathOf(large[0] ?? binary[0] ?? ('' as Oid))
  const lines =
    large.length > 0
      ? [`Regular files can have at most ${limits.regularFileBytes} bytes (10 MiB). These are larger:`, ...someOf(large.map(sizes))]
      : ['Binary files must be stored with Git LFS. These are not:', ...someOf(binary.map((oid) => walked.pathOf(oid)))]
  throw new PushRefused(large.length > 0 ? 'file too large, use Git LFS' : 'binary file, use Git LFS', [
    ...lines,
    'Rewrite your commits so that these files are stored with Git LFS, then push again:',
    `  git lfs install && git lfs migrate import --include=${shellWord(first)}`,
  ])
}

/** Names that Windows and macOS treat as the same: a checkout there would lose a file. Pairs that already existed may stay. */
async function refuseCollisions(hub: HasReader, repo: WithContent, walked: WalkedPack, before: readonly Oid[]): Promise<void> {
  for (const { folder, names } of walked.collisions) {
    const dir = walked.pathOf(folder)
    const paths = names.map((name) => (dir === '' ? name : `${dir}/${name}`))
    let isOld = false
    for (const commit of before) {
      const entries = await Promise.all(paths.map((path) => findEntry(hub, repo, commit, path)))
      if (!entries.includes(null)) isOld = true
    }
    if (!isOld)
      throw new PushRefused('names differ only in case', [
        `Windows and macOS treat these as the same file: ${paths.map((path) => JSON.stringify(path)).join(' and ')}. Rename one of them.`,
      ])
  }
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
