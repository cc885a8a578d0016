import { HubError, isHubError, limits } from '@portolan/contract'
import { type Actor, missingPermission, requireConfirmedEmail, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import {
  canDiscuss,
  canUpload,
  canWrite,
  type Repo,
  requireAccess,
  requireEnabled,
  type WithContent,
} from '../../repository/access/index.ts'
import { type Discussion, findDiscussion, isOpen, pullRequestNumber, pullRequestRef } from './discussion.ts'

/** Whether a repo accepts discussions and pull requests at all. */
export async function areDiscussionsDisabled(db: Reader, repo: Pick<Repo, 'id'>): Promise<boolean> {
  const row = await db.selectFrom('discussion_repo').select('disabled').where('repo_id', '=', repo.id).executeTakeFirst()
  return row?.disabled === 1
}

/**
 * Requires a user who may open discussions in the repo, comment and react: anyone who can see it.
 * @throws {HubError} `repo.not_found`, `auth.required`, `account.email_unconfirmed`, `auth.read_only_token`, `auth.forbidden`, `repo.disabled`, `discussion.disabled`
 */
export async function requireParticipant(hub: Hub, actor: Actor, repo: Repo): Promise<UserActor> {
  requireAccess(actor, repo, 'read')
  const user = requireUser(actor)
  requireEnabled(repo)
  requireConfirmedEmail(user)
  if (!canDiscuss(user, repo)) throw missingPermission(user.token, 'discussion.write')
  if (await areDiscussionsDisabled(hub.db.read, repo)) throw new HubError('discussion.disabled')
  return user
}

/** A user, and the repo they may contribute to. Anyone who may contribute has access to its files. */
export interface Contributor {
  readonly user: UserActor
  readonly repo: WithContent
}

/**
 * Requires a user who may open a pull request and upload files for one: anyone who may open a discussion and has access to the files.
 * @throws {HubError} those of {@link requireParticipant}, `repo.gated`
 */
export async function requireContributor(hub: Hub, actor: Actor, repo: Repo): Promise<Contributor> {
  const user = await requireParticipant(hub, actor, repo)
  requireAccess(user, repo, 'content')
  return { user, repo }
}

/** The author of a discussion, or anyone with write access to the repo. */
export function mayModerate(actor: Actor, repo: Repo, discussion: Pick<Discussion, 'authorId'>): boolean {
  if (actor.kind !== 'user') return false
  return canWrite(actor, repo) || (actor.userId === discussion.authorId && canDiscuss(actor, repo))
}

/**
 * Requires a user who may commit or push to `refs/pr/{num}`: its author, and anyone with write access to the repo, as long as the pull request is
 * neither closed nor merged.
 * @throws {HubError} `repo.not_found`, `auth.required`, `auth.forbidden`, `repo.disabled`, `pull_request.not_open`, and those of {@link requireContributor}
 */
export async function requirePullRequestWriter(hub: Hub, actor: Actor, repo: Repo, num: number): Promise<Contributor> {
  requireAccess(actor, repo, 'read')
  const user = requireUser(actor)
  const found = await findDiscussion(hub.db.read, repo, num)
  const contributor = canWrite(user, repo) ? { user, repo } : await requireContributor(hub, user, repo)
  if (!canWrite(user, repo) && found?.authorId !== user.userId)
    throw new HubError('auth.forbidden', {
      message: `Only its author and people with write access to ${repo.fullName} can write to ${pullRequestRef(num)}`,
    })
  if (!found?.isPullRequest || !isOpen(found.status))
    throw new HubError('pull_request.not_open', { message: `${pullRequestRef(num)} does not belong to an open pull request` })
  return contributor
}

/** Like {@link requirePullRequestWriter}, but returns a boolean. */
export async function mayWritePullRequest(hub: Hub, actor: Actor, repo: Repo, num: number): Promise<boolean> {
  try {
    await requirePullRequestWriter(hub, actor, repo, num)
    return true
  } catch (error) {
    if (isHubError(error)) return false
    throw error
  }
}

/** Whether the actor has a pull request in the repo that they may still add to. */
export async function hasOpenPullRequest(hub: Hub, actor: Actor, repo: Repo): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const own = await hub.db.read
    .selectFrom('discussion')
    .select('num')
    .where('repo_id', '=', repo.id)
    .where('author_id', '=', actor.userId)
    .where('base_ref', 'is not', null)
    .where('status', 'in', ['open', 'draft'])
    .limit(1)
    .executeTakeFirst()
  return own !== undefined && (await mayWritePullRequest(hub, actor, repo, own.num))
}

/**
 * Requires a user who may commit to a revision: its author for a pull request, and users with write access for everything else. With
 * `isForNewPullRequest`, anyone who may open one.
 * @throws {HubError} those of the check that applies
 */
export async function requireCommitter(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  revision: string,
  options: { isForNewPullRequest?: boolean } = {},
): Promise<Contributor> {
  if (options.isForNewPullRequest === true) return requireContributor(hub, actor, repo)
  const num = pullRequestNumber(revision)
  if (num !== null) return requirePullRequestWriter(hub, actor, repo, num)
  requireAccess(actor, repo, 'write')
  return { user: requireUser(actor), repo }
}

/** Requires a user who may upload large files, either to the repo or for a pull request. @throws {HubError} those of the write check */
export async function requireUploader(hub: Hub, actor: Actor, repo: Repo): Promise<Contributor> {
  if (!canWrite(actor, repo) && canUpload(actor, repo) && !(await areDiscussionsDisabled(hub.db.read, repo)))
    return { user: requireUser(actor), repo }
  requireAccess(actor, repo, 'write')
  return { user: requireUser(actor), repo }
}

const rateMs = 10 * 60 * 1000

/** Keeps anyone from flooding other people's repos with comments. @throws {HubError} `auth.rate_limited` */
export async function limitPosting(hub: Hub, user: UserActor, repo: Repo): Promise<void> {
  if (canWrite(user, repo)) return
  const row = await hub.db.read
    .selectFrom('discussion_event')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('author_id', '=', user.userId)
    .where('created', '>', hub.now().getTime() - rateMs)
    .where('type', '=', 'comment')
    .executeTakeFirst()
  if (Number(row?.n ?? 0) >= limits.commentsPerTenMinutes)
    throw new HubError('auth.rate_limited', {
      message: `You have written ${limits.commentsPerTenMinutes} comments in ten minutes; try again later`,
      retryAfter: rateMs / 1000,
    })
}
