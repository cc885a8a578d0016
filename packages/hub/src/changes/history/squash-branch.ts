import { HubError, limits } from '@portolan/contract'
import { encodeCommit, makeObject, type Oid } from '@portolan/git'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { requireCommitter } from '../../community/discussions/index.ts'
import { updateRefs, RefMovedError } from '../commits/index.ts'
import { prestoreObjects } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { type Repo, requireAccess } from '../../repository/access/index.ts'
import { signatureOf } from '../../repository/repos/index.ts'
import { defaultBranch, getCommit, resolveRevision } from '../../repository/revisions/index.ts'
import { describeCommit } from './describe-commit.ts'

/** Maximum retries when the head has moved. */
const maxAttempts = 5

/**
 * Replaces a branch, or the commits of an open pull request, with a single parentless commit containing the same files. Garbage collection removes
 * what only the old commits contained.
 * @throws {HubError} `revision.not_found`, `revision.not_a_branch`, `pull_request.not_open`, `body.invalid` for a long message, `commit.conflict`
 */
export async function squashBranch(hub: Hub, actor: Actor, repo: Repo, input: { branch: string; message?: string | null }): Promise<Oid> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const message = input.message?.trim() ? input.message : `Super-squash branch '${input.branch}'`
  if (message.length > limits.squashMessage)
    throw new HubError('body.invalid', { message: `The message can have at most ${limits.squashMessage} characters`, field: 'message' })
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { ref, commitOid: head } = await resolveRevision(hub, repo, input.branch)
    if (ref === null || !/^refs\/(heads|pr|convert)\//.test(ref))
      throw new HubError('revision.not_a_branch', { message: `${input.branch} is not a branch`, revision: input.branch })
    await requireCommitter(hub, user, repo, ref)
    const { tree, parents } = await getCommit(hub, repo, head)
    if (parents.length === 0) return head
    const author = signatureOf(user, hub.now())
    const commit = makeObject('commit', encodeCommit({ tree, parents: [], author, committer: author, message }))
    // Stored before it is reachable, so it can be read like any other.
    const ahead = await prestoreObjects(hub.db, repo.id, { objects: () => [commit] })
    const described = ref === `refs/heads/${defaultBranch}` ? await describeCommit(hub, repo, commit.oid) : null
    try {
      const changes = [{ ref, from: head, to: commit.oid }]
      await hub.db.write((tx) => updateRefs(tx, hub, user.name, repo, { changes, objects: [], ahead, lfs: [], described }))
      return commit.oid
    } catch (error) {
      if (!(error instanceof RefMovedError)) throw error
    }
  }
  throw new HubError('commit.conflict')
}
