import type { Actor } from '../../foundation/actor/index.ts'
import { hasOpenPullRequest, mayWritePullRequest } from '../../community/discussions/index.ts'
import type { Hub } from '../../hub.ts'
import { canWrite, type Repo } from '../../repository/access/index.ts'

/**
 * May the actor push to `refs/pr/<number>`? Its author may, and writers of the repo, as long as it is open.
 * @param number of the pull request; `null` asks whether there is any to which they may
 */
export async function mayPushToPullRequest(hub: Hub, actor: Actor, repo: Repo, number: number | null): Promise<boolean> {
  return number === null ? hasOpenPullRequest(hub, actor, repo) : mayWritePullRequest(hub, actor, repo, number)
}

/** May the actor begin a push at all? What they may move is looked at ref by ref. */
export async function mayPush(hub: Hub, actor: Actor, repo: Repo): Promise<boolean> {
  return canWrite(actor, repo) || mayPushToPullRequest(hub, actor, repo, null)
}
