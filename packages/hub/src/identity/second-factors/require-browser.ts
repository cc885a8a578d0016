import { HubError } from '@portolan/contract'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'

/** @throws {HubError} `auth.required`; `auth.forbidden` for a caller with a token: second factors belong to people */
export function requireBrowser(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', { message: 'You can change how you sign in only in a signed-in browser, not with a token' })
  return user
}
