import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { endSessionsExcept, hasSecondFactor, invalidateActors, requirePerson, requireRecentProof } from '../accounts/index.ts'

/**
 * Removes everything that somebody signs in with in a second step, for those who lost it. Signs them out of every browser.
 * @throws {HubError} `auth.forbidden` for anybody but administrators of the hub, and for their own account, whose second factor would be worth nothing;
 * `account.not_found`, `second_factor.not_set_up`, `auth.reauthentication_required`
 */
export async function resetSecondFactors(hub: Hub, actor: Actor, name: string): Promise<void> {
  const { admin, person } = await requirePerson(hub, actor, name)
  // The command line comes without a credential: whoever runs it has the database anyway.
  if (person.id === admin.userId && admin.credential !== undefined)
    throw new HubError('auth.forbidden', { message: 'Change your own second factors under Settings, Security' })
  await requireRecentProof(hub, admin, 'person.change')
  await hub.db.write(async (tx) => {
    if (!(await hasSecondFactor(tx, person.id))) throw new HubError('second_factor.not_set_up')
    for (const table of ['totp', 'passkey', 'recovery_code'] as const) await tx.deleteFrom(table).where('user_id', '=', person.id).execute()
    await endSessionsExcept(tx, hub, { userId: person.id, name: person.name }, null)
    await tellAccount(tx, hub, person.id, { kind: 'second-factors-reset' })
    await recordEvent(tx, hub, {
      topic: 'second_factor.reset',
      actor: admin.name,
      payload: { account: person.name, userId: person.id },
    })
  })
  invalidateActors(hub)
}
