import { type OrgRole, roleAtLeast, type TokenPermission } from '@portolan/contract'
import { type Actor, tokenAllows, type TokenSubject, type UserActor } from '../../foundation/actor/index.ts'
import type { Readable, WithContent, Writable } from './checked-repo.ts'
import type { Repo } from './repo.ts'

/** What the rules look at. */
export type RepoAccessFacts = Pick<
  Repo,
  'id' | 'type' | 'owner' | 'ownerId' | 'fullName' | 'visibility' | 'gated' | 'disabled' | 'creatorId'
>

/**
 * Whether anybody has the repo's files, or may change them or talk about it: nobody does while an administrator has disabled it. Its metadata stays. Rights
 * to content and to write ask this by themselves.
 */
export function isEnabled(repo: Pick<Repo, 'disabled'>): boolean {
  return !repo.disabled
}

/** May the actor know that the repo exists, and see its metadata? */
export function canRead<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Readable<R> {
  if (repo.visibility === 'public') return true
  if (actor.kind !== 'user') return false
  return tokenAllows(actor.token, 'repo.content.read', subjectOf(repo)) && (actor.isAdmin || roleOf(actor, repo) !== null)
}

/**
 * May the actor have the files? Gating makes it differ from {@link canRead}, when it is not disabled: then the owner's people have them, and those who were given
 * access. Everything that hands out contents asks here (or `requireAccess` with `content`).
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

/** May the actor commit? Contributors of an organization may in the repos they made. */
export function canWrite<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Writable<R> {
  if (!isEnabled(repo) || actor.kind !== 'user' || !tokenAllows(actor.token, 'repo.write', subjectOf(repo))) return false
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  if (role === null) return false
  return roleAtLeast(role, 'write') || (role === 'contributor' && repo.creatorId === actor.userId)
}

/** May the actor write into its discussions? Everybody who sees the repo, with a token that may write. */
export function canDiscuss<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is Readable<R> {
  if (!isEnabled(repo) || actor.kind !== 'user' || !canRead(actor, repo)) return false
  return tokenAllows(actor.token, 'discussion.write', subjectOf(repo))
}

/** May the actor bring large files, to commit them to a branch or to a pull request of their own? */
export function canUpload<R extends RepoAccessFacts>(actor: Actor, repo: R): repo is WithContent<R> {
  return canWrite(actor, repo) || (canDiscuss(actor, repo) && canReadContent(actor, repo))
}

/** May the actor delete, move, or change settings? */
export function canAdmin(actor: Actor, repo: RepoAccessFacts): boolean {
  return actor.kind === 'user' && managesRepos(actor) && tokenAllows(actor.token, 'repo.write', subjectOf(repo)) && administers(actor, repo)
}

/** May the actor see who asks for the files of a gated repo, or decide it? */
export function canHandleAccess(actor: Actor, repo: RepoAccessFacts, permission: 'repo.access.read' | 'repo.access.write'): boolean {
  return actor.kind === 'user' && tokenAllows(actor.token, permission, subjectOf(repo)) && administers(actor, repo)
}

function administers(actor: UserActor, repo: RepoAccessFacts): boolean {
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  return role === 'admin' || (role !== null && roleAtLeast(role, 'contributor') && repo.creatorId === actor.userId)
}

/** May the actor make a repo below this account? */
export function canCreateIn(actor: UserActor, ownerId: number): boolean {
  // Below the account of its user an application may make repos to keep to itself.
  if (!managesRepos(actor)) return actor.token?.app?.scopes.includes('contribute-repos') === true && ownerId === actor.userId
  return tokenAllows(actor.token, 'repo.write', { ownerId }) && isContributor(actor, ownerId)
}

/** Is the account the actor's own, or an organization in which they may make things? It says nothing of their token. */
export function isContributor(actor: UserActor, ownerId: number): boolean {
  // What a robot makes belongs to an organization: nobody signs in as the robot to look after it.
  if (actor.isRobot === true && ownerId === actor.userId) return false
  if (ownerId === actor.userId || actor.isAdmin) return true
  const org = actor.orgs.find(({ orgId }) => orgId === ownerId)
  return org !== undefined && roleAtLeast(org.role, 'contributor')
}

/**
 * Whose private repos (or, with another permission, collections) the actor may list: account ids, or `all` for the hub's administrator.
 * A fine-grained token narrows it to the accounts it names; repos it names one by one are found by their address.
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

/** False for applications whose user let them write files at most. */
function managesRepos(actor: UserActor): boolean {
  return actor.token?.app?.scopes.includes('manage-repos') !== false
}

function roleOf(actor: UserActor, repo: RepoAccessFacts): OrgRole | null {
  if (repo.ownerId === actor.userId) return 'admin'
  return actor.orgs.find(({ orgId }) => orgId === repo.ownerId)?.role ?? null
}

/** A repo as the rights of tokens look at it. */
export function subjectOf(repo: Pick<Repo, 'id' | 'ownerId'>): TokenSubject {
  return { ownerId: repo.ownerId, repoId: repo.id }
}
