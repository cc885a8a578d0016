import { type OrgRole, roleAtLeast } from '@portolan/contract'
import type { Actor, ActorToken, UserActor } from '../accounts/index.ts'
import type { Repo } from './repo.ts'

/** What the rules look at. */
export type RepoAccessFacts = Pick<Repo, 'id' | 'type' | 'owner' | 'ownerId' | 'fullName' | 'visibility' | 'gated' | 'creatorId'>

/** May the actor know that the repo exists, and see its metadata? */
export function canRead(actor: Actor, repo: RepoAccessFacts): boolean {
  if (repo.visibility === 'public') return true
  if (actor.kind !== 'user') return false
  return tokenAllows(actor.token, repo, 'repo.content.read') && (actor.isAdmin || roleOf(actor, repo) !== null)
}

/**
 * May the actor have the files? Only gating makes it differ from {@link canRead}: then the owner's people have them, and those who were given
 * access. Everything that hands out contents asks here (or `requireAccess` with `content`).
 */
export function canReadContent(actor: Actor, repo: RepoAccessFacts): boolean {
  if (!canRead(actor, repo)) return false
  if (repo.gated === false) return true
  if (actor.kind !== 'user' || !tokenAllows(actor.token, repo, 'repo.content.read')) return false
  return actor.isAdmin || roleOf(actor, repo) !== null || actor.grantedRepoIds.has(repo.id)
}

/** May the actor commit? Contributors of an organisation may in the repos they made. */
export function canWrite(actor: Actor, repo: RepoAccessFacts): boolean {
  if (actor.kind !== 'user' || !tokenAllows(actor.token, repo, 'repo.write')) return false
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  if (role === null) return false
  return roleAtLeast(role, 'write') || (role === 'contributor' && repo.creatorId === actor.userId)
}

/** May the actor write into its discussions? Everybody who sees the repo, with a token that may write. */
export function canDiscuss(actor: Actor, repo: RepoAccessFacts): boolean {
  if (actor.kind !== 'user' || !canRead(actor, repo)) return false
  const { token } = actor
  if (token === null || token.role === 'write') return true
  return (
    token.role === 'fineGrained' && (grants(token, repo.owner, repo, 'discussion.write') || grants(token, repo.owner, repo, 'repo.write'))
  )
}

/** May the actor bring large files, to commit them to a branch or to a pull request of their own? */
export function canUpload(actor: Actor, repo: RepoAccessFacts): boolean {
  return canWrite(actor, repo) || (canDiscuss(actor, repo) && canReadContent(actor, repo))
}

/** May the actor delete, move, or change settings? */
export function canAdmin(actor: Actor, repo: RepoAccessFacts): boolean {
  if (!canWrite(actor, repo) || actor.kind !== 'user') return false
  if (actor.isAdmin) return true
  const role = roleOf(actor, repo)
  return role === 'admin' || (role !== null && roleAtLeast(role, 'contributor') && repo.creatorId === actor.userId)
}

/** May the actor make a repo below this account? */
export function canCreateIn(actor: UserActor, ownerId: number, ownerName: string): boolean {
  if (actor.token?.role === 'read') return false
  if (actor.token?.role === 'fineGrained' && !grants(actor.token, ownerName, null, 'repo.write')) return false
  if (ownerId === actor.userId || actor.isAdmin) return true
  const org = actor.orgs.find(({ orgId }) => orgId === ownerId)
  return org !== undefined && roleAtLeast(org.role, 'contributor')
}

/**
 * Whose private repos the actor may list: account ids, or `all` for the hub's administrator.
 * A fine-grained token narrows it to the accounts it names; repos it names one by one are found by their address.
 */
export function visibleOwnerIds(actor: Actor): readonly number[] | 'all' {
  if (actor.kind !== 'user') return []
  const own = [{ id: actor.userId, name: actor.name }, ...actor.orgs.map(({ orgId, name }) => ({ id: orgId, name }))]
  const token = actor.token
  if (token?.role === 'fineGrained') {
    return own.filter(({ name }) => grants(token, name, null, 'repo.content.read')).map(({ id }) => id)
  }
  return actor.isAdmin ? 'all' : own.map(({ id }) => id)
}

function roleOf(actor: UserActor, repo: RepoAccessFacts): OrgRole | null {
  if (repo.ownerId === actor.userId) return 'admin'
  return actor.orgs.find(({ orgId }) => orgId === repo.ownerId)?.role ?? null
}

function tokenAllows(token: ActorToken | null, repo: RepoAccessFacts, permission: 'repo.content.read' | 'repo.write'): boolean {
  if (token === null || token.role === 'write') return true
  if (token.role === 'read') return permission === 'repo.content.read'
  return grants(token, repo.owner, repo, permission)
}

/** A right to write includes the right to read. */
function grants(
  token: ActorToken,
  owner: string,
  repo: RepoAccessFacts | null,
  permission: 'repo.content.read' | 'repo.write' | 'discussion.write',
): boolean {
  return token.scopes.some(({ entity, permissions }) => {
    if (!permissions.includes(permission) && !(permission === 'repo.content.read' && permissions.includes('repo.write'))) return false
    const name = entity.name.toLowerCase()
    if (entity.type === 'user' || entity.type === 'org') return name === owner.toLowerCase()
    return repo !== null && entity.type === repo.type && name === repo.fullName.toLowerCase()
  })
}
