import { HubError, orgRoles, type OrgRole } from '@portolan/contract'
import { recordEvent } from '../events/index.ts'
import type { Tx } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import { type Account, insertAccount, requireAccount } from './account.ts'
import type { Actor, UserActor } from './actor.ts'
import { forgetActors } from './actor-cache.ts'
import { requireWriter } from './require-user.ts'

export interface OrgMember {
  readonly account: Account
  readonly role: OrgRole
}

/** Makes an organisation with the caller as its first administrator. @throws {HubError} `account.name_taken`, `repo.invalid_name` */
export async function createOrg(hub: Hub, actor: Actor, input: { name: string; fullname?: string }): Promise<Account> {
  const user = requireWriter(actor)
  if (user.token?.role === 'fineGrained') throw new HubError('auth.forbidden')
  const org = await hub.db.write(async (tx) => {
    const account = await insertAccount(tx, hub, {
      kind: 'org',
      name: input.name,
      ...(input.fullname === undefined ? {} : { fullname: input.fullname }),
    })
    await tx
      .insertInto('org_member')
      .values({ org_id: account.id, user_id: user.userId, role: 'admin', created: hub.now().getTime() })
      .execute()
    await recordEvent(tx, hub, { topic: 'org.created', actor: user.name, payload: { org: account.name, userId: user.userId } })
    return account
  })
  forgetActors(hub)
  return org
}

/** Members by name. Membership is public, as on every page of an organisation. */
export async function listMembers(hub: Hub, orgName: string): Promise<OrgMember[]> {
  const org = await requireAccount(hub, orgName, 'org')
  const rows = await hub.db.read
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.user_id')
    .selectAll('account')
    .select('org_member.role as role')
    .where('org_member.org_id', '=', org.id)
    .orderBy('account.name')
    .execute()
  return rows.map((row) => ({
    account: {
      id: row.id,
      uid: row.uid,
      kind: row.kind,
      name: row.name,
      fullname: row.fullname,
      email: null,
      bio: row.bio,
      website: row.website,
      isAdmin: row.is_admin === 1,
      createdAt: new Date(row.created),
    },
    role: row.role as OrgRole,
  }))
}

/** The organisations a user belongs to, by name. */
export async function listOrgsOf(hub: Hub, userId: number): Promise<{ org: Account; role: OrgRole }[]> {
  const rows = await hub.db.read
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.org_id')
    .selectAll('account')
    .select('org_member.role as role')
    .where('org_member.user_id', '=', userId)
    .orderBy('account.name')
    .execute()
  return rows.map((row) => ({
    org: {
      id: row.id,
      uid: row.uid,
      kind: row.kind,
      name: row.name,
      fullname: row.fullname,
      email: null,
      bio: row.bio,
      website: row.website,
      isAdmin: false,
      createdAt: new Date(row.created),
    },
    role: row.role as OrgRole,
  }))
}

/**
 * Adds a member, changes a role, or removes a member with `null`. An organisation's administrators may, the hub's administrator may,
 * and everybody may leave. @throws {HubError} `auth.forbidden`, `org.last_admin`, `account.not_found`
 */
export async function setMemberRole(hub: Hub, actor: Actor, orgName: string, userName: string, role: OrgRole | null): Promise<void> {
  const user = requireWriter(actor)
  const org = await requireAccount(hub, orgName, 'org')
  const member = await requireAccount(hub, userName, 'user')
  if (role !== null && !orgRoles.includes(role))
    throw new HubError('body.invalid', { message: `A role is one of ${orgRoles.join(', ')}`, field: 'role' })
  if (!mayManage(user, org.id) && !(role === null && member.id === user.userId)) throw new HubError('auth.forbidden')
  await hub.db.write(async (tx) => {
    // Holds the organisation's row: two administrators who demote each other at once must not both find the other one still there.
    await tx.updateTable('account').set({ kind: 'org' }).where('id', '=', org.id).execute()
    if (role === null) {
      await tx.deleteFrom('org_member').where('org_id', '=', org.id).where('user_id', '=', member.id).execute()
    } else {
      await tx
        .insertInto('org_member')
        .values({ org_id: org.id, user_id: member.id, role, created: hub.now().getTime() })
        .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role }))
        .execute()
    }
    await requireAnAdmin(tx, org)
    await recordEvent(tx, hub, {
      topic: 'org.member_changed',
      actor: user.name,
      payload: { org: org.name, user: member.name, userId: member.id, role },
    })
  })
  forgetActors(hub)
}

async function requireAnAdmin(tx: Tx, org: Account): Promise<void> {
  const admin = await tx
    .selectFrom('org_member')
    .select('user_id')
    .where('org_id', '=', org.id)
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  if (!admin) throw new HubError('org.last_admin')
}

function mayManage(user: UserActor, orgId: number): boolean {
  if (user.token?.role === 'fineGrained') return false
  return user.isAdmin || user.orgs.some((org) => org.orgId === orgId && org.role === 'admin')
}
