import { HubError, proofMinutes, type SensitiveAction, sensitivityOf } from '@portolan/contract'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/** By how much the clocks of two servers may differ. Milliseconds. */
const toleranceMs = 60_000

/** What somebody proved who they are with. */
export interface Proof {
  /** Whether it was a second factor, or something that replaces one: a recovery code, or the company's identity provider. */
  readonly isFactor: boolean
}

/**
 * Requires that the caller's browser session has proven who its user is within the last minutes. Callers with a token, and work that nobody signed in for,
 * pass: their rights are a separate check.
 * @throws {HubError} `auth.required`; `auth.reauthentication_required` (details: `action`)
 */
export async function requireRecentProof(hub: Hub, actor: Actor, action: SensitiveAction): Promise<void> {
  const user = requireUser(actor)
  const hash = sessionHashOf(user)
  if (hash === null) return
  const session = await hub.db.read
    .selectFrom('session')
    .select(['proven', 'factor_proven'])
    .where('token_hash', '=', hash)
    .where('user_id', '=', user.userId)
    .executeTakeFirst()
  if (!session) throw new HubError('auth.required')
  const needsFactor = sensitivityOf(action).needsFactor === true && (await hasSecondFactor(hub.db.read, user.userId))
  const age = hub.now().getTime() - (needsFactor ? session.factor_proven : session.proven)
  // A proof from the future comes from a clock that was wrong.
  if (age > proofMinutes * 60_000 || age < -toleranceMs) throw new HubError('auth.reauthentication_required', { action })
}

/** Notes that the user of a session has just proven who they are. */
export async function markProven(tx: Tx, hub: Hub, sessionHash: Buffer, { isFactor }: Proof): Promise<void> {
  const now = hub.now().getTime()
  await tx
    .updateTable('session')
    .set({ proven: now, ...(isFactor ? { factor_proven: now } : {}) })
    .where('token_hash', '=', sessionHash)
    .execute()
}

/** The stored hash of the session that the caller signed in with; `null` when it was something else. */
export function sessionHashOf(actor: Actor): Buffer | null {
  const credential = actor.kind === 'user' ? actor.credential : undefined
  return credential?.startsWith('session:') === true ? Buffer.from(credential.slice('session:'.length), 'base64url') : null
}

/** Whether signing in with the account's password needs a second step. */
export async function hasSecondFactor(db: Reader, userId: number): Promise<boolean> {
  const totp = await db
    .selectFrom('totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  if (totp) return true
  return (await db.selectFrom('passkey').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Whether somebody lacks a second factor that the hub requires of them. Not for sessions that the company's identity provider vouches for: it decides how its
 * people sign in.
 * @param way how the session was opened
 */
export async function lacksSecondFactor(
  hub: Hub,
  { userId, isAdmin }: { userId: number; isAdmin: boolean },
  way: string | null,
): Promise<boolean> {
  if (way === 'company' || !requiresSecondFactor(hub, isAdmin)) return false
  return !(await hasSecondFactor(hub.db.read, userId))
}

/** Whether the hub requires a second factor of administrators, or of others. */
export function requiresSecondFactor(hub: Hub, isAdmin: boolean): boolean {
  const { requireSecondFactor } = hub.config
  return requireSecondFactor === 'all' || (requireSecondFactor === 'administrators' && isAdmin)
}
