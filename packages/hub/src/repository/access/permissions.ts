import { type OrgRole, roleAtLeast, type TokenPermission } from '@portolan/contract'
import { type Actor, tokenAllows, type TokenSubject, type UserActor } from '../../foundation/actor/index.ts'
import type { Readable, WithContent, Writable } from './checked-repo.ts'
import type { Repo } from './repo.ts'

/** The data the rules depend on. */
export type RepoAccessFacts = Pick<
  Repo,
  'id' | 'type' | 'owner' | 'ownerId' | 'fullName' | 'visibility' | 'gated' | 'disabled' | 'creatorId'
>

/**
 * Whether anyone may read the repo's files, change them, or discuss it: nobody may while an administrator has disabled it. Its metadata stays visible.
 * The checks for content and write access include this.
 */
export function isEnabled(repo: Pick<Repo, 'disabled'>): boolean {
  return !repo.disabled
}

/** Whether the actor may know that the repo exists, and see its metadata. */
export function canRead<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Readable<R> {
  if (repo.visibility === 'public') return true
  if (actor.kind !== 'user') return false
  return tokenAllows(actor.token, 'repo.content.read', subjectOf(repo)) && (actor.isAdmin || roleOf(actor, repo) !== null)
}

/**
 * Whether the actor may read the files. Differs from {@link canRead} for gated repos (and disabled ones): only the owner's people and users who were granted
 * access may. Everything that serves contents checks this (or `requireAccess` with `content`).
 */
export function canReadContent<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is WithContent<R> {
  if (!isEnabled(repo) || !canRead(actor, repo)) return false
  if (repo.gated === false) return true
  if (actor.kind !== 'user') return false
  const { token } = actor
  const isNamed = tokenAllows(token, 'repo.content.read', subjectOf(repo))
  if (isNamed && (actor.isAdmin || roleOf(actor, repo) !== null)) return true
  return actor.grantedRepoIds.has(repo.id) && (isNamed || token?.canReadGatedRepos === true)
}

/** Whether the actor may commit. Contributors of an organization may, in repos they created. */
export function canWrite<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Writable<R> {
  if (!isEnabled(repo) || !mayChange(actor) || !tokenAllows(actor.token, 'repo.write', subjectOf(repo))) return false
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  if (role === null) return false
  return roleAtLeast(role, 'write') || (role === 'contributor' && repo.creatorId === actor.userId)
}

/** Whether the actor may post in its discussions. Anyone who can see the repo may, with a token that may write. */
export function canDiscuss<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Readable<R> {
  if (!isEnabled(repo) || !mayChange(actor) || !canRead(actor, repo)) return false
  return tokenAllows(actor.token, 'discussion.write', subjectOf(repo))
}

/** Whether the actor may upload large files, to commit them to a branch or to their own pull request. */
export function canUpload<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is WithContent<R> {
  return canWrite(actor, repo) || (canDiscuss(actor, repo) && canReadContent(actor, repo))
}

/** Whether the actor may delete, move, or change settings. */
export function canAdmin(actor: Actor, repo: RepoAccessFacts): boolean {
  return mayChange(actor) && managesRepos(actor) && tokenAllows(actor.token, 'repo.write', subjectOf(repo)) && administers(actor, repo)
}

/** Whether the actor may see who requested access to a gated repo, or decide on it. */
export function canHandleAccess(actor: Actor, repo: RepoAccessFacts, permission: 'repo.access.read' | 'repo.access.write'): boolean {
  return actor.kind === 'user' && tokenAllows(actor.token, permission, subjectOf(repo)) && administers(actor, repo)
}

function administers(actor: UserActor, repo: RepoAccessFacts): boolean {
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  return role === 'admin' || (role !== null && roleAtLeast(role, 'contributor') && repo.creatorId === actor.userId)
}

/** Whether the actor may create a repo under this account. */
export function canCreateIn(actor: UserActor, ownerId: number): boolean {
  // Under its user's account, an application may create repos of its own.
  if (!managesRepos(actor)) return actor.token?.app?.scopes.includes('contribute-repos') === true && ownerId === actor.userId
  return tokenAllows(actor.token, 'repo.write', { ownerId }) && isContributor(actor, ownerId)
}

/** Whether it is the actor's own account, or an organization in which they may create things. Does not consider their token. */
export function isContributor(actor: UserActor, ownerId: number): boolean {
  // What a robot creates belongs to an organization: nobody signs in as the robot to look after it.
  if (actor.isRobot === true && ownerId === actor.userId) return false
  if (ownerId === actor.userId || actor.isAdmin) return true
  const org = actor.orgs.find(({ orgId }) => orgId === ownerId)
  return org !== undefined && roleAtLeast(org.role, 'contributor')
}

/**
 * Accounts whose private repos (or, with another permission, collections) the actor may list: account ids, or `all` for the hub's administrator.
 * A fine-grained token narrows this to the accounts it names; individually named repos are found by their address.
 */
export function visibleOwnerIds(
  actor: Actor,
  permission: TokenPermission & ('repo.content.read' | 'collection.read') = 'repo.content.read',
): readonly number[] | 'all' {
  if (actor.kind !== 'user') return []
  const own = [actor.userId, ...actor.orgs.map(({ orgId }) => orgId)]
  if (actor.token?.role === 'fineGrained') return own.filter((ownerId) => tokenAllows(actor.token, permission, { ownerId }))
  return actor.isAdmin ? 'all' : own
}

/** False for people who have to confirm their email address first. */
function mayChange(actor: Actor): actor is UserActor {
  return actor.kind === 'user' && actor.mustConfirmEmail !== true
}

/** False for applications that the user only allowed to write files. */
function managesRepos(actor: UserActor): boolean {
  return actor.token?.app?.scopes.includes('manage-repos') !== false
}

function roleOf(actor: UserActor, repo: RepoAccessFacts): OrgRole | null {
  if (repo.ownerId === actor.userId) return 'admin'
  return actor.orgs.find(({ orgId }) => orgId === repo.ownerId)?.role ?? null
}

/** A repo, as token permissions see it. */
export function subjectOf(repo: Pick<Repo, 'id' | 'ownerId'>): TokenSubject {
  return { ownerId: repo.ownerId, repoId: repo.id }
}
