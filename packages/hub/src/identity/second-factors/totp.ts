import { HubError } from '@portolan/contract'
import { Secret } from 'otpauth'
import { type Actor, type UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { invalidateActors, requireRecentProof } from '../accounts/index.ts'
import { afterAdding, afterRemoving } from './factor-change.ts'
import { codeLimits } from './factor-limits.ts'
import { toArrayBuffer } from './recovery-codes.ts'
import { requireBrowser } from './require-browser.ts'
import { openSecret, sealSecret } from './secret-at-rest.ts'
import { stepOfCode, totpAddress } from './totp-code.ts'

/** As long as the hash of RFC 6238, as RFC 4226 recommends. */
const secretBytes = 20

/** What an authenticator app needs. */
export interface TotpSetup {
  /** Base32. */
  readonly secret: string
  /** `otpauth://…`, for a QR code. */
  readonly address: string
}

/**
 * Begins to set up an authenticator app, or another one instead of the current one, which counts until the first code of the new one.
 * @param issuer what the app shows as the name of the hub
 * @throws {HubError} `auth.forbidden` for a caller with a token, `auth.reauthentication_required`
 */
export async function beginTotp(hub: Hub, actor: Actor, issuer: string): Promise<TotpSetup> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  const secret = new Secret({ buffer: toArrayBuffer(hub.randomBytes(secretBytes)) }).base32
  const sealed = await sealSecret(hub, user.userId, secret)
  await hub.db.write((tx) =>
    tx
      .insertInto('totp')
      .values({ user_id: user.userId, secret: null, next_secret: sealed, created: hub.now().getTime() })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ next_secret: sealed }))
      .execute(),
  )
  return { secret, address: totpAddress(secret, issuer, user.name) }
}

/** What {@link beginTotp} returned, while it waits for its first code; `null` when nothing waits. @throws as there */
export async function pendingTotp(hub: Hub, actor: Actor, issuer: string): Promise<TotpSetup | null> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  const row = await hub.db.read.selectFrom('totp').select('next_secret').where('user_id', '=', user.userId).executeTakeFirst()
  if (!row || row.next_secret === null) return null
  const secret = await openSecret(hub, user.userId, row.next_secret)
  return { secret, address: totpAddress(secret, issuer, user.name) }
}

/**
 * Finishes what {@link beginTotp} began. All other sessions of the user end when this is their first second factor.
 * @param address from where
 * @returns the recovery codes, if this is the first second factor
 * @throws {HubError} `auth.invalid_code`, `second_factor.not_set_up` when nothing was begun, `auth.rate_limited`, `auth.reauthentication_required`
 */
export async function confirmTotp(hub: Hub, actor: Actor, typed: string, address: string): Promise<string[] | null> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  const attempt = await codeLimits(hub).count(user.uid, address)
  const row = await hub.db.read.selectFrom('totp').select('next_secret').where('user_id', '=', user.userId).executeTakeFirst()
  if (!row || row.next_secret === null) throw new HubError('second_factor.not_set_up')
  const sealed = row.next_secret
  const step = stepOfCode(await openSecret(hub, user.userId, sealed), typed.replaceAll(/[\s-]/g, ''), hub.now())
  if (step === null) throw new HubError('auth.invalid_code', { field: 'code' })
  const codes = await hub.db.write(async (tx) => {
    const done = await tx
      .updateTable('totp')
      .set({ secret: sealed, next_secret: null, last_step: step, created: hub.now().getTime() })
      .where('user_id', '=', user.userId)
      .where('next_secret', '=', sealed)
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n) throw new HubError('second_factor.not_set_up')
    return afterAdding(tx, hub, user, { kind: 'totp' })
  })
  invalidateActors(hub)
  await attempt.wasRight()
  return codes
}

/** Turns the authenticator app off. @throws {HubError} `second_factor.not_set_up`, `auth.forbidden`, `auth.reauthentication_required` */
export async function removeTotp(hub: Hub, actor: Actor): Promise<void> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  await hub.db.write(async (tx) => {
    const gone = await tx.deleteFrom('totp').where('user_id', '=', user.userId).returning('secret').executeTakeFirst()
    if (!gone || gone.secret === null) throw new HubError('second_factor.not_set_up')
    await afterRemoving(tx, hub, user, { kind: 'totp' })
  })
  invalidateActors(hub)
}

/** Accepts a code of the account's app, each at most once, also on two servers. */
export async function useTotp(tx: Tx, hub: Hub, { userId }: Pick<UserActor, 'userId'>, code: string): Promise<boolean> {
  const row = await tx.selectFrom('totp').select('secret').where('user_id', '=', userId).executeTakeFirst()
  if (!row || row.secret === null) return false
  const step = stepOfCode(await openSecret(hub, userId, row.secret), code, hub.now())
  if (step === null) return false
  const used = await tx
    .updateTable('totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows === 1n
}
