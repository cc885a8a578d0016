import { HubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { hasSecondFactor, insertSession, type NewSession, secretHash, verifyCurrentPassword } from '../accounts/index.ts'
import { codeLimits } from './factor-limits.ts'
import { useCode } from './verify-code.ts'

/** How long a sign-in waits for its second step. Milliseconds. */
const lifeMs = 10 * 60_000
/** Sign-ins of one account that may wait; the oldest ones end. */
const maxPending = 10

/** Where a sign-in comes from. */
export interface SignInFrom {
  readonly address: string
  readonly userAgent: string | null
}

export interface StartedSession {
  readonly token: string
  readonly expiresAt: Date
}

/** Either a session, or a sign-in that waits for its second step. */
export type PasswordSignIn = { readonly session: StartedSession } | { readonly pending: StartedSession }

/** A sign-in that waits for its second step. */
export interface PendingSignIn {
  readonly userId: number
  readonly uid: string
  readonly name: string
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
}

/**
 * Signs in with a name (or an e-mail address) and a password. With a second factor, the result is a secret for the browser that typed the password: only it
 * can go on, within ten minutes.
 * @throws {HubError} as `verifyPassword`
 */
export async function signInWithPassword(hub: Hub, nameOrEmail: string, password: string, from: SignInFrom): Promise<PasswordSignIn> {
  const { account, requireUnchanged } = await verifyCurrentPassword(hub, nameOrEmail, password, from.address)
  return hub.db.write(async (tx) => {
    await requireUnchanged(tx)
    if (!(await hasSecondFactor(tx, account.id))) return { session: await insertSession(tx, hub, account.id, aboutSession(from)) }
    return { pending: await insertPending(tx, hub, account.id) }
  })
}

/** The sign-in that a browser began; `null` when it is unknown or too old. */
export async function findPendingSignIn(hub: Hub, token: string): Promise<PendingSignIn | null> {
  const row = await hub.db.read
    .selectFrom('pending_sign_in')
    .innerJoin('account', 'account.id', 'pending_sign_in.user_id')
    .leftJoin('totp', 'totp.user_id', 'account.id')
    .select(['account.id', 'account.uid', 'account.name', 'totp.secret'])
    .where('pending_sign_in.token_hash', '=', secretHash(token))
    .where('pending_sign_in.expires', '>', hub.now().getTime())
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
  if (!row) return null
  const passkey = await hub.db.read.selectFrom('passkey').select('id').where('user_id', '=', row.id).limit(1).executeTakeFirst()
  return { userId: row.id, uid: row.uid, name: row.name, hasTotp: row.secret !== null, hasPasskey: passkey !== undefined }
}

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code.
 * @throws {HubError} `auth.sign_in_expired`, `auth.invalid_code`, `auth.rate_limited`
 */
export async function finishSignInWithCode(hub: Hub, token: string, typed: string, from: SignInFrom): Promise<StartedSession> {
  const pending = await findPendingSignIn(hub, token)
  if (!pending) throw new HubError('auth.sign_in_expired')
  const attempt = await codeLimits(hub).count(pending.uid, from.address)
  const session = await hub.db.write(async (tx) => {
    if (!(await useCode(tx, hub, pending, typed))) throw new HubError('auth.invalid_code', { field: 'code' })
    return takePending(tx, hub, token, { ...aboutSession(from), isFactor: true })
  })
  await attempt.wasRight()
  return session
}

/** Turns a waiting sign-in into a session: of two who come with it, one gets one. */
export async function takePending(tx: Tx, hub: Hub, token: string, about: NewSession): Promise<StartedSession> {
  const taken = await tx
    .deleteFrom('pending_sign_in')
    .where('token_hash', '=', secretHash(token))
    .where('expires', '>', hub.now().getTime())
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) throw new HubError('auth.sign_in_expired')
  return startSession(tx, hub, taken.user_id, about)
}

/** Opens a session for somebody who has proven who they are, unless the account was suspended in the meantime. */
export async function startSession(tx: Tx, hub: Hub, userId: number, about: NewSession): Promise<StartedSession> {
  const account = await tx.selectFrom('account').select('disabled').where('id', '=', userId).executeTakeFirst()
  if (account?.disabled !== 0) throw new HubError('auth.invalid_credentials')
  return insertSession(tx, hub, userId, about)
}

export function aboutSession({ address, userAgent }: SignInFrom): NewSession {
  return { address, ...(userAgent === null ? {} : { userAgent }) }
}

async function insertPending(tx: Tx, hub: Hub, userId: number): Promise<StartedSession> {
  const token = hub.randomBytes(32).toString('base64url')
  const now = hub.now().getTime()
  await tx.deleteFrom('pending_sign_in').where('expires', '<=', now).execute()
  const waiting = await tx
    .selectFrom('pending_sign_in')
    .select('token_hash')
    .where('user_id', '=', userId)
    .orderBy('created', 'desc')
    .offset(maxPending - 1)
    .limit(100)
    .execute()
  for (const { token_hash } of waiting) await tx.deleteFrom('pending_sign_in').where('token_hash', '=', token_hash).execute()
  await tx
    .insertInto('pending_sign_in')
    .values({ token_hash: secretHash(token), user_id: userId, created: now, expires: now + lifeMs })
    .execute()
  return { token, expiresAt: new Date(now + lifeMs) }
}
