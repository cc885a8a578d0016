import { HubError } from '@portolan/contract'
import type { Actor, UserActor } from './actor.ts'

/** @throws {HubError} `auth.required` when nobody is signed in */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new HubError('auth.required')
  return actor
}

/** As {@link requireUser}, for writes that concern the account itself: a read token is not enough, nor one limited to repos. */
export function requireWriter(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token?.role === 'read') throw new HubError('auth.read_only_token')
  return user
}
