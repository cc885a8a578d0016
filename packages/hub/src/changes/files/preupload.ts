import { filePathProblem, HubError, limits } from '@portolan/contract'
import { newMatchBudget, type Oid, PatternTooComplex, readIgnoreRules } from '@portolan/git'
import type { Actor } from '../../foundation/actor/index.ts'
import { requireCommitter } from '../../community/discussions/index.ts'
import type { Hub } from '../../hub.ts'
import { gitOidOfBlob } from '../../repository/lfs/index.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import type { Repo, WithContent } from '../../repository/access/index.ts'
import { findEntry, getPaths, readBlob, resolveRevision, type TreeEntry } from '../../repository/revisions/index.ts'
import { attributesFor } from './file-attributes.ts'
import { type UploadMode, uploadModeOf } from './upload-mode.ts'

export interface PreuploadFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** The first 512 bytes, or none. */
  readonly sample: Uint8Array
}

export interface PreuploadAnswer {
  readonly commitOid: Oid
  /** In request order. `oid` is what the client compares its own file with: git's sha-1 for `regular`, sha-256 for `lfs`. */
  readonly files: readonly {
    readonly path: string
    readonly uploadMode: UploadMode
    readonly shouldIgnore: boolean
    readonly oid: string | null
  }[]
}

/** Total size of large files whose git hash may be computed in one call; beyond that, a client resends unchanged files. Bytes. */
const maxHashedBytes = 1024 ** 3

/**
 * Tells a client how to send each file of a commit it is preparing, which ones to omit, and which already exist.
 * @param options.gitIgnore text of the .gitignore that is part of the upload, instead of the one in the repo
 * @param options.alwaysXet the client sends files in `lfs` mode through Xet and nothing else, so the response says `regular`
 * for anything that may be sent inside a commit (hub API 5.3, B); the commit stores it where it belongs
 * @throws {HubError} `revision.not_found`, `body.invalid`, and those of the write check
 */
export async function preupload(
  hub: Hub,
  actor: Actor,
  asked: Repo,
  revision: string,
  files: readonly PreuploadFile[],
  options: { gitAttributes?: string; gitIgnore?: string; alwaysXet: boolean; isForNewPullRequest?: boolean },
): Promise<PreuploadAnswer> {
  const { repo } = await requireCommitter(hub, actor, asked, revision, { isForNewPullRequest: options.isForNewPullRequest === true })
  if (files.length > limits.preuploadFiles)
    throw new HubError('body.invalid', { message: `A preupload request can have at most ${limits.preuploadFiles} files.` })
  const { commitOid } = await resolveRevision(hub, repo, revision)
  const paths = files.map(({ path }) => path).filter((path) => filePathProblem(path) === null)
  const existing = new Map((await getPaths(hub, repo, commitOid, paths)).map((entry) => [entry.path, entry]))
  const budget = newMatchBudget()
  const changed = new Map(options.gitAttributes === undefined ? [] : [['.gitattributes', options.gitAttributes]])
  // Only files that are certainly new: the size differs from the one at the same path, or there is none.
  const freshBytes = files.reduce((sum, { path, size }) => {
    const there = existing.get(path)
    const sizeThere = there?.type === 'file' ? (there.lfs?.size ?? there.size) : null
    return sizeThere === size ? sum : sum + size
  }, 0)
  await requireFreeSpace(hub, repo.ownerId, freshBytes)
  const attributes = await attributesFor(hub, repo, commitOid, paths, changed, budget)
  const ignored = readIgnoreRules(options.gitIgnore ?? (await textAt(hub, repo, commitOid, '.gitignore')), budget)
  const hashing = { left: maxHashedBytes }
  try {
    const answers = []
    for (const file of files) {
      const uploadMode = options.alwaysXet && file.size <= hub.config.inlineUploadBytes ? 'regular' : uploadModeOf(file, attributes)
      const oid = await comparableOid(hub, existing.get(file.path), file.size, uploadMode, hashing)
      answers.push({ path: file.path, uploadMode, shouldIgnore: ignored.ignores(file.path), oid })
    }
    return { commitOid, files: answers }
  } catch (error) {
    throw error instanceof PatternTooComplex ? new HubError('body.invalid', { message: error.message }, { cause: error }) : error
  }
}

async function comparableOid(
  hub: Hub,
  entry: TreeEntry | undefined,
  size: number,
  mode: UploadMode,
  hashing: { left: number },
): Promise<string | null> {
  if (entry?.type !== 'file') return null
  if (entry.lfs === null) return entry.oid
  if (mode === 'lfs') return entry.lfs.sha256
  // The client compares with git's hash of the whole file, which the pointer does not contain. A different size means a different file.
  if (entry.lfs.size !== size || size > hashing.left) return null
  hashing.left -= size
  return gitOidOfBlob(hub, entry.lfs.sha256)
}

async function textAt(hub: Hub, repo: WithContent, commitOid: Oid, path: string): Promise<string> {
  const entry = await findEntry(hub, repo, commitOid, path)
  if (entry?.type !== 'file' || entry.lfs !== null || entry.size > limits.cardBytes) return ''
  return (await readBlob(hub, repo, entry.oid)).toString()
}
