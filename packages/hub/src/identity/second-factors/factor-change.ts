import { HubError } from '@portolan/contract'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { endSessionsExcept, hasSecondFactor, markProven, requiresSecondFactor, sessionHashOf } from '../accounts/index.ts'
import { countRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

/** What changed: an authenticator app, or a passkey with its name. */
export type Factor = { readonly kind: 'totp' } | { readonly kind: 'passkey'; readonly name: string }

/**
 * What follows from a new second factor. With the first one, recovery codes are made, and sessions that were opened without it end.
 * @returns the recovery codes, if there were none
 */
export async function afterAdding(tx: Tx, hub: Hub, user: UserActor, factor: Factor): Promise<string[] | null> {
  await recordEvent(tx, hub, { topic: 'second_factor.added', actor: user.name, payload: { userId: user.userId, ...factor } })
  await tellAccount(tx, hub, user.userId, { kind: 'second-factor-added', name: nameOf(factor) })
  const session = sessionHashOf(user)
  if (session !== null) await markProven(tx, hub, session, { isFactor: true })
  if ((await countRecoveryCodes(tx, user.userId)) > 0 || (await countFactors(tx, user.userId)) > 1) return null
  await endSessionsExcept(tx, hub, user, session)
  return makeRecoveryCodes(tx, hub, user)
}

/** What follows from the removal of one: recovery codes end with the last one, since they replace one. @throws {HubError} `auth.second_factor_required` */
export async function afterRemoving(tx: Tx, hub: Hub, user: UserActor, factor: Factor): Promise<void> {
  if (!(await hasSecondFactor(tx, user.userId))) {
    if (requiresSecondFactor(hub, user.isAdmin))
      throw new HubError('auth.second_factor_required', { message: 'This hub requires a second factor. Set up another one first.' })
    await tx.deleteFrom('recovery_code').where('user_id', '=', user.userId).execute()
  }
  await recordEvent(tx, hub, { topic: 'second_factor.removed', actor: user.name, payload: { userId: user.userId, ...factor } })
  await tellAccount(tx, hub, user.userId, { kind: 'second-factor-removed', name: nameOf(factor) })
}

function nameOf(factor: Factor): string {
  return factor.kind === 'totp' ? 'Authenticator app' : `Passkey ${factor.name}`
}

async function countFactors(tx: Tx, userId: number): Promise<number> {
  const [apps, passkeys] = [
    await tx.selectFrom('totp').select('user_id').where('user_id', '=', userId).where('secret', 'is not', null).execute(),
    await tx.selectFrom('passkey').select('id').where('user_id', '=', userId).execute(),
  ]
  return apps.length + passkeys.length
}
