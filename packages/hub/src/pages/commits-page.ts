import type { RepoType } from '@portolan/contract'
import type { Actor } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { type CommitInfo, getCommit, listCommits, listRefs, resolveRevision } from '../revisions/index.ts'
import { type DiffView, diffView } from './diff-view.ts'
import type { AtRevision } from './files-page.ts'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'

const commitsPerPage = 50

/** A commit in a list. */
export interface CommitRow {
  readonly id: string
  readonly title: string
  /** What follows the first line. */
  readonly message: string
  readonly author: string
  readonly date: string
}

export interface CommitsPage extends AtRevision {
  readonly commits: readonly CommitRow[]
  readonly total: number
  readonly page: number
  readonly pages: number
}

/** A page of the history, newest first. */
export async function commitsPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  revision: string,
  page: number,
): Promise<CommitsPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { commitOid } = await resolveRevision(hub, repo, revision === '' ? 'main' : revision)
  const { commits, total } = await listCommits(hub, repo, commitOid, { page, limit: commitsPerPage })
  const refs = await listRefs(hub, repo)
  return {
    header,
    movedTo,
    revision: revision === '' ? 'main' : revision,
    commitOid,
    path: '',
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
    commits: commits.map(toCommitRow),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / commitsPerPage)),
  }
}

export interface CommitPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly commit: CommitRow & { readonly parents: readonly string[] }
  /** Against the first parent. */
  readonly diff: DiffView
}

/** One commit and what it changed. @param file only that file of it */
export async function commitPage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  oid: string,
  file: string | null,
): Promise<CommitPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const { commitOid } = await resolveRevision(hub, repo, oid)
  const commit = await getCommit(hub, repo, commitOid)
  const { canReadContent } = header.viewer
  const diff = await diffView(hub, repo, { base: commit.parents[0] ?? null, head: commitOid, canReadContent, only: file })
  return { header, movedTo, commit: { ...toCommitRow(commit), parents: commit.parents }, diff }
}

export function toCommitRow(commit: CommitInfo): CommitRow {
  return { id: commit.oid, title: commit.title, message: commit.message, author: commit.authorName, date: commit.date.toISOString() }
}
