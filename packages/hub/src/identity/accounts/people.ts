import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import { type Actor, requireHubAdmin, requireWriter, type UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { type EventTopic, recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Account, requireAccount, toAccount } from './account.ts'
import { requireRecentProof } from './recent-proof.ts'
import { invalidateActors } from './actor-cache.ts'
import { endApprovedDevices, endResetsMadeBy, endSignIns, endWaysIn } from './ways-in.ts'

/** An account of a person as administrators of the hub see it. */
export interface Person extends Account {
  readonly isSuspended: boolean
  /** When a session or a token of theirs was last used, to the hour; `null` for never. */
  readonly lastSeenAt: Date | null
  /** Whether signing in with their password needs a second step. */
  readonly hasSecondFactor: boolean
  /** Open browser sessions. */
  readonly sessions: number
  /** Access tokens that have not expired. */
  readonly tokens: number
  /** Applications that may act in their name. */
  readonly applications: number
  /** Repos they own. */
  readonly repos: number
}

/**
 * The people of the hub, by name; robots are listed with their organizations.
 * @param query.search a piece of the name, the full name or the e-mail address, in any letter case
 * @throws {HubError} `auth.required`, `auth.forbidden` for anybody but administrators of the hub
 */
export async function listPeople(
  hub: Hub,
  actor: Actor,
  query: { search?: string; only?: 'administrators' | 'suspended'; limit: number; skip: number },
): Promise<{ people: Person[]; hasMore: boolean }> {
  requireHubAdmin(actor)
  const now = hub.now().getTime()
  let select = hub.db.read
    .selectFrom('account')
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('session')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('session.user_id', '=', 'account.id')
        .where('session.expires', '>', now)
        .as('sessions'),
      eb
        .selectFrom('access_token')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('access_token.user_id', '=', 'account.id')
        .where((e) => e.or([e('access_token.expires', 'is', null), e('access_token.expires', '>', now)]))
        .as('tokens'),
      eb
        .selectFrom('oauth_grant')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('oauth_grant.user_id', '=', 'account.id')
        .as('applications'),
      eb
        .selectFrom('repo')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('repo.owner_id', '=', 'account.id')
        .where('repo.vis', '<', visibility.deleted)
        .as('repos'),
      eb
        .selectFrom('totp')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('totp.user_id', '=', 'account.id')
        .where('totp.secret', 'is not', null)
        .as('apps'),
      eb
        .selectFrom('passkey')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('passkey.user_id', '=', 'account.id')
        .as('passkeys'),
      eb
        .selectFrom('session')
        .select((e) => e.fn.max('session.last_used').as('n'))
        .whereRef('session.user_id', '=', 'account.id')
        .as('session_used'),
      eb
        .selectFrom('access_token')
        .select((e) => e.fn.max('access_token.last_used').as('n'))
        .whereRef('access_token.user_id', '=', 'account.id')
        .as('token_used'),
    ])
    .where('kind', '=', 'user')
    .where('is_robot', '=', 0)
    .where('name', 'not like', '~%')
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .limit(query.limit + 1)
    .offset(query.skip)
  if (query.only === 'administrators') select = select.where('is_admin', '=', 1)
  if (query.only === 'suspended') select = select.where('disabled', '=', 1)
  if (query.search) {
    const pattern = `%${query.search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    select = select.where((eb) =>
      eb.or((['name', 'fullname', 'email'] as const).map((column) => sql<boolean>`lower(${eb.ref(column)}) like ${pattern} escape '\\'`)),
    )
  }
  const rows = await select.execute()
  const people = rows.slice(0, query.limit).map((row): Person => {
    const used = Math.max(Number(row.session_used ?? 0), Number(row.token_used ?? 0))
    return {
      ...toAccount(row),
      isSuspended: row.disabled === 1,
      lastSeenAt: used === 0 ? null : new Date(used),
      hasSecondFactor: Number(row.apps) + Number(row.passkeys) > 0,
      sessions: Number(row.sessions),
      tokens: Number(row.tokens),
      applications: Number(row.applications),
      repos: Number(row.repos),
    }
  })
  return { people, hasMore: rows.length > query.limit }
}

/**
 * Suspends an account, or lets it back in. Suspending ends its browser sessions, links for a new password, and the invitations it made for good; its access
 * tokens, signed links and sign-ins with applications stop working at once, on every server, and work again when it is reactivated.
 * @throws {HubError} `auth.forbidden` for anybody but administrators of the hub, and for one's own account; `account.not_found`, `account.last_admin`
 */
export async function setSuspended(hub: Hub, actor: Actor, name: string, isSuspended: boolean): Promise<void> {
  const { admin, person } = await requirePerson(hub, actor, name)
  if (person.id === admin.userId) throw new HubError('auth.forbidden', { message: 'You cannot suspend your own account' })
  await change(hub, admin, person, isSuspended ? 'account.suspended' : 'account.reactivated', async (tx) => {
    await tx
      .updateTable('account')
      .set({ disabled: isSuspended ? 1 : 0 })
      .where('id', '=', person.id)
      .execute()
    if (isSuspended) {
      await requireAnAdministrator(tx)
      await endWaysIn(tx, person)
    }
  })
}

/** Signs an account out of every browser. @throws {HubError} as {@link setSuspended} */
export async function endSessionsOf(hub: Hub, actor: Actor, name: string): Promise<void> {
  const { admin, person } = await requirePerson(hub, actor, name)
  await change(hub, admin, person, 'account.sessions_ended', (tx) => endSignIns(tx, person))
}

/** Revokes every access token of an account, those that devices are about to fetch, and what applications were allowed to do in its name. @throws {HubError} as {@link setSuspended} */
export async function revokeTokensOf(hub: Hub, actor: Actor, name: string): Promise<void> {
  const { admin, person } = await requirePerson(hub, actor, name)
  await change(hub, admin, person, 'account.tokens_revoked', async (tx) => {
    await tx.deleteFrom('access_token').where('user_id', '=', person.id).execute()
    await tx.deleteFrom('oauth_grant').where('user_id', '=', person.id).execute()
    await endApprovedDevices(tx, person)
  })
}

/**
 * Makes somebody an administrator of the hub, or no longer one.
 * @throws {HubError} as {@link setSuspended}; `account.last_admin` when nobody would be left to administer the hub
 */
export async function setAdministrator(hub: Hub, actor: Actor, name: string, isAdministrator: boolean): Promise<void> {
  const { admin, person } = await requirePerson(hub, actor, name)
  await requireRecentProof(hub, admin, 'person.change')
  await change(hub, admin, person, isAdministrator ? 'account.admin_granted' : 'account.admin_revoked', async (tx) => {
    await tx
      .updateTable('account')
      .set({ is_admin: isAdministrator ? 1 : 0 })
      .where('id', '=', person.id)
      .execute()
    await requireAnAdministrator(tx)
    if (!isAdministrator) await endResetsMadeBy(tx, person)
  })
}

/** The caller as an administrator of the hub, and a person whose account they change. @throws {HubError} `auth.forbidden`, `account.not_found` */
export async function requirePerson(hub: Hub, actor: Actor, name: string): Promise<{ admin: UserActor; person: Account }> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  const person = await requireAccount(hub, name, 'user')
  if (person.isRobot)
    throw new HubError('account.not_found', { name, message: `${name} is a service account, which only its organization can manage` })
  return { admin, person }
}

async function change(hub: Hub, admin: UserActor, person: Account, topic: EventTopic, work: (tx: Tx) => Promise<void>): Promise<void> {
  await hub.db.write(async (tx) => {
    // Two administrators who take the right from each other must not both find the other one still there.
    await tx.updateTable('account').set({ is_admin: 1 }).where('is_admin', '=', 1).where('kind', '=', 'user').execute()
    await work(tx)
    await recordEvent(tx, hub, { topic, actor: admin.name, payload: { account: person.name, userId: person.id } })
  })
  invalidateActors(hub)
}

/** @throws {HubError} `account.last_admin` when nobody who can sign in administers the hub anymore */
export async function requireAnAdministrator(tx: Tx): Promise<void> {
  const left = await tx
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'user')
    .where('is_admin', '=', 1)
    .where('disabled', '=', 0)
    .limit(1)
    .executeTakeFirst()
  if (!left) throw new HubError('account.last_admin')
}
