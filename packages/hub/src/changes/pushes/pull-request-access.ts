import type { Actor } from '../../foundation/actor/index.ts'
import { hasOpenPullRequest, mayWritePullRequest } from '../../community/discussions/index.ts'
import type { Hub } from '../../hub.ts'
import { canWrite, type Repo } from '../../repository/access/index.ts'

/**
 * Whether the actor may push to `refs/pr/<number>`: its author may, and so may anyone with write access to the repo, as long as it is open.
 * @param number of the pull request; `null` means any pull request they may push to
 */
export async function mayPushToPullRequest(hub: Hub, actor: Actor, repo: Repo, number: number | null): Promise<boolean> {
  return number === null ? hasOpenPullRequest(hub, actor, repo) : mayWritePullRequest(hub, actor, repo, number)
}

/** Whether the actor may start a push at all. Permissions are then checked ref by ref. */
export async function mayPush(hub: Hub, actor: Actor, repo: Repo): Promise<boolean> {
  return canWrite(actor, repo) || mayPushToPullRequest(hub, actor, repo, null)
}
