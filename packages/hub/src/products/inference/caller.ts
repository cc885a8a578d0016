import { HubError, isHubError } from '@portolan/contract'
import { type Actor, tokenAllows } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import type { AccountKey } from '../../uid.ts'
import { inferenceState } from './inference-state.ts'

/** The account id of all callers without one. */
export const nobody = 0

/** Whose call it is, and who pays. */
export interface InferenceCaller {
  readonly actor: Actor
  /** Organization that the call counts to; `null` for the user's own. */
  readonly org: AccountKey | null
  /** The account that quotas hold for; `null` for callers without one, who share what there is. */
  readonly account: AccountKey | null
}

/** Whether somebody's own calls are taken; of which models is another question. */
export function mayCallModels(hub: Hub, actor: Actor): boolean {
  try {
    requireInferenceCaller(hub, actor, null)
    return true
  } catch (error) {
    if (isHubError(error)) return false
    throw error
  }
}

/**
 * Who may call models at all: a session, a read or a write token, a fine-grained token with `inference.serverless.write` for the account that
 * pays, and everybody when the owner allows it.
 * @param billTo an organization of the caller; one that is not theirs, or not there, is refused alike
 * @throws {HubError} `auth.required`, `inference.scope_required`, `inference.bill_to_forbidden`
 */
export function requireInferenceCaller(hub: Hub, actor: Actor, billTo: string | null): InferenceCaller {
  if (actor.kind !== 'user') {
    if (!inferenceState(hub).rules.anonymous || billTo !== null)
      throw new HubError('auth.required', { message: 'Calling a model needs an access token of this hub' })
    return { actor, org: null, account: null }
  }
  const org = billTo === null ? null : actor.orgs.find(({ name }) => name.toLowerCase() === billTo.toLowerCase())
  if (org === undefined) throw new HubError('inference.bill_to_forbidden')
  const payer = org === null ? null : { id: org.orgId, uid: org.uid }
  const account = payer ?? { id: actor.userId, uid: actor.uid }
  if (!tokenAllows(actor.token, 'inference.serverless.write', { ownerId: account.id }))
    throw new HubError('inference.scope_required', { permission: 'inference.serverless.write' })
  return { actor, org: payer, account }
}
