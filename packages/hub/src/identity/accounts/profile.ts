import { HubError } from '@portolan/contract'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Account, toAccount } from './account.ts'
import type { Actor } from '../../foundation/actor/index.ts'
import { invalidateActors } from './actor-cache.ts'
import { requireOwnAccount } from './avatars.ts'

/** Updates the public profile of a user or an organization. @throws {HubError} `auth.forbidden`, `body.invalid` */
export async function updateProfile(
  hub: Hub,
  actor: Actor,
  name: string,
  changes: { fullname?: string; bio?: string | null; website?: string | null },
): Promise<Account> {
  const { user, account } = await requireOwnAccount(hub, actor, name)
  const website = changes.website?.trim() || null
  if (website !== null && !/^https?:\/\/[^\s"'<>]+$/i.test(website)) {
    throw new HubError('body.invalid', { message: 'The website must start with http:// or https://', field: 'website' })
  }
  const row = await hub.db.write(async (tx) => {
    const updated = await tx
      .updateTable('account')
      .set({
        ...(changes.fullname === undefined ? {} : { fullname: changes.fullname.trim().slice(0, 100) || account.name }),
        ...(changes.bio === undefined ? {} : { bio: changes.bio?.trim().slice(0, 500) || null }),
        ...(changes.website === undefined ? {} : { website: website?.slice(0, 200) ?? null }),
        kind: account.kind,
      })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordEvent(tx, hub, { topic: 'account.updated', actor: user.name, payload: { account: account.name } })
    return updated
  })
  invalidateActors(hub)
  return toAccount(row)
}
