import { HubError } from '@portolan/contract'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { requireRecentProof } from '../accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'

/** A link between the caller's account and an identity provider. */
export interface IdentityLink {
  readonly id: number
  readonly issuer: string
  readonly email: string | null
  readonly usedAt: Date
}

/** Oldest first. Empty for a caller using a token. */
export async function listIdentities(hub: Hub, actor: Actor): Promise<IdentityLink[]> {
  const user = requireUser(actor)
  if (user.token !== null) return []
  const rows = await hub.db.read.selectFrom('identity').selectAll().where('user_id', '=', user.userId).orderBy('id').execute()
  return rows.map(({ id, issuer, email, used }) => ({ id, issuer, email, usedAt: new Date(used) }))
}

/**
 * Removes a link. @throws {HubError} `auth.forbidden` when it is the only way to sign in: an account without a password would be lost
 */
export async function unlinkIdentity(hub: Hub, actor: Actor, id: number): Promise<void> {
  const user = requireUser(actor)
  if (user.token !== null) throw new HubError('auth.forbidden')
  await requireRecentProof(hub, user, 'identity.change')
  await hub.db.write(async (tx) => {
    const account = await tx.selectFrom('account').select('password_hash').where('id', '=', user.userId).executeTakeFirstOrThrow()
    if (account.password_hash === null || hub.config.passwordSignIn === 'off')
      throw new HubError('auth.forbidden', { message: 'This is the only way to sign in to your account' })
    const gone = await tx
      .deleteFrom('identity')
      .where('id', '=', id)
      .where('user_id', '=', user.userId)
      .returning(['issuer', 'subject'])
      .executeTakeFirst()
    if (!gone) return
    await recordEvent(tx, hub, { topic: 'identity.unlinked', actor: user.name, payload: { userId: user.userId, ...gone } })
    await tellAccount(tx, hub, user.userId, { kind: 'identity-unlinked', issuer: gone.issuer })
  })
}
