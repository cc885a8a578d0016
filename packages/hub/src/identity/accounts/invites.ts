import { HubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { randomAlphanumerics, secretHash } from './secrets.ts'

const lifetimeMs = 7 * 24 * 3600 * 1000

/** Creates an invitation for one new account, valid for a week. Only for administrators, and not with a token. The code is shown once. */
export async function createInvite(hub: Hub, actor: Actor): Promise<string> {
  const user = requireUser(actor)
  if (!user.isAdmin || user.token !== null) throw new HubError('auth.forbidden')
  const code = randomAlphanumerics(24, hub.randomBytes)
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    await tx
      .insertInto('invite')
      .values({ code_hash: secretHash(code), created_by: user.userId, created: now, expires: now + lifetimeMs, used_by: null })
      .execute()
  })
  return code
}

/** Marks an invitation as used, in the transaction that creates the account. @throws {HubError} `auth.invite_invalid` */
export async function redeemInvite(tx: Tx, hub: Hub, code: string, accountId: number): Promise<void> {
  const done = await tx
    .updateTable('invite')
    .set({ used_by: accountId })
    .where('code_hash', '=', secretHash(code.trim()))
    .where('used_by', 'is', null)
    .where('expires', '>', hub.now().getTime())
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) throw new HubError('auth.invite_invalid', { field: 'inviteCode' })
}
