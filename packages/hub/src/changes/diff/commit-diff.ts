import { HubError } from '@portolan/contract'
import type { Oid, StoredObject } from '@portolan/git'
import { readObjects, readSizes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable, WithContent } from '../../repository/access/index.ts'
import { diffTrees } from '../../repository/revisions/index.ts'
import { type ChangedFile, sortOf, toChangedFiles } from './changed-file.ts'
import { newDiffBudget } from './diff-budget.ts'
import type { Content, PackedContent, PatchedFile } from './diff-job.ts'
import { diffLimits } from './diff-limits.ts'
import { diffJob } from './diff-threads.ts'
import { rawLine } from './file-patch.ts'
import { findRenames } from './find-renames.ts'

export interface PatchOptions {
  /** Print binary contents, so that the patch can be applied; otherwise it only says that they differ. */
  readonly binary?: boolean
  /** Aborted when the client has left. */
  readonly signal?: AbortSignal
}

/**
 * The files that differ between two commits, renames found; `null` stands for nothing at all. In the order of paths.
 * @throws {HubError} `compare.busy`, `compare.too_large`
 */
export async function changedFiles(hub: Hub, repo: Readable, base: Oid | null, head: Oid, signal?: AbortSignal): Promise<ChangedFile[]> {
  return findRenames(hub, repo, toChangedFiles(await diffTrees(hub, repo, base, head)), signal)
}

/** The change between two commits as `git diff --raw --no-abbrev` lists it. @throws {HubError} `compare.too_large`, `compare.busy` */
export async function rawDiff(hub: Hub, repo: Readable, base: Oid | null, head: Oid, signal?: AbortSignal): Promise<string> {
  const files = await changedFiles(hub, repo, base, head, signal)
  requireFew(files)
  return files.map(rawLine).join('')
}

/**
 * The change between two commits as a patch that `git apply` takes, some files at a time. What is too large is refused before the first byte, unless
 * that shows only in the middle.
 * @throws {HubError} `compare.too_large`, `compare.busy`; the signal's reason
 */
export async function* unifiedDiff(
  hub: Hub,
  repo: WithContent,
  base: Oid | null,
  head: Oid,
  { binary = false, signal }: PatchOptions = {},
): AsyncGenerator<Buffer> {
  const files = await changedFiles(hub, repo, base, head, signal)
  requireFew(files)
  const oids = files.filter((file) => file.oldOid !== file.newOid).flatMap(({ oldOid, newOid }) => [oldOid ?? [], newOid ?? []].flat())
  const sizes = await readSizes(hub.db.read, repo.id, oids)
  let total = 0
  for (const size of sizes.values()) total += size
  if (total > diffLimits.patchBytes)
    throw new HubError('compare.too_large', {
      message: `The files of this comparison have ${total} bytes; a patch can cover at most ${diffLimits.patchBytes}`,
    })
  let { steps } = newDiffBudget(10_000_000)
  let isPatient = false
  for (const batch of batches(files, sizes)) {
    signal?.throwIfAborted()
    const contents = await patchedFiles(hub, repo, batch)
    const patch = await diffJob(repo, 'patches', { files: contents, binary, steps }, { signal, isPatient })
    steps = patch.steps
    isPatient = true
    yield Buffer.from(patch.bytes.buffer)
  }
}

/** What one job for a patch has: so many files, and as many bytes unless one file has more. */
const filesPerBatch = 200
const bytesPerBatch = 512 * 1024

function* batches(files: readonly ChangedFile[], sizes: ReadonlyMap<Oid, number>): Generator<ChangedFile[]> {
  let batch: ChangedFile[] = []
  let bytes = 0
  for (const file of files) {
    const own =
      file.oldOid === file.newOid ? 0 : [file.oldOid, file.newOid].reduce((sum, oid) => sum + (oid ? (sizes.get(oid) ?? 0) : 0), 0)
    if (batch.length > 0 && (batch.length >= filesPerBatch || bytes + own > bytesPerBatch)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(file)
    bytes += own
  }
  if (batch.length > 0) yield batch
}

async function patchedFiles(hub: Hub, repo: WithContent, files: readonly ChangedFile[]): Promise<PatchedFile[]> {
  const contents = await contentsOf(
    hub,
    repo,
    files.filter((file) => file.oldOid !== file.newOid),
  )
  return files.map((file) => {
    const same = file.oldOid === file.newOid
    return {
      file,
      before: same ? null : contents(file.oldOid, file.oldMode),
      after: same ? null : contents(file.newOid, file.newMode),
    }
  })
}

/**
 * What changes compare, as it is stored: a file's bytes (of a large file its pointer), a link's target, a submodule's commit; `null` where there is nothing.
 * @throws {HubError} `blob.not_found` when it is asked for what is not there
 */
export async function contentsOf(
  hub: Hub,
  repo: WithContent,
  files: readonly Pick<ChangedFile, 'oldOid' | 'oldMode' | 'newOid' | 'newMode'>[],
): Promise<(oid: Oid | null, mode: ChangedFile['oldMode']) => Content> {
  const isStored = (oid: Oid | null, mode: ChangedFile['oldMode']) => oid !== null && mode !== null && sortOf(mode) !== 'submodule'
  const wanted = new Set<Oid>()
  for (const { oldOid, oldMode, newOid, newMode } of files) {
    if (oldOid !== null && isStored(oldOid, oldMode)) wanted.add(oldOid)
    if (newOid !== null && isStored(newOid, newMode)) wanted.add(newOid)
  }
  const found = await readObjects(hub.db.read, repo.id, [...wanted])
  return (oid, mode) => {
    if (oid === null || mode === null) return null
    return isStored(oid, mode) ? packed(found.get(oid), oid) : { raw: Buffer.from(`Subproject commit ${oid}\n`) }
  }
}

/** @throws {HubError} `blob.not_found` */
export function packed(object: StoredObject | null | undefined, oid: Oid): PackedContent {
  if (object?.type !== 'blob') throw new HubError('blob.not_found', { oid })
  return { size: object.size, z: object.z }
}

function requireFew(files: readonly ChangedFile[]): void {
  if (files.length > diffLimits.patchFiles)
    throw new HubError('compare.too_large', {
      message: `${files.length} files differ; one response can contain at most ${diffLimits.patchFiles}`,
    })
}
