import { HubError, orgRoles, type OrgRole } from '@portolan/contract'
import { sql } from 'kysely'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellNews } from '../../foundation/mail/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { type Account, insertAccount, requireAccount, toAccount } from './account.ts'
import {
  type Actor,
  type UserActor,
  requireConfirmedEmail,
  requireUser,
  requirePermission,
  requireWriter,
} from '../../foundation/actor/index.ts'
import { requireRecentProof } from './recent-proof.ts'
import { invalidateActors } from './actor-cache.ts'
import { formerNameUntil, keepFormerName } from './former-names.ts'

export interface OrgMember {
  readonly account: Account
  readonly role: OrgRole
}

/** Creates an organization with the caller as its first administrator. @throws {HubError} `account.name_taken`, `repo.invalid_name` */
export async function createOrg(hub: Hub, actor: Actor, input: { name: string; fullname?: string }): Promise<Account> {
  const user = requireWriter(actor)
  requireConfirmedEmail(user)
  if (user.isRobot === true) throw new HubError('auth.forbidden', { message: 'A service account cannot own organizations' })
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
  invalidateActors(hub)
  return org
}

export interface MemberPage {
  readonly members: readonly OrgMember[]
  readonly nextCursor: string | null
}

/**
 * Lists members by name, in pages. Membership is public, as on every organization page.
 * @param options.cursor from the previous page
 * @throws {HubError} `account.not_found`
 */
export async function listMembers(
  hub: Hub,
  orgName: string,
  options: { search?: string; limit?: number; cursor?: string | null } = {},
): Promise<MemberPage> {
  const { search = '', limit = 10_000, cursor = null } = options
  const org = await requireAccount(hub, orgName, 'org')
  let query = hub.db.read
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.user_id')
    .selectAll('account')
    .select(['org_member.role as role', sql<string>`lower(account.name)`.as('sorted')])
    .where('org_member.org_id', '=', org.id)
  const words = search.trim().toLowerCase()
  if (words !== '') {
    const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    query = query.where(
      sql<boolean>`(lower(account.name) like ${pattern} escape '\\' or lower(account.fullname) like ${pattern} escape '\\')`,
    )
  }
  if (cursor !== null && cursor !== '') query = query.where(sql<boolean>`lower(account.name) > ${cursor.toLowerCase()}`)
  const rows = await query
    .orderBy('sorted')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    members: page.map((row) => ({ account: { ...toAccount(row), email: null }, role: row.role as OrgRole })),
    nextCursor: rows.length > limit ? (page.at(-1)?.sorted ?? null) : null,
  }
}

export async function countMembers(hub: Hub, orgId: number): Promise<number> {
  const row = await hub.db.read
    .selectFrom('org_member')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** The organizations a user belongs to, by name. */
export async function listOrgsOf(hub: Hub, userId: number): Promise<{ org: Account; role: OrgRole }[]> {
  const rows = await hub.db.read
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.org_id')
    .selectAll('account')
    .select('org_member.role as role')
    .where('org_member.user_id', '=', userId)
    .orderBy('account.name')
    .execute()
  return rows.map((row) => ({ org: { ...toAccount(row), email: null, isAdmin: false }, role: row.role as OrgRole }))
}

/**
 * Adds a member, changes a role, or removes a member with `null`. Allowed for an organization's administrators, the hub's administrator,
 * and for members who leave. @throws {HubError} `auth.forbidden`, `org.last_admin`, `org.not_member`, `account.not_found`
 */
export async function setMemberRole(hub: Hub, actor: Actor, orgName: string, userName: string, role: OrgRole | null): Promise<void> {
  const user = requireUser(actor)
  const org = await requireAccount(hub, orgName, 'org')
  requirePermission(user, 'org.write', { ownerId: org.id })
  const member = await requireAccount(hub, userName, 'user')
  if (role !== null && !orgRoles.includes(role))
    throw new HubError('body.invalid', { message: `The role must be one of ${orgRoles.join(', ')}`, field: 'role' })
  if (member.isRobot) await refuseRobot(hub, org, member, role)
  await hub.db.write(async (tx) => {
    // Two administrators who demote each other at the same time must not both see the other as still an administrator.
    await lockAccount(tx, org.id)
    const mayLeave = role === null && member.id === user.userId
    if (!mayLeave) await requireManager(tx, user, org)
    if (role === null) {
      const gone = await tx.deleteFrom('org_member').where('org_id', '=', org.id).where('user_id', '=', member.id).executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new HubError('org.not_member', { message: `${member.name} is not a member of ${org.name}` })
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
    if (member.id !== user.userId)
      await tellNews(tx, hub, { topic: `organization ${org.uid}`, event: null }, [{ userId: member.id, kind: 'organizations' }])
  })
  invalidateActors(hub)
}

/**
 * Deletes an organization that owns no repos. Its members, collections, followers and grants are deleted with it; its name stays taken for a time.
 * The row stays under a name that no account can have: deleted repos still reference it until garbage collection frees them.
 * @throws {HubError} `org.not_empty`, `auth.forbidden`, `account.not_found`
 */
export async function deleteOrg(hub: Hub, actor: Actor, orgName: string): Promise<void> {
  const user = requireWriter(actor)
  const org = await requireAccount(hub, orgName, 'org')
  await requireManager(hub.db.read, user, org)
  await requireRecentProof(hub, user, 'organization.delete')
  await hub.db.write(async (tx) => {
    await lockAccount(tx, org.id)
    await requireManager(tx, user, org)
    const repo = await tx
      .selectFrom('repo')
      .select('id')
      .where('owner_id', '=', org.id)
      .where('vis', '<', visibility.deleted)
      .limit(1)
      .executeTakeFirst()
    if (repo) throw new HubError('org.not_empty')
    // Its robots are deleted with it.
    await tx.updateTable('account').set({ disabled: 1 }).where('robot_org', '=', org.id).where('is_robot', '=', 1).execute()
    for (const table of ['org_member', 'access_group'] as const) await tx.deleteFrom(table).where('org_id', '=', org.id).execute()
    await tx.deleteFrom('collection').where('owner_id', '=', org.id).execute()
    await tx.deleteFrom('follow').where('account_id', '=', org.id).execute()
    await tx.deleteFrom('avatar').where('account_id', '=', org.id).execute()
    await tx
      .updateTable('account')
      .set({ name: `~${org.uid}`, fullname: '', bio: null, website: null, disabled: 1 })
      .where('id', '=', org.id)
      .execute()
    await keepFormerName(tx, hub, org, formerNameUntil(hub))
    await recordEvent(tx, hub, { topic: 'org.deleted', actor: user.name, payload: { org: org.name } })
  })
  invalidateActors(hub)
}

/**
 * Locks an account until the transaction ends: it cannot be deleted, and its members cannot change, in the meantime.
 * @throws {HubError} `account.not_found` when it is gone
 */
export async function lockAccount(tx: Tx, id: number): Promise<void> {
  const held = await tx.updateTable('account').set({ disabled: 0 }).where('id', '=', id).where('disabled', '=', 0).executeTakeFirst()
  if (held.numUpdatedRows === 0n) throw new HubError('account.not_found')
}

/** A robot stays in its own organization and administers none; one owned by the hub may be a member anywhere. */
async function refuseRobot(hub: Hub, org: Account, robot: Account, role: OrgRole | null): Promise<void> {
  const row = await hub.db.read.selectFrom('account').select('robot_org').where('id', '=', robot.id).executeTakeFirst()
  const home = row?.robot_org ?? null
  if (role === 'admin') throw new HubError('auth.forbidden', { message: 'A service account cannot administer an organization' })
  if (home !== null && home !== org.id)
    throw new HubError('auth.forbidden', { message: `${robot.name} is a service account of another organization` })
  if (home === org.id && role === null)
    throw new HubError('auth.forbidden', { message: `${robot.name} is a service account of ${org.name}; disable it instead` })
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

/** By the current role: the actor may have been loaded before the role was removed. */
export async function requireManager(tx: Reader, user: UserActor, org: Account): Promise<void> {
  if (user.isAdmin) return
  const row = await tx
    .selectFrom('org_member')
    .select('role')
    .where('org_id', '=', org.id)
    .where('user_id', '=', user.userId)
    .executeTakeFirst()
  if (row?.role !== 'admin') throw new HubError('auth.forbidden', { message: `You are not an administrator of ${org.name}` })
}
