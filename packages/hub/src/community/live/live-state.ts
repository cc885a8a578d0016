import { type LiveRepoState, type LiveUserState, repoPath } from '@portolan/contract'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { hasLiked } from '../likes/index.ts'
import { runningProgress } from '../../foundation/progress/index.ts'
import { canRead, type Repo, toRepo, visibility } from '../../repository/access/index.ts'

/** Current state of repos by id, regardless of who may see them; deleted and unknown ones are missing. */
export async function readRepos(hub: Hub, ids: readonly number[]): Promise<Map<number, Repo>> {
  const repos = new Map<number, Repo>()
  const perRead = 500
  for (let at = 0; at < ids.length; at += perRead) {
    const some = ids.slice(at, at + perRead)
    const rows = await hub.db.read.selectFrom('repo').selectAll().where('id', 'in', some).where('vis', '<', visibility.deleted).execute()
    for (const row of rows) repos.set(row.id, toRepo(row))
  }
  return repos
}

/** What a page should currently show about a repo; `null` when nothing is visible. */
export async function repoState(hub: Hub, actor: Actor, repo: Repo | undefined): Promise<LiveRepoState | null> {
  if (!repo || !canRead(actor, repo)) return null
  return {
    path: `/${repoPath(repo)}`,
    isPrivate: repo.visibility === 'private',
    likes: repo.likes,
    liked: await hasLiked(hub, actor, repo),
    head: repo.headOid,
    progress: await runningProgress(hub, { repoId: repo.id }),
  }
}

export async function userState(hub: Hub, user: UserActor): Promise<LiveUserState> {
  return { progress: await runningProgress(hub, { userId: user.userId }) }
}
