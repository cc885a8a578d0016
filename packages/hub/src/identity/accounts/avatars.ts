import { createHash } from 'node:crypto'
import { HubError } from '@portolan/contract'
import { toBuffer } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Account, requireAccount } from './account.ts'
import { type Actor, type UserActor, requireUser, requirePermission, requireWriter } from '../../foundation/actor/index.ts'
import { plainPicture } from './plain-picture.ts'

export interface AvatarImage {
  readonly type: string
  readonly bytes: Buffer
  /** Changes with the bytes. */
  readonly version: string
}

/** The picture uploaded for an account; `null` when there is none, or no such account. */
export async function avatarOf(hub: Hub, name: string): Promise<AvatarImage | null> {
  const row = await hub.db.read
    .selectFrom('avatar')
    .innerJoin('account', 'account.id', 'avatar.account_id')
    .select(['avatar.type', 'avatar.bytes', 'avatar.version'])
    .where((eb) => eb(eb.fn<string>('lower', ['account.name']), '=', name.toLowerCase()))
    .executeTakeFirst()
  return row ? { type: row.type, bytes: toBuffer(row.bytes), version: row.version } : null
}

/** Sets an account's picture. @throws {HubError} `avatar.invalid`, `auth.forbidden`, `account.not_found` */
export async function setAvatar(hub: Hub, actor: Actor, name: string, picture: Buffer): Promise<void> {
  const { user, account } = await requireOwnAccount(hub, actor, name)
  const { type, bytes } = plainPicture(picture)
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  await hub.db.write(async (tx) => {
    await tx
      .insertInto('avatar')
      .values({ account_id: account.id, type, bytes, version })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ type, bytes, version }))
      .execute()
    await recordEvent(tx, hub, { topic: 'account.updated', actor: user.name, payload: { account: account.name } })
  })
}

/** Reverts to the picture drawn by the hub. @throws as {@link setAvatar} */
export async function removeAvatar(hub: Hub, actor: Actor, name: string): Promise<void> {
  const { user, account } = await requireOwnAccount(hub, actor, name)
  await hub.db.write(async (tx) => {
    await tx.deleteFrom('avatar').where('account_id', '=', account.id).execute()
    await recordEvent(tx, hub, { topic: 'account.updated', actor: user.name, payload: { account: account.name } })
  })
}

/** The user's own account, or an organization they administer. */
export async function requireOwnAccount(hub: Hub, actor: Actor, name: string): Promise<{ user: UserActor; account: Account }> {
  const user = requireUser(actor)
  const account = await requireAccount(hub, name)
  if (account.kind === 'org') requirePermission(user, 'org.write', { ownerId: account.id })
  else requireWriter(user)
  const own = account.id === user.userId || user.isAdmin || user.orgs.some((org) => org.orgId === account.id && org.role === 'admin')
  if (!own) throw new HubError('auth.forbidden')
  return { user, account }
}
