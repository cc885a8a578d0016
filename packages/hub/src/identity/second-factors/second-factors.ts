import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { listPasskeys, type Passkey } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import { requireBrowser } from './require-browser.ts'

/** What somebody has set up to sign in with. */
export interface SecondFactors {
  readonly hasPassword: boolean
  /** When the authenticator app was set up; `null` without one. */
  readonly totpSince: Date | null
  readonly passkeys: readonly Passkey[]
  /** Recovery codes that are left. */
  readonly recoveryCodes: number
}

/** The caller's own. @throws {HubError} `auth.required`, `auth.forbidden` for a caller with a token */
export async function readSecondFactors(hub: Hub, actor: Actor): Promise<SecondFactors> {
  const { userId } = requireBrowser(actor)
  const { read } = hub.db
  const account = await read.selectFrom('account').select('password_hash').where('id', '=', userId).executeTakeFirst()
  const totp = await read.selectFrom('totp').select(['created', 'secret']).where('user_id', '=', userId).executeTakeFirst()
  return {
    hasPassword: typeof account?.password_hash === 'string',
    totpSince: totp && totp.secret !== null ? new Date(totp.created) : null,
    passkeys: await listPasskeys(hub, actor),
    recoveryCodes: await countRecoveryCodes(read, userId),
  }
}
