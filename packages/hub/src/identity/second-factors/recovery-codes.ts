import { HubError } from '@portolan/contract'
import { Secret } from 'otpauth'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { hasSecondFactor, requireRecentProof, secretHash } from '../accounts/index.ts'
import { requireBrowser } from './require-browser.ts'

const codesPerAccount = 10
/** 16 letters and digits of base32: too many to guess, so a fast hash is enough. */
const codeBytes = 10

/**
 * Replaces the caller's recovery codes. They are only in the return value: just their hashes are stored.
 * @throws {HubError} `second_factor.not_set_up` without a second factor that they could replace; `auth.reauthentication_required`
 */
export async function renewRecoveryCodes(hub: Hub, actor: Actor): Promise<string[]> {
  const user = requireBrowser(actor)
  await requireRecentProof(hub, user, 'second_factor.change')
  return hub.db.write(async (tx) => {
    if (!(await hasSecondFactor(tx, user.userId))) throw new HubError('second_factor.not_set_up')
    await tellAccount(tx, hub, user.userId, { kind: 'recovery-codes-created' })
    return makeRecoveryCodes(tx, hub, user)
  })
}

/** {@link renewRecoveryCodes} as part of a transaction, without the checks. */
export async function makeRecoveryCodes(tx: Tx, hub: Hub, { userId, name }: { userId: number; name: string }): Promise<string[]> {
  const codes = Array.from({ length: codesPerAccount }, () =>
    new Secret({ buffer: toArrayBuffer(hub.randomBytes(codeBytes)) }).base32.toLowerCase(),
  )
  const created = hub.now().getTime()
  await tx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id: userId, code_hash: secretHash(code), created })))
    .execute()
  await recordEvent(tx, hub, { topic: 'recovery_codes.created', actor: name, payload: { userId, count: codes.length } })
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'))
}

/** Uses up a recovery code: of two who come with the same one, one is let in. @param typed without spaces and dashes */
export async function useRecoveryCode(
  tx: Tx,
  hub: Hub,
  { userId, name }: { userId: number; name: string },
  typed: string,
): Promise<boolean> {
  const used = await tx
    .deleteFrom('recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', secretHash(typed.toLowerCase()))
    .executeTakeFirst()
  if (used.numDeletedRows !== 1n) return false
  await tellAccount(tx, hub, userId, { kind: 'recovery-code-used' })
  await recordEvent(tx, hub, { topic: 'recovery_code.used', actor: name, payload: { userId, left: await countRecoveryCodes(tx, userId) } })
  return true
}

export async function countRecoveryCodes(db: Reader, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(n)
}

export function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer
}
