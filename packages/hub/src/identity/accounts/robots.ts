import { HubError, type OrgRole } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type AccessTokenInfo, checkNewToken, insertAccessToken, listTokensOf, type NewAccessToken, removeToken } from './access-tokens.ts'
import { type Account, insertAccount, requireAccount, toAccount } from './account.ts'
import { type Actor, type UserActor, requireUser, requireHubAdmin, requirePermission, requireWriter } from '../../foundation/actor/index.ts'
import { requireRecentProof } from './recent-proof.ts'
import { invalidateActors } from './actor-cache.ts'
import { loadActor } from './load-actor.ts'
import { lockAccount, requireManager } from './orgs.ts'

/** A robot's possible roles in its organization: never administrator. */
export const robotRoles = ['read', 'contributor', 'write'] as const

const maxRobots = 100

/** A program's account. It has no password and no browser session: it acts with tokens created by its owner's administrators. */
export interface Robot {
  readonly name: string
  readonly fullname: string
  /** `null` for a robot of the hub. */
  readonly org: string | null
  /** Its role in its organization. */
  readonly role: OrgRole | null
  readonly isDisabled: boolean
  readonly madeBy: string | null
  readonly createdAt: Date
}

/**
 * Creates a robot owned by an organization, or by the hub (`null`).
 * @throws {HubError} `auth.forbidden`, `auth.missing_permission`, `account.name_taken`, `repo.invalid_name`, `body.invalid`
 */
export async function createRobot(
  hub: Hub,
  actor: Actor,
  orgName: string | null,
  input: { name: string; fullname?: string; role?: string },
): Promise<Robot> {
  const { user, org } = await requireOwner(hub, actor, orgName, 'org.serviceAccounts.write')
  const role = robotRoles.find((each) => each === (input.role ?? 'write'))
  if (role === undefined)
    throw new HubError('body.invalid', { message: `The role of a service account must be one of ${robotRoles.join(', ')}`, field: 'role' })
  const account = await hub.db.write(async (tx) => {
    await requireStill(tx, user, org)
    const { n } = await tx
      .selectFrom('account')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('is_robot', '=', 1)
      .where('robot_org', org === null ? 'is' : '=', org?.id ?? null)
      .executeTakeFirstOrThrow()
    if (Number(n) >= maxRobots)
      throw new HubError('body.invalid', { message: `The organization already has ${maxRobots} service accounts`, field: 'name' })
    const made = await insertAccount(tx, hub, { kind: 'user', name: input.name, fullname: input.fullname ?? '', passwordHash: null })
    await tx
      .updateTable('account')
      .set({ is_robot: 1, robot_org: org?.id ?? null, made_by: user.name })
      .where('id', '=', made.id)
      .execute()
    if (org !== null)
      await tx.insertInto('org_member').values({ org_id: org.id, user_id: made.id, role, created: hub.now().getTime() }).execute()
    await recordEvent(tx, hub, { topic: 'robot.created', actor: user.name, payload: { robot: made.name, org: org?.name ?? null, role } })
    return made
  })
  invalidateActors(hub)
  return {
    name: account.name,
    fullname: account.fullname,
    org: org?.name ?? null,
    role: org === null ? null : role,
    isDisabled: false,
    madeBy: user.name,
    createdAt: account.createdAt,
  }
}

/** The robots of an organization, or of the hub, by name. @throws {HubError} `auth.forbidden`, `auth.missing_permission` */
export async function listRobots(hub: Hub, actor: Actor, orgName: string | null): Promise<Robot[]> {
  const { org } = await requireOwner(hub, actor, orgName, 'org.serviceAccounts.read')
  const rows = await hub.db.read
    .selectFrom('account')
    .leftJoin('org_member', (join) =>
      join.onRef('org_member.user_id', '=', 'account.id').onRef('org_member.org_id', '=', 'account.robot_org'),
    )
    .selectAll('account')
    .select('org_member.role as role')
    .where('is_robot', '=', 1)
    .where('robot_org', org === null ? 'is' : '=', org?.id ?? null)
    .orderBy('name')
    .limit(maxRobots)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    fullname: row.fullname,
    org: org?.name ?? null,
    role: row.role as OrgRole | null,
    isDisabled: row.disabled === 1,
    madeBy: row.made_by,
    createdAt: new Date(row.created),
  }))
}

/** Disables a robot: all of its tokens stop working immediately, and work again once it is re-enabled. */
export async function setRobotDisabled(hub: Hub, actor: Actor, orgName: string | null, name: string, isDisabled: boolean): Promise<void> {
  const { user, org, robot } = await requireRobot(hub, actor, orgName, name, 'org.serviceAccounts.write')
  await hub.db.write(async (tx) => {
    await requireStill(tx, user, org)
    await tx
      .updateTable('account')
      .set({ disabled: isDisabled ? 1 : 0 })
      .where('id', '=', robot.id)
      .execute()
    const topic = isDisabled ? ('robot.disabled' as const) : ('robot.enabled' as const)
    await recordEvent(tx, hub, { topic, actor: user.name, payload: { robot: robot.name, org: org?.name ?? null } })
  })
  invalidateActors(hub)
}

/**
 * Creates a token for a robot, limited to what the robot can see. The secret is only in the return value.
 * @throws {HubError} `auth.forbidden`, `auth.missing_permission`, `account.not_found`, `token.too_many`, `body.invalid`
 */
export async function createRobotToken(
  hub: Hub,
  actor: Actor,
  orgName: string | null,
  name: string,
  input: NewAccessToken,
): Promise<{ token: string; info: AccessTokenInfo }> {
  const { user, robot } = await requireRobot(hub, actor, orgName, name, 'org.serviceAccounts.write')
  await requireRecentProof(hub, user, 'token.create')
  const own = await robotActor(hub, robot)
  await checkNewToken(hub, robot.id, input)
  return insertAccessToken(hub, robot.id, user.name, { ...input, about: { robot: robot.name } }, own)
}

/** @throws {HubError} as {@link listRobots}; `account.not_found` */
export async function listRobotTokens(hub: Hub, actor: Actor, orgName: string | null, name: string): Promise<AccessTokenInfo[]> {
  const { robot } = await requireRobot(hub, actor, orgName, name, 'org.serviceAccounts.read')
  return listTokensOf(hub, robot.id)
}

/** @throws {HubError} as {@link createRobotToken}; `token.not_found` */
export async function revokeRobotToken(hub: Hub, actor: Actor, orgName: string | null, name: string, uid: string): Promise<void> {
  const { user, robot } = await requireRobot(hub, actor, orgName, name, 'org.serviceAccounts.write')
  await removeToken(hub, robot.id, user.name, uid)
}

/** The robot as an actor, so that its administrators can check what it sees. @throws {HubError} `account.not_found` when it is disabled */
export async function requireRobotActor(hub: Hub, actor: Actor, orgName: string | null, name: string): Promise<UserActor> {
  const { robot } = await requireRobot(hub, actor, orgName, name, 'org.serviceAccounts.read')
  return robotActor(hub, robot)
}

async function robotActor(hub: Hub, robot: Account): Promise<UserActor> {
  const own = await loadActor(hub.db.read, robot.id, null)
  if (!own) throw new HubError('account.not_found', { message: `${robot.name} is disabled` })
  return own
}

type RobotPermission = 'org.serviceAccounts.read' | 'org.serviceAccounts.write'

async function requireOwner(
  hub: Hub,
  actor: Actor,
  orgName: string | null,
  permission: RobotPermission,
): Promise<{ user: UserActor; org: Account | null }> {
  if (orgName === null) {
    if (permission === 'org.serviceAccounts.write') requireWriter(actor)
    return { user: requireHubAdmin(actor), org: null }
  }
  requireUser(actor)
  const org = await requireAccount(hub, orgName, 'org')
  const user = requirePermission(actor, permission, { ownerId: org.id })
  if (!user.isAdmin && !user.orgs.some(({ orgId, role }) => orgId === org.id && role === 'admin'))
    throw new HubError('auth.forbidden', { message: `You are not an administrator of ${org.name}` })
  return { user, org }
}

async function requireRobot(
  hub: Hub,
  actor: Actor,
  orgName: string | null,
  name: string,
  permission: RobotPermission,
): Promise<{ user: UserActor; org: Account | null; robot: Account }> {
  const { user, org } = await requireOwner(hub, actor, orgName, permission)
  const row = await hub.db.read
    .selectFrom('account')
    .selectAll()
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('is_robot', '=', 1)
    .where('robot_org', org === null ? 'is' : '=', org?.id ?? null)
    .executeTakeFirst()
  if (!row) throw new HubError('account.not_found', { message: `The organization has no service account named ${name}`, name })
  return { user, org, robot: toAccount(row) }
}

/** By the current role, and only while the organization exists. */
async function requireStill(tx: Tx, user: UserActor, org: Account | null): Promise<void> {
  if (org === null) return
  await lockAccount(tx, org.id)
  await requireManager(tx, user, org)
}
