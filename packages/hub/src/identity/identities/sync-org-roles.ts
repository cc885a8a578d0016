import { type OrgRole, roleAtLeast } from '@portolan/contract'
import type { Account } from '../accounts/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import type { IdentityRules } from './identity.ts'

/**
 * Gives the user the roles their groups imply, in the organizations named by the rules, and removes them when no group implies them any more. The last
 * administrator of an organization is never removed.
 */
export async function syncOrgRoles(tx: Tx, hub: Hub, user: Account, groups: readonly string[], { orgRoles }: IdentityRules): Promise<void> {
  const wanted = new Map<string, OrgRole | null>()
  for (const { group, org, role } of orgRoles) {
    const name = org.toLowerCase()
    const before = wanted.get(name) ?? null
    const isIn = groups.includes(group)
    wanted.set(name, isIn && (before === null || roleAtLeast(role, before)) ? role : before)
  }
  for (const [name, role] of wanted) {
    const org = await tx
      .selectFrom('account')
      .select(['id', 'name'])
      .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name))
      .where('kind', '=', 'org')
      .where('disabled', '=', 0)
      .executeTakeFirst()
    if (!org) continue
    // Serializes concurrent membership changes.
    await tx.updateTable('account').set({ disabled: 0 }).where('id', '=', org.id).execute()
    const members = await tx.selectFrom('org_member').select(['user_id', 'role']).where('org_id', '=', org.id).execute()
    const before = members.find(({ user_id }) => user_id === user.id)?.role ?? null
    if (before === role) continue
    const isLastAdmin = before === 'admin' && members.filter((member) => member.role === 'admin').length === 1
    if (isLastAdmin) continue
    if (role === null) await tx.deleteFrom('org_member').where('org_id', '=', org.id).where('user_id', '=', user.id).execute()
    else
      await tx
        .insertInto('org_member')
        .values({ org_id: org.id, user_id: user.id, role, created: hub.now().getTime() })
        .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role }))
        .execute()
    await recordEvent(tx, hub, {
      topic: 'org.member_changed',
      actor: user.name,
      payload: { org: org.name, user: user.name, userId: user.id, role, why: 'groups of the identity provider' },
    })
  }
}
