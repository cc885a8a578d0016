import { branchNameProblem, type Oid, type PushCommand, refNameProblem } from '@portolan/git'
import type { Actor } from '../../foundation/actor/index.ts'
import { readRefs, type StoredRef } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { canWrite, type Repo } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'
import { mayPushToPullRequest } from './pull-request-access.ts'

/** The ref that pages, facts and clients start from. */
export const mainRef = `refs/heads/${defaultBranch}`

/** The refs a client may push on top of: every ref, by name. */
export function listPushRefs(hub: Hub, repo: Repo): Promise<StoredRef[]> {
  return readRefs(hub.db.read, repo.id)
}

/** Which kind of supported ref it is. */
export function refKind(ref: string): 'branch' | 'tag' | 'convert' | 'pull request' | null {
  if (ref.startsWith('refs/heads/')) return 'branch'
  if (ref.startsWith('refs/tags/')) return 'tag'
  if (ref.startsWith('refs/convert/')) return 'convert'
  return /^refs\/pr\/[1-9]\d{0,8}$/.test(ref) ? 'pull request' : null
}

/**
 * Explains why the actor may not move a ref this way, or returns `null`. Checks names, permissions and the ref's position; the commits are checked later.
 * @param current current target of the ref
 */
export async function commandProblem(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  command: PushCommand,
  current: Oid | null,
): Promise<string | null> {
  const { ref, from, to } = command
  const bad = refNameProblem(ref)
  if (bad !== null) return bad
  const kind = refKind(ref)
  if (kind === null) return 'only refs/heads/…, refs/tags/…, refs/convert/…, and refs/pr/<number> are supported'
  if (kind === 'pull request') {
    if (current === null) return 'there is no such pull request; open it first, on the web or through the API'
    if (to === null) return 'the ref of a pull request cannot be deleted; close the pull request instead'
    if (!(await mayPushToPullRequest(hub, actor, repo, Number(ref.slice('refs/pr/'.length)))))
      return 'only its author and people with write access to the repository can push to a pull request'
  } else {
    if (!canWrite(actor, repo)) return `you do not have write access to ${repo.fullName}`
    const badName = branchNameProblem(ref.replace(/^refs\/\w+\//, ''))
    if (badName !== null && to !== null) return badName
  }
  if (from !== current) return 'it has changed since you fetched; fetch first'
  if (from === null && to === null) return 'there is no such ref'
  if (ref === mainRef && to === null) return `${defaultBranch} is the default branch and cannot be deleted`
  return null
}
