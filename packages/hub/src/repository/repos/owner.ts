import { HubError } from '@portolan/contract'
import { type Account, findAccount } from '../../identity/accounts/index.ts'
import { type Actor, missingPermission, requireConfirmedEmail, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { canCreateIn, isContributor } from '../access/index.ts'

/**
 * The account under which the actor wants to put a repo; the actor's own if no name is given.
 * @throws {HubError} `auth.required`, `account.email_unconfirmed`, `auth.read_only_token`, `auth.missing_permission`, `account.not_found`, `auth.forbidden`
 */
export async function requireOwner(
  hub: Hub,
  actor: Actor,
  ownerName: string | null | undefined,
): Promise<{ user: UserActor; owner: Account }> {
  const user = requireUser(actor)
  requireConfirmedEmail(user)
  if (user.token?.role === 'read') throw missingPermission(user.token, 'repo.write')
  const name = ownerName ?? user.name
  const owner = await findAccount(hub, name)
  if (!owner) throw new HubError('account.not_found', { message: `There is no user or organization named ${name}`, name })
  if (!canCreateIn(user, owner.id)) {
    if (isContributor(user, owner.id)) throw missingPermission(user.token, 'repo.write')
    throw new HubError('auth.forbidden', {
      message:
        user.isRobot === true && owner.id === user.userId
          ? 'A service account cannot own repositories; name its organization as the owner'
          : `You are not allowed to create repositories for ${owner.name}`,
    })
  }
  return { user, owner }
}
