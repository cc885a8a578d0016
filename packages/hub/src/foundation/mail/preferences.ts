import { type MailKind, mailKinds, type MailPace } from '@portolan/contract'
import type { Reader, Tx } from '../db/db.ts'

export type MailPaces = Readonly<Record<MailKind, MailPace>>

/** What a row of `mail_preference` says. What is switched off may also be in `daily`: that counts once it is switched on again. */
interface MailPreference {
  readonly switchedOff: readonly string[]
  readonly daily: readonly string[]
}

export const mailKindNames = Object.keys(mailKinds) as MailKind[]

/** People without a row get everything within minutes. */
export function toPreference(row: { readonly switched_off: string | null; readonly daily: string | null } | undefined): MailPreference {
  return {
    switchedOff: JSON.parse(row?.switched_off ?? '[]') as string[],
    daily: JSON.parse(row?.daily ?? '[]') as string[],
  }
}

export function toPaces({ switchedOff, daily }: MailPreference): MailPaces {
  const paceOf = (kind: MailKind): MailPace => (switchedOff.includes(kind) ? 'off' : daily.includes(kind) ? 'daily' : 'now')
  return Object.fromEntries(mailKindNames.map((kind) => [kind, paceOf(kind)])) as Record<MailKind, MailPace>
}

/** @param userId row id of the account */
export async function loadPreference(db: Reader, userId: number): Promise<MailPreference> {
  return toPreference(
    await db.selectFrom('mail_preference').select(['switched_off', 'daily']).where('user_id', '=', userId).executeTakeFirst(),
  )
}

export async function savePreference(tx: Tx, userId: number, { switchedOff, daily }: MailPreference): Promise<void> {
  const row = { switched_off: JSON.stringify(switchedOff), daily: JSON.stringify(daily) }
  await tx
    .insertInto('mail_preference')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}
