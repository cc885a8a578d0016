import { HubError } from '@portolan/contract'
import { toHex, type Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Actor, requireHubAdmin, requireWriter } from '../../foundation/actor/index.ts'
import { randomAlphanumerics, secretHash } from './secrets.ts'
import { requireRecentProof } from './recent-proof.ts'

const dayMs = 24 * 3600 * 1000
const defaultDays = 7
/** The longest an invitation may be valid. Days. */
const maxInviteDays = 90

/** An invitation, without its code: that is shown once. */
export interface Invite {
  /** Hex digits of the hash of its code. */
  readonly id: string
  /** Names; `null` for an account that was deleted. */
  readonly madeBy: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly state: 'open' | 'used' | 'expired'
  readonly usedBy: string | null
}

/**
 * Creates an invitation for one new account. Only for administrators. The code is shown once.
 * @param days how long it is valid, 1 to {@link maxInviteDays}
 * @throws {HubError} `auth.forbidden`, `body.invalid`, `auth.reauthentication_required`
 */
export async function createInvite(hub: Hub, actor: Actor, days = defaultDays): Promise<string> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  if (!Number.isInteger(days) || days < 1 || days > maxInviteDays)
    throw new HubError('body.invalid', { message: `An invitation is valid for 1 to ${maxInviteDays} days`, field: 'days' })
  await requireRecentProof(hub, admin, 'invite.create')
  const code = randomAlphanumerics(24, hub.randomBytes)
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    await tx
      .insertInto('invite')
      .values({ code_hash: secretHash(code), created_by: admin.userId, created: now, expires: now + days * dayMs, used_by: null })
      .execute()
    await recordEvent(tx, hub, { topic: 'invite.created', actor: admin.name, payload: { days } })
  })
  return code
}

/** Invitations, newest first. @throws {HubError} `auth.forbidden` for anybody but administrators of the hub */
export async function listInvites(
  hub: Hub,
  actor: Actor,
  query: { limit: number; skip: number },
): Promise<{ invites: Invite[]; hasMore: boolean }> {
  requireHubAdmin(actor)
  const rows = await hub.db.read
    .selectFrom('invite')
    .leftJoin('account as maker', (join) => join.onRef('maker.id', '=', 'invite.created_by').on('maker.name', 'not like', '~%'))
    .leftJoin('account as guest', (join) => join.onRef('guest.id', '=', 'invite.used_by').on('guest.name', 'not like', '~%'))
    .select(['code_hash', 'invite.created', 'invite.expires', 'used_by', 'maker.name as made_by', 'guest.name as guest'])
    .orderBy('invite.created', 'desc')
    .orderBy('code_hash')
    .limit(query.limit + 1)
    .offset(query.skip)
    .execute()
  const now = hub.now().getTime()
  const invites = rows.slice(0, query.limit).map((row): Invite => {
    return {
      id: toHex(row.code_hash),
      madeBy: row.made_by,
      createdAt: new Date(row.created),
      expiresAt: new Date(row.expires),
      state: row.used_by !== null ? 'used' : row.expires <= now ? 'expired' : 'open',
      usedBy: row.guest,
    }
  })
  return { invites, hasMore: rows.length > query.limit }
}

/** Takes an invitation back that nobody has used. @throws {HubError} `auth.forbidden`, `auth.invite_invalid` */
export async function revokeInvite(hub: Hub, actor: Actor, id: string): Promise<void> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  await hub.db.write(async (tx) => {
    const hash = Buffer.from(/^[0-9a-f]{64}$/.test(id) ? id : '', 'hex')
    const done = await tx.deleteFrom('invite').where('code_hash', '=', hash).where('used_by', 'is', null).executeTakeFirst()
    if (done.numDeletedRows !== 1n)
      throw new HubError('auth.invite_invalid', { message: 'There is no such invitation, or it has been used.' })
    await recordEvent(tx, hub, { topic: 'invite.revoked', actor: admin.name })
  })
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
