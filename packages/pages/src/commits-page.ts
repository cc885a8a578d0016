import { HubError, type RepoType } from '@portolan/contract'
import {
  type Actor,
  type Hub,
  type CommitInfo,
  defaultBranch,
  findEntry,
  getCommit,
  listCommits,
  listPathCommits,
  listRefs,
  resolveRevision,
  splitRevisionPath,
} from '@portolan/hub'
import { type DiffView, diffView } from './diff-view.ts'
import type { AtRevision } from './files-page.ts'
import { loadRepo, type RepoHeaderView, showsContent } from './repo-view.ts'

const commitsPerPage = 50

/** A commit in a list. */
export interface CommitRow {
  readonly id: string
  readonly title: string
  /** Everything after the first line. */
  readonly message: string
  readonly author: string
  readonly date: string
}

export interface CommitsPage extends AtRevision {
  readonly commits: readonly CommitRow[]
  /** The length of the whole history; `null` for that of a single path, which is not counted. */
  readonly total: number | null
  readonly page: number
  readonly more: boolean
  /** What the path is now; `null` when it no longer exists. */
  readonly kind: 'file' | 'folder' | null
}

/** A page of the history, newest first: of everything, or of one file or folder. `rest` is `revision/path` from the URL, decoded. */
export async function commitsPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  rest: string,
  page: number,
): Promise<CommitsPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { commitOid, revision, path } = await splitRevisionPath(hub, repo, rest === '' ? defaultBranch : rest)
  const refs = await listRefs(hub, repo)
  const shared = {
    header,
    movedTo,
    revision,
    commitOid,
    path,
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
    page,
  }
  const limit = commitsPerPage
  if (path === '') {
    const { commits, total } = await listCommits(hub, repo, commitOid, { page, limit })
    return { ...shared, commits: commits.map(toCommitRow), total, more: (page + 1) * limit < total, kind: 'folder' }
  }
  const { commits, more } = await listPathCommits(hub, repo, commitOid, path, { page, limit })
  if (commits.length === 0 && page === 0 && !more)
    throw new HubError('entry.not_found', { message: `${path} was never there in the history of ${revision}`, path, commitOid })
  const entry = await findEntry(hub, repo, commitOid, path)
  const kind = entry === null ? null : entry.type === 'directory' ? 'folder' : 'file'
  return { ...shared, commits: commits.map(toCommitRow), total: null, more, kind }
}

export interface CommitPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly commit: CommitRow & { readonly parents: readonly string[] }
  /** Target branches for a revert; empty for those without write access. */
  readonly branches: readonly string[]
  /** Compared with the first parent. */
  readonly diff: DiffView
}

/** One commit and its changes. @param file only that file of it */
export async function commitPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  oid: string,
  file: string | null,
  signal?: AbortSignal,
): Promise<CommitPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { commitOid } = await resolveRevision(hub, repo, oid)
  const commit = await getCommit(hub, repo, commitOid)
  const content = showsContent(actor, repo) ? repo : null
  const diff = await diffView(hub, repo, { base: commit.parents[0] ?? null, head: commitOid, content, only: file, signal })
  const branches = header.viewer.canWrite ? (await listRefs(hub, repo)).branches.slice(0, 200).map(({ name }) => name) : []
  return { header, movedTo, branches, commit: { ...toCommitRow(commit), parents: commit.parents }, diff }
}

export function toCommitRow(commit: CommitInfo): CommitRow {
  return { id: commit.oid, title: commit.title, message: commit.message, author: commit.authorName, date: commit.date.toISOString() }
}
