import type { RepoType } from '@portolan/contract'
import {
  type Actor,
  type Hub,
  requireRepo,
  createBranch,
  createTag,
  defaultBranch,
  deleteBranch,
  deleteTag,
  divergence,
  getCommits,
  listRefs,
  type Ref,
  tagMessages,
} from '@portolan/hub'
import { type CommitRow, toCommitRow } from './commits-page.ts'
import { loadRepo, type RepoHeaderView } from './repo-view.ts'

/** Maximum of each kind per page. */
const refsPerPage = 100

export interface RefRow {
  readonly name: string
  readonly commit: CommitRow
  readonly isDefault: boolean
  /** Commits ahead of the default branch, and behind it; `null` for the default branch itself. */
  readonly divergence: { readonly ahead: number; readonly behind: number } | null
}

export interface TagRow {
  readonly name: string
  readonly commit: CommitRow
  /** For an annotated tag. */
  readonly message: string | null
}

export interface RefsPage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly branches: readonly RefRow[]
  readonly tags: readonly TagRow[]
  readonly branchTotal: number
  readonly tagTotal: number
  readonly page: number
  readonly more: boolean
}

/** Branches and tags with their targets; the default branch first, then the newest. */
export async function refsPage(hub: Hub, actor: Actor, type: RepoType, fullName: string, page: number): Promise<RefsPage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const refs = await listRefs(hub, repo)
  const commits = await getCommits(
    hub,
    repo,
    [...refs.branches, ...refs.tags].map(({ targetCommit }) => targetCommit),
  )
  const known = (list: readonly Ref[]) =>
    list
      .flatMap((ref) => {
        const commit = commits.get(ref.targetCommit)
        return commit ? [{ ref, commit }] : []
      })
      .sort(
        (a, b) =>
          Number(b.ref.name === defaultBranch) - Number(a.ref.name === defaultBranch) || b.commit.date.getTime() - a.commit.date.getTime(),
      )
  const slice = <T>(list: readonly T[]) => list.slice(page * refsPerPage, (page + 1) * refsPerPage)
  const main = refs.branches.find(({ name }) => name === defaultBranch)
  const branches: RefRow[] = []
  for (const { ref, commit } of slice(known(refs.branches))) {
    const isDefault = ref.name === defaultBranch
    const apart = isDefault || !main ? null : await divergence(hub, repo, ref.targetCommit, main.targetCommit)
    branches.push({
      name: ref.name,
      commit: toCommitRow(commit),
      isDefault,
      divergence: apart && { ahead: apart.ahead.length, behind: apart.behind.length },
    })
  }
  const tags = slice(known(refs.tags))
  const messages = await tagMessages(
    hub,
    repo,
    tags.map(({ ref }) => ref.ref),
  )
  return {
    header,
    movedTo,
    branches,
    tags: tags.map(({ ref, commit }) => ({ name: ref.name, commit: toCommitRow(commit), message: messages.get(ref.ref) ?? null })),
    branchTotal: refs.branches.length,
    tagTotal: refs.tags.length,
    page,
    more: Math.max(refs.branches.length, refs.tags.length) > (page + 1) * refsPerPage,
  }
}

/** Creates a branch or a tag from the page. With a message, the tag is annotated. */
export async function createRef(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  input: { kind: 'branch' | 'tag'; name: string; from: string; message: string },
): Promise<Ref> {
  const repo = await requireRepo(hub, actor, type, fullName, 'write')
  const { name, from, message } = input
  if (input.kind === 'branch') return createBranch(hub, actor, repo, { name, startingPoint: from })
  return createTag(hub, actor, repo, { tag: name, revision: from, message: message === '' ? null : message })
}

export async function deleteRef(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  kind: 'branch' | 'tag',
  name: string,
): Promise<void> {
  const repo = await requireRepo(hub, actor, type, fullName, 'write')
  await (kind === 'branch' ? deleteBranch(hub, actor, repo, name) : deleteTag(hub, actor, repo, name))
}
