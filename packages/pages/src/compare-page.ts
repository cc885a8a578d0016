import { isHubError, type RepoType } from '@portolan/contract'
import {
  type Actor,
  type CompareSpec,
  parseCompareSpec,
  type ResolvedCompare,
  resolveCompare,
  type Hub,
  defaultBranch,
  divergence,
  getCommits,
  listRefs,
} from '@portolan/hub'
import { type CommitRow, toCommitRow } from './commits-page.ts'
import { type DiffView, diffView } from './diff-view.ts'
import { loadRepo, type RepoHeaderView, showsContent } from './repo-view.ts'

/** Maximum commits listed in a comparison. */
const maxCommits = 100

export interface ComparePage {
  readonly header: RepoHeaderView
  readonly movedTo: string | null
  readonly branches: readonly string[]
  readonly tags: readonly string[]
  readonly from: string
  readonly to: string
  readonly sinceMergeBase: boolean
  /** Why nothing is shown; `null` with a comparison, or before anything was chosen. */
  readonly problem: string | null
  readonly comparison: {
    /** The base commit; `null` for the empty tree. */
    readonly base: string | null
    readonly head: string
    /** Commits in `to` but not in `from`, newest first. */
    readonly commits: readonly CommitRow[]
    readonly ahead: number
    readonly behind: number
    readonly diff: DiffView
  } | null
}

/**
 * Compares two revisions. An invalid spec is returned with the problem, so that others can be chosen.
 * @param spec `a..b`, `a...b`; `null` before anything was chosen
 */
export async function comparePage(
  hub: Hub,
  actor: Actor,
  type: RepoType,
  fullName: string,
  spec: string | null,
  file: string | null,
  signal?: AbortSignal,
): Promise<ComparePage> {
  const { repo, header, movedTo } = await loadRepo(hub, actor, type, fullName)
  const refs = await listRefs(hub, repo)
  const shared = {
    header,
    movedTo,
    branches: refs.branches.map(({ name }) => name),
    tags: refs.tags.map(({ name }) => name),
  }
  let asked: CompareSpec = { from: defaultBranch, to: defaultBranch, sinceMergeBase: true }
  if (spec === null) return { ...shared, ...asked, problem: null, comparison: null }
  let found: ResolvedCompare
  try {
    asked = parseCompareSpec(spec)
    found = await resolveCompare(hub, repo, asked)
  } catch (error) {
    if (!isHubError(error, 'query.invalid') && !isHubError(error, 'revision.not_found') && !isHubError(error, 'compare.unrelated'))
      throw error
    return { ...shared, ...asked, problem: error.message, comparison: null }
  }
  const { base, head, fromOid } = found
  const { ahead, behind } = fromOid === null ? { ahead: [head], behind: [] } : await divergence(hub, repo, head, fromOid)
  const listed = ahead.slice(0, maxCommits)
  const commits = await getCommits(hub, repo, listed)
  return {
    ...shared,
    ...asked,
    problem: null,
    comparison: {
      base,
      head,
      commits: listed.flatMap((oid) => commits.get(oid) ?? []).map(toCommitRow),
      ahead: ahead.length,
      behind: behind.length,
      diff: await diffView(hub, repo, { base, head, content: showsContent(actor, repo) ? repo : null, only: file, signal }),
    },
  }
}
