import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import { type Actor, requireHubAdmin, requireWriter } from '../../foundation/actor/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Account, requireAccount, toAccount } from './account.ts'
import { invalidateActors } from './actor-cache.ts'
import { requireRecentProof } from './recent-proof.ts'

/** An organization as administrators of the hub see it. */
export interface Organization {
  readonly name: string
  readonly fullname: string
  readonly createdAt: Date
  readonly members: number
  readonly administrators: number
  readonly repos: number
  /** When it was deleted; it can be restored as long as its name is kept. */
  readonly deletedAt: Date | null
}

/**
 * Organizations by name; or those that were deleted and can be restored.
 * @param query.search a piece of the name or the full name, in any letter case
 * @throws {HubError} `auth.required`, `auth.forbidden` for anybody but administrators of the hub
 */
export async function listOrganizations(
  hub: Hub,
  actor: Actor,
  query: { search?: string; only?: 'deleted'; limit: number; skip: number },
): Promise<{ organizations: Organization[]; hasMore: boolean }> {
  requireHubAdmin(actor)
  const isDeleted = query.only === 'deleted'
  let select = hub.db.read
    .selectFrom('account')
    .leftJoin('former_name', 'former_name.account_id', 'account.id')
    .selectAll('account')
    .select((eb) => [
      'former_name.shown',
      'former_name.since',
      eb
        .selectFrom('org_member')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('org_member.org_id', '=', 'account.id')
        .as('members'),
      eb
        .selectFrom('org_member')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('org_member.org_id', '=', 'account.id')
        .where('org_member.role', '=', 'admin')
        .as('administrators'),
      eb
        .selectFrom('repo')
        .select((e) => e.fn.countAll<number | string>().as('n'))
        .whereRef('repo.owner_id', '=', 'account.id')
        .where('repo.vis', '<', visibility.deleted)
        .as('repos'),
    ])
    .where('account.kind', '=', 'org')
    .where('account.name', isDeleted ? 'like' : 'not like', '~%')
  if (isDeleted) select = select.where('former_name.until', '>', hub.now().getTime())
  if (query.search) {
    const pattern = `%${query.search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const columns = isDeleted ? (['former_name.name'] as const) : (['account.name', 'account.fullname'] as const)
    select = select.where((eb) => eb.or(columns.map((column) => sql<boolean>`lower(${eb.ref(column)}) like ${pattern} escape '\\'`)))
  }
  const rows = await select
    .orderBy((eb) => eb.fn<string>('lower', [isDeleted ? 'former_name.name' : 'account.name']))
    .limit(query.limit + 1)
    .offset(query.skip)
    .execute()
  const organizations = rows.slice(0, query.limit).map((row): Organization => {
    return {
      name: isDeleted ? (row.shown ?? '') : row.name,
      fullname: row.fullname,
      createdAt: new Date(row.created),
      members: Number(row.members),
      administrators: Number(row.administrators),
      repos: Number(row.repos),
      deletedAt: isDeleted && row.since !== null ? new Date(row.since) : null,
    }
  })
  return { organizations, hasMore: rows.length > query.limit }
}

/**
 * Restores a deleted organization under its name, as long as that is kept. Its members are gone: it gets one administrator.
 * @param administrator who that is; the caller if absent
 * @throws {HubError} `auth.forbidden` for anybody but administrators of the hub, `account.not_found`
 */
export async function restoreOrganization(hub: Hub, actor: Actor, name: string, administrator: string | null = null): Promise<Account> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  const first = await requireAccount(hub, administrator ?? admin.name, 'user')
  if (first.isRobot)
    throw new HubError('body.invalid', { message: 'A service account cannot administer an organization', field: 'administrator' })
  await requireRecentProof(hub, admin, 'organization.restore')
  const account = await hub.db.write(async (tx) => {
    const kept = await tx
      .selectFrom('former_name')
      .innerJoin('account', 'account.id', 'former_name.account_id')
      .select(['former_name.shown', 'former_name.account_id'])
      .where('former_name.name', '=', name.toLowerCase())
      .where('former_name.until', '>', hub.now().getTime())
      .where('account.kind', '=', 'org')
      .executeTakeFirst()
    // Of two who restore it at once, one takes the name out.
    const taken =
      kept && (await tx.deleteFrom('former_name').where('account_id', '=', kept.account_id).returning('name').executeTakeFirst())
    if (!taken) throw new HubError('account.not_found', { message: `No deleted organization can be restored as ${name}.`, name })
    const row = await tx
      .updateTable('account')
      .set({ name: kept.shown, fullname: kept.shown, disabled: 0 })
      .where('id', '=', kept.account_id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const created = hub.now().getTime()
    await tx.insertInto('org_member').values({ org_id: row.id, user_id: first.id, role: 'admin', created }).execute()
    await recordEvent(tx, hub, {
      topic: 'org.restored',
      actor: admin.name,
      payload: { org: row.name, administrator: first.name, userId: first.id },
    })
    return toAccount(row)
  })
  invalidateActors(hub)
  return account
}
