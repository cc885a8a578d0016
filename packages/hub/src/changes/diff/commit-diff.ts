import { HubError } from '@portolan/contract'
import { objectBody, type Oid } from '@portolan/git'
import { readObject, readSizes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable, WithContent } from '../../repository/access/index.ts'
import { diffTrees } from '../../repository/revisions/index.ts'
import { type ChangedFile, sortOf, toChangedFiles } from './changed-file.ts'
import { newDiffBudget } from './diff-budget.ts'
import { diffLimits } from './diff-limits.ts'
import { filePatch, type PatchOptions, rawLine } from './file-patch.ts'
import { findRenames } from './find-renames.ts'

/** The files that differ between two commits, with rename detection; `null` stands for the empty tree. Ordered by path. */
export async function changedFiles(hub: Hub, repo: Readable, base: Oid | null, head: Oid): Promise<ChangedFile[]> {
  return findRenames(hub, repo, toChangedFiles(await diffTrees(hub, repo, base, head)))
}

/** The change between two commits as `git diff --raw --no-abbrev` lists it. @throws {HubError} `compare.too_large` */
export async function rawDiff(hub: Hub, repo: Readable, base: Oid | null, head: Oid): Promise<string> {
  const files = await changedFiles(hub, repo, base, head)
  requireFew(files)
  return files.map(rawLine).join('')
}

/**
 * The change between two commits as a patch that `git apply` accepts, one file at a time. Anything too large is rejected before the first byte.
 * @throws {HubError} `compare.too_large`
 */
export async function unifiedDiff(
  hub: Hub,
  repo: WithContent,
  base: Oid | null,
  head: Oid,
  options: PatchOptions = {},
): Promise<AsyncGenerator<Buffer>> {
  const files = await changedFiles(hub, repo, base, head)
  requireFew(files)
  const oids = files.filter((file) => file.oldOid !== file.newOid).flatMap(({ oldOid, newOid }) => [oldOid ?? [], newOid ?? []].flat())
  let total = 0
  for (const size of (await readSizes(hub.db.read, repo.id, oids)).values()) total += size
  if (total > diffLimits.patchBytes)
    throw new HubError('compare.too_large', {
      message: `The files of this comparison have ${total} bytes; a patch is made of at most ${diffLimits.patchBytes}`,
    })
  return patches(hub, repo, files, { budget: newDiffBudget(10_000_000), ...options })
}

async function* patches(hub: Hub, repo: WithContent, files: readonly ChangedFile[], options: PatchOptions): AsyncGenerator<Buffer> {
  for (const file of files) {
    const same = file.oldOid === file.newOid
    const before = same ? null : await contentOf(hub, repo, file.oldOid, file.oldMode)
    const after = same ? null : await contentOf(hub, repo, file.newOid, file.newMode)
    yield filePatch(file, before, after, options)
  }
}

/** What a change compares: a file's bytes (the pointer for a large file), a link's target, a submodule's commit. `null` where there is nothing. */
export async function contentOf(hub: Hub, repo: WithContent, oid: Oid | null, mode: ChangedFile['oldMode']): Promise<Buffer | null> {
  if (oid === null || mode === null) return null
  if (sortOf(mode) === 'submodule') return Buffer.from(`Subproject commit ${oid}\n`)
  const object = await readObject(hub.db.read, repo.id, oid)
  if (object?.type !== 'blob') throw new HubError('blob.not_found', { oid })
  return objectBody(object)
}

function requireFew(files: readonly ChangedFile[]): void {
  if (files.length > diffLimits.patchFiles)
    throw new HubError('compare.too_large', {
      message: `${files.length} files differ; at most ${diffLimits.patchFiles} are told in one answer`,
    })
}
