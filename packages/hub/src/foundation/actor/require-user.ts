import { HubError } from '@portolan/contract'
import type { Actor, UserActor } from './actor.ts'

/** @throws {HubError} `auth.required` when nobody is signed in */
export function requireUser(actor: Actor): UserActor {
  if (actor.kind !== 'user') throw new HubError('auth.required')
  return actor
}
