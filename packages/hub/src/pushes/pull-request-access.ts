import type { Actor } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { canWrite, type Repo } from '../repos/index.ts'

/**
 * May the actor push to `refs/pr/<number>`? Writers of the repo may.
 * @param number of the pull request; `null` asks whether there is any to which they may
 */
export async function mayPushToPullRequest(_hub: Hub, actor: Actor, repo: Repo, _number: number | null): Promise<boolean> {
  return canWrite(actor, repo)
}

/** May the actor begin a push at all? What they may move is looked at ref by ref. */
export async function mayPush(hub: Hub, actor: Actor, repo: Repo): Promise<boolean> {
  return canWrite(actor, repo) || mayPushToPullRequest(hub, actor, repo, null)
}
