import type { Oid } from '@portolan/git'
import { readObjects, readSizes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable } from '../../repository/access/index.ts'
import { type ChangedFile, sortOf } from './changed-file.ts'
import { diffJob } from './diff-threads.ts'

/** Limits for comparing files by content when paths alone are not enough: at most this many on each side, and none larger. */
const maxCandidates = 100
const maxBytes = 256 * 1024
/** Same as git: at least half of it must match. */
const leastPercent = 50

/** Joins a removed and an added file to a renamed one where the content is the same or, in small comparisons, much alike. */
export async function findRenames(hub: Hub, repo: Readable, files: readonly ChangedFile[], signal?: AbortSignal): Promise<ChangedFile[]> {
  const removed = files.filter(isRemovedFile)
  const added = files.filter(isAddedFile)
  if (removed.length === 0 || added.length === 0) return [...files]
  const sizes = await readSizes(hub.db.read, repo.id, [...removed.map(({ oldOid }) => oldOid), ...added.map(({ newOid }) => newOid)])
  const sources = new Map<AddedFile, { file: RemovedFile; percent: number }>()
  const taken = new Set<RemovedFile>()
  const pair = (to: AddedFile, file: RemovedFile, percent: number) => {
    sources.set(to, { file, percent })
    taken.add(file)
  }
  const byOid = new Map<Oid, RemovedFile[]>()
  for (const file of removed) byOid.set(file.oldOid, [...(byOid.get(file.oldOid) ?? []), file])
  for (const to of added) {
    const same = (byOid.get(to.newOid) ?? []).filter((file) => !taken.has(file) && sortOf(file.oldMode) === sortOf(to.newMode))
    const best = same.find((file) => nameOf(file.path) === nameOf(to.path)) ?? same[0]
    if (best) pair(to, best, 100)
  }
  const small = (oid: Oid) => (sizes.get(oid) ?? 0) > 0 && (sizes.get(oid) ?? Infinity) <= maxBytes
  const from = removed.filter((file) => !taken.has(file) && sortOf(file.oldMode) === 'file' && small(file.oldOid))
  const to = added.filter((file) => !sources.has(file) && sortOf(file.newMode) === 'file' && small(file.newOid))
  if (from.length > 0 && to.length > 0 && from.length <= maxCandidates && to.length <= maxCandidates) {
    for (const { file, target, percent } of await alike(hub, repo, from, to, sizes, signal)) {
      if (!taken.has(file) && !sources.has(target)) pair(target, file, percent)
    }
  }
  return files
    .filter((file) => !taken.has(file as RemovedFile))
    .map((file): ChangedFile => {
      const source = sources.get(file as AddedFile)
      if (!source) return file
      const { path, oldOid, oldMode } = source.file
      return { ...file, status: 'renamed', oldPath: path, oldOid, oldMode, similarity: source.percent }
    })
}

interface Likeness {
  readonly file: RemovedFile
  readonly target: AddedFile
  readonly percent: number
}

/** Pairs that have enough in common, closest first. */
async function alike(
  hub: Hub,
  repo: Readable,
  from: readonly RemovedFile[],
  to: readonly AddedFile[],
  sizes: ReadonlyMap<Oid, number>,
  signal: AbortSignal | undefined,
): Promise<Likeness[]> {
  // Size alone rules out most pairs: the smaller file cannot share more than its own bytes.
  const pairs = from.flatMap((file) =>
    to.flatMap((target) => {
      const a = sizes.get(file.oldOid) ?? 0
      const b = sizes.get(target.newOid) ?? 0
      return Math.min(a, b) * 100 >= Math.max(a, b) * leastPercent ? [{ file, target }] : []
    }),
  )
  if (pairs.length === 0) return []
  const oids = [...new Set(pairs.flatMap(({ file, target }) => [file.oldOid, target.newOid]))]
  const found = await readObjects(hub.db.read, repo.id, oids)
  const at = new Map(oids.map((oid, index) => [oid, index]))
  const contents = oids.map((oid) => {
    const object = found.get(oid)
    return object ? { size: object.size, z: object.z } : null
  })
  const indexes = pairs.map(({ file, target }) => [at.get(file.oldOid) ?? 0, at.get(target.newOid) ?? 0] as const)
  const percents = await diffJob(repo, 'similarities', { contents, pairs: indexes }, { signal })
  return pairs
    .map((pair, index): Likeness => ({ ...pair, percent: percents[index] ?? 0 }))
    .filter(({ percent }) => percent >= leastPercent)
    .sort((a, b) => b.percent - a.percent)
}

type RemovedFile = ChangedFile & { readonly oldOid: Oid; readonly oldMode: NonNullable<ChangedFile['oldMode']> }
type AddedFile = ChangedFile & { readonly newOid: Oid; readonly newMode: NonNullable<ChangedFile['newMode']> }

function isRemovedFile(file: ChangedFile): file is RemovedFile {
  return file.status === 'removed' && file.oldMode !== null && sortOf(file.oldMode) !== 'submodule'
}

function isAddedFile(file: ChangedFile): file is AddedFile {
  return file.status === 'added' && file.newMode !== null && sortOf(file.newMode) !== 'submodule'
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
