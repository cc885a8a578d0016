import { HubError, isHubError } from '@portolan/contract'
import { type Actor, tokenAllows } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import type { AccountKey } from '../../uid.ts'
import { inferenceState } from './inference-state.ts'

/** The account id shared by all callers without an account. */
export const nobody = 0

/** Who makes the call, and who pays. */
export interface InferenceCaller {
  readonly actor: Actor
  /** Organization the call is billed to; `null` for the user's own account. */
  readonly org: AccountKey | null
  /** The account whose quotas apply; `null` for callers without one, who share a quota. */
  readonly account: AccountKey | null
}

/** Whether a user's own calls are accepted; for which models is a separate question. */
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
 * pays, and everyone if the owner allows it.
 * @param billTo one of the caller's organizations; the error is the same whether it is not theirs or does not exist
 * @throws {HubError} `auth.required`, `inference.scope_required`, `inference.bill_to_forbidden`
 */
export function requireInferenceCaller(hub: Hub, actor: Actor, billTo: string | null): InferenceCaller {
  if (actor.kind !== 'user') {
    if (!inferenceState(hub).rules.anonymous || billTo !== null)
      throw new HubError('auth.required', { message: 'Calling a model requires an access token of this hub' })
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
