import { HubError, isReading, permissionCovers, type TokenPermission } from '@portolan/contract'
import type { Actor, ActorToken, UserActor } from './actor.ts'
import { requireUser } from './require-user.ts'

/** The target of a call: an account, or one of its repos. Internal ids. */
export interface TokenSubject {
  readonly ownerId: number
  readonly repoId?: number
}

/**
 * Whether the token lets its user do this; the user's own permissions are a separate check. No token means a browser session, which may do everything.
 * @param subject the account, or the repo; without one, only the token's global permissions count
 */
export function tokenAllows(token: ActorToken | null, permission: TokenPermission, subject: TokenSubject | null): boolean {
  if (token === null || token.role === 'write') return true
  if (token.role === 'read') return isReading(permission)
  const covers = (given: TokenPermission) => permissionCovers(given, permission)
  if (token.global.some(covers)) return true
  if (subject === null) return false
  return token.scopes.some(({ entity, permissions }) => {
    const isMeant =
      entity.type === 'user' || entity.type === 'org'
        ? entity.id === subject.ownerId
        : subject.repoId !== undefined && entity.id === subject.repoId
    return isMeant && permissions.some(covers)
  })
}

/**
 * Requires a user whose token grants the one permission a call needs. The user's own permissions are checked elsewhere.
 * @param subject defaults to the caller's own account
 * @throws {HubError} `auth.required`, `auth.read_only_token`, `auth.missing_permission`; the last two name the permission
 */
export function requirePermission(actor: Actor, permission: TokenPermission, subject?: TokenSubject): UserActor {
  const user = requireUser(actor)
  if (!tokenAllows(user.token, permission, subject ?? { ownerId: user.userId })) throw missingPermission(user.token, permission)
  return user
}

/** Why a token is insufficient. */
export function missingPermission(token: ActorToken | null, permission: TokenPermission): HubError {
  if (token?.role === 'read') return new HubError('auth.read_only_token', { permission })
  return new HubError('auth.missing_permission', {
    message: `The access token lacks the permission ${permission}, which this requires`,
    permission,
  })
}

/**
 * Requires a user who may see what no fine-grained permission covers: their tokens, what calling models costs, the whole hub.
 * @throws {HubError} `auth.required`, `auth.missing_permission`
 */
export function requireUnlimited(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token?.role === 'fineGrained')
    throw new HubError('auth.missing_permission', { message: 'Fine-grained access tokens cannot do this', permission: null })
  return user
}

/** Requires an administrator of the hub. @throws {HubError} `auth.required`, `auth.forbidden`, `auth.missing_permission` */
export function requireHubAdmin(actor: Actor): UserActor {
  const user = requireUnlimited(actor)
  if (!user.isAdmin) throw new HubError('auth.forbidden', { message: 'Only administrators of the hub can do this' })
  return user
}

/** Like {@link requireUnlimited}, for changes. @throws {HubError} also `auth.read_only_token` */
export function requireWriter(actor: Actor): UserActor {
  const user = requireUnlimited(actor)
  if (user.token?.role === 'read') throw new HubError('auth.read_only_token', { permission: null })
  return user
}
