import { HubError } from '@portolan/contract'
import { type Actor, requireHubAdmin, requireWriter } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { requireAccount } from './account.ts'
import { addressBlock } from './address-block.ts'
import { invalidateActors } from './actor-cache.ts'
import { checkPassword, hashPassword } from './password.ts'
import { requireRecentProof } from './recent-proof.ts'
import { endSessionsExcept } from './sessions.ts'
import { randomAlphanumerics, secretHash } from './secrets.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

export interface PasswordReset {
  /** Shown once; only its hash is stored. Goes into `/reset-password?code=…`. */
  readonly code: string
  readonly expiresAt: Date
}

/**
 * Makes a code with which somebody sets a new password, once and within a day. An earlier code of theirs ends.
 * @throws {HubError} `auth.forbidden` for anybody but administrators of the hub, `account.not_found`, `auth.password_off`
 */
export async function createPasswordReset(hub: Hub, actor: Actor, name: string): Promise<PasswordReset> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  if (hub.config.passwordSignIn === 'off') throw new HubError('auth.password_off')
  const person = await requireAccount(hub, name, 'user')
  if (person.isRobot) throw new HubError('account.not_found', { name, message: `${name} is a service account, which has no password` })
  await requireRecentProof(hub, admin, 'person.change')
  const code = randomAlphanumerics(40, hub.randomBytes)
  const created = hub.now().getTime()
  const expires = created + lifetimeMs
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('password_reset').where('user_id', '=', person.id).execute()
    await tx
      .insertInto('password_reset')
      .values({ code_hash: secretHash(code), user_id: person.id, made_by: admin.name, created, expires })
      .execute()
    await recordEvent(tx, hub, {
      topic: 'account.reset_created',
      actor: admin.name,
      payload: { account: person.name, userId: person.id },
    })
  })
  return { code, expiresAt: new Date(expires) }
}

/** Made by the hub itself, for a mail; no account can have this name. */
const byMail = '~mail'
const mailedLifetimeMs = 60 * 60 * 1000

/** A code for a mail, with which somebody sets a new password, once and within an hour. Codes of administrators stay. */
export async function createRecoveryCode(tx: Tx, hub: Hub, userId: number): Promise<string> {
  const code = randomAlphanumerics(40, hub.randomBytes)
  const created = hub.now().getTime()
  await endRecoveryCodes(tx, userId)
  await tx
    .insertInto('password_reset')
    .values({ code_hash: secretHash(code), user_id: userId, made_by: byMail, created, expires: created + mailedLifetimeMs })
    .execute()
  return code
}

/** Ends the codes that went to a mailbox which is no longer that of the account. */
export async function endRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('password_reset').where('user_id', '=', userId).where('made_by', '=', byMail).execute()
}

/** Whose password a code sets; `null` when it counts no longer. */
export async function passwordResetOf(hub: Hub, code: string): Promise<{ name: string } | null> {
  return (await findReset(hub, code)) ?? null
}

/**
 * Sets a new password with a code of {@link createPasswordReset}. The account's codes and its browser sessions end with it; access tokens and second factors
 * stay.
 * @param address where it is done from
 * @returns the account's name
 * @throws {HubError} `auth.reset_invalid` when the code is unknown, used, or too old; `account.weak_password`, `auth.password_off`, `auth.rate_limited`
 */
export async function resetPassword(hub: Hub, code: string, password: string, address = 'local'): Promise<string> {
  if (hub.config.passwordSignIn === 'off') throw new HubError('auth.password_off')
  const found = await findReset(hub, code)
  if (!found) throw new HubError('auth.reset_invalid')
  const network = addressBlock(address)
  await checkPassword(password, [found.name, found.email, found.fullname], network)
  const passwordHash = await hashPassword(password, network)
  await hub.db.write(async (tx) => {
    // Whoever comes first with a code uses it up.
    const used = await tx
      .deleteFrom('password_reset')
      .where('code_hash', '=', secretHash(code))
      .where('expires', '>', hub.now().getTime())
      .executeTakeFirst()
    if (used.numDeletedRows !== 1n) throw new HubError('auth.reset_invalid')
    await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', found.id).execute()
    await tx.deleteFrom('password_reset').where('user_id', '=', found.id).execute()
    await endSessionsExcept(tx, hub, { userId: found.id, name: found.name }, null)
    await recordEvent(tx, hub, {
      topic: 'account.password_changed',
      actor: found.name,
      payload: { account: found.name, userId: found.id, how: 'reset' },
    })
    await tellAccount(tx, hub, found.id, { kind: 'password-reset' })
  })
  invalidateActors(hub)
  return found.name
}

function findReset(hub: Hub, code: string) {
  return hub.db.read
    .selectFrom('password_reset')
    .innerJoin('account', 'account.id', 'password_reset.user_id')
    .select(['account.id', 'account.name', 'account.email', 'account.fullname'])
    .where('password_reset.code_hash', '=', secretHash(code))
    .where('password_reset.expires', '>', hub.now().getTime())
    .where('account.disabled', '=', 0)
    .executeTakeFirst()
}
