import { HubError } from '@portolan/contract'
import type { Actor, UserActor } from './actor.ts'

/** @throws {HubError} `auth.required` when nobody is signed in */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new HubError('auth.required')
  return actor
}

/** Requires that the caller may write, as far as their email address goes. @throws {HubError} `account.email_unconfirmed` */
export function requireConfirmedEmail(actor: Actor): void {
  if (actor.kind === 'user' && actor.mustConfirmEmail === true) throw new HubError('account.email_unconfirmed')
}
