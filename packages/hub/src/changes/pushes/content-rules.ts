import { isHubError, limits } from '@portolan/contract'
import { type LfsPointer, type Oid, parsePointer, type PackObject, pointerSizes } from '@portolan/git'
import type { UserActor } from '../../foundation/actor/index.ts'
import { isBinary } from '../files/index.ts'
import { readTypes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
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

/**
 * The rules of API commits, applied to files pushed with git: files over the limit or binary go through LFS, and pointers
 * point to uploaded content. They apply to every commit of the push, not only the last: all of them can be downloaded.
 * What the repo already has is left alone.
 * @returns the large files (sha-256) that the new commits point to
 * @throws {PushRefused}
 */
export async function checkContents(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  walked: WalkedPack,
  notes: BlobNotes,
  before: readonly Oid[],
): Promise<string[]> {
  const large: Oid[] = []
  const binary: Oid[] = []
  const pointers: Oid[] = []
  for (const [oid, { size, isFile }] of walked.blobs) {
    if (size > limits.regularFileBytes) large.push(oid)
    else if (isFile && notes.binary.has(oid)) binary.push(oid)
    else if (isFile && notes.pointers.has(oid)) pointers.push(oid)
  }
  const known = await readTypes(hub.db.read, repo.id, [...large, ...binary])
  refuseRegular(
    walked,
    large.filter((oid) => !known.has(oid)),
    binary.filter((oid) => !known.has(oid)),
  )
  await refuseCollisions(hub, repo, walked, before)
  await refuseTooMuch(hub, repo, walked)
  return requireLargeFiles(hub, user, repo, walked, notes, pointers)
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

/** @throws {PushRefused} when the owner has no quota left for the upload */
async function refuseTooMuch(hub: Hub, repo: WithContent, walked: WalkedPack): Promise<void> {
  try {
    let bytes = 0
    for (const { size } of walked.blobs.values()) bytes += size
    await requireFreeSpace(hub, repo.ownerId, bytes)
  } catch (error) {
    if (!isHubError(error, 'storage.quota_exceeded')) throw error
    throw new PushRefused('storage limit reached', [error.message])
  }
}

/** Names that Windows and macOS treat as the same: a checkout there would lose a file. Pairs that already existed may stay. */
async function refuseCollisions(hub: Hub, repo: WithContent, walked: WalkedPack, before: readonly Oid[]): Promise<void> {
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

async function requireLargeFiles(
  hub: Hub,
  user: UserActor,
  repo: WithContent,
  walked: WalkedPack,
  notes: BlobNotes,
  blobs: readonly Oid[],
): Promise<string[]> {
  const wanted = new Map<string, { path: string; size: number }>()
  for (const oid of blobs) {
    const pointer = notes.pointers.get(oid)
    if (pointer) wanted.set(pointer.sha256, { path: walked.pathOf(oid), size: pointer.size })
  }
  const all = [...wanted.keys()]
  const missing: string[] = []
  for (let at = 0; at < all.length; at += 1_000) {
    const slice = all.slice(at, at + 1_000)
    const usable = await usableObjects(hub.db.read, repo.id, user.userId, slice)
    for (const sha256 of slice) {
      const { path, size } = wanted.get(sha256) ?? { path: '', size: 0 }
      const stored = usable.get(sha256)
      if (stored === undefined) missing.push(`${path} (sha256 ${sha256})`)
      else if (stored !== size) missing.push(`${path} (sha256 ${sha256}): the pointer says ${size} bytes, but the file has ${stored}`)
    }
  }
  if (missing.length > 0) {
    throw new PushRefused('large files are missing', [
      'These large files have not been uploaded to this repository:',
      ...someOf(missing),
      'Upload them, then push again:  git lfs push --all origin',
    ])
  }
  return all
}

function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}
