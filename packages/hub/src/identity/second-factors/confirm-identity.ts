import { HubError } from '@portolan/contract'
import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { markProven, sessionHashOf, verifyPassword } from '../accounts/index.ts'
import { codeLimits } from './factor-limits.ts'
import { requireBrowser } from './require-browser.ts'
import { useCode } from './verify-code.ts'

/**
 * Proves once more who uses a session, with the password. Does not count as a second factor.
 * @param address from where
 * @throws {HubError} `auth.invalid_credentials`, `auth.password_off`, `auth.rate_limited`
 */
export async function confirmWithPassword(hub: Hub, actor: Actor, password: string, address: string): Promise<void> {
  const { user, session } = requireSession(actor)
  await verifyPassword(hub, user.name, password, address)
  await hub.db.write((tx) => markProven(tx, hub, session, { isFactor: false }))
}

/** Like {@link confirmWithPassword}, with a code of the authenticator app or a recovery code. @throws {HubError} `auth.invalid_code`, `auth.rate_limited` */
export async function confirmWithCode(hub: Hub, actor: Actor, typed: string, address: string): Promise<void> {
  const { user, session } = requireSession(actor)
  const attempt = await codeLimits(hub).count(user.uid, address)
  await hub.db.write(async (tx) => {
    if (!(await useCode(tx, hub, user, typed))) throw new HubError('auth.invalid_code', { field: 'code' })
    await markProven(tx, hub, session, { isFactor: true })
  })
  await attempt.wasRight()
}

/** The caller's browser session. @throws {HubError} `auth.required`, `auth.forbidden` */
export function requireSession(actor: Actor): { user: UserActor; session: Buffer } {
  const user = requireBrowser(actor)
  const session = sessionHashOf(user)
  if (session === null) throw new HubError('auth.required')
  return { user, session }
}
