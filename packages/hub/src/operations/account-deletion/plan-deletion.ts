import { HubError, type RepoType } from '@portolan/contract'
import { type Account, requireAccount } from '../../identity/accounts/index.ts'
import { type Actor, requireHubAdmin, requireUnlimited } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'

/** Organizations that a page or a message names. */
export const listedOrgs = 100

/** What an account has: what goes with it, and what stays. */
export interface DeletionPlan {
  readonly name: string
  readonly repos: Readonly<Record<RepoType, number>>
  readonly collections: number
  readonly likes: number
  readonly tokens: number
  readonly webhooks: number
  readonly applications: number
  /** They stay, without a name. */
  readonly discussions: number
  readonly comments: number
  /** Organizations that nobody else administers, by name; at most {@link listedOrgs}. */
  readonly soleAdminOf: readonly string[]
}

/** What the caller's own account has. @throws {HubError} `auth.required`, `auth.missing_permission` */
export async function planOwnDeletion(hub: Hub, actor: Actor): Promise<DeletionPlan> {
  return planOf(hub.db.read, await requireAccount(hub, requireUnlimited(actor).name, 'user'))
}

/** What somebody's account has. @throws {HubError} `auth.forbidden` for anybody but administrators of the hub; `account.not_found`, also for robots */
export async function planDeletion(hub: Hub, actor: Actor, name: string): Promise<DeletionPlan> {
  requireHubAdmin(actor)
  return planOf(hub.db.read, await requirePerson(hub, name))
}

/** @throws {HubError} `account.not_found` for robots: their organization manages them */
export async function requirePerson(hub: Hub, name: string): Promise<Account> {
  const person = await requireAccount(hub, name, 'user')
  if (person.isRobot)
    throw new HubError('account.not_found', { name, message: `${name} is a service account, which only its organization can manage` })
  return person
}

async function planOf(db: Reader, { id, name }: Account): Promise<DeletionPlan> {
  const kinds = await db
    .selectFrom('repo')
    .select((eb) => ['kind', eb.fn.countAll<number | string>().as('n')])
    .where('owner_id', '=', id)
    .where('vis', '<', visibility.deleted)
    .groupBy('kind')
    .execute()
  const repos = { model: 0, dataset: 0, space: 0 }
  for (const { kind, n } of kinds) repos[typeOf(kind)] = Number(n)
  const count = async (table: 'repo_like' | 'access_token' | 'webhook') => {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number | string>().as('n'))
    return Number((await rows.where('user_id', '=', id).executeTakeFirstOrThrow()).n)
  }
  const owned = async (table: 'collection' | 'oauth_app') => {
    const rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number | string>().as('n'))
    return Number((await rows.where('owner_id', '=', id).executeTakeFirstOrThrow()).n)
  }
  const written = async (table: 'discussion' | 'discussion_event') => {
    let rows = db.selectFrom(table).select((eb) => eb.fn.countAll<number | string>().as('n'))
    if (table === 'discussion_event') rows = rows.where('type' as never, '=', 'comment' as never)
    return Number((await rows.where('author_id', '=', id).executeTakeFirstOrThrow()).n)
  }
  return {
    name,
    repos,
    collections: await owned('collection'),
    likes: await count('repo_like'),
    tokens: await count('access_token'),
    webhooks: await count('webhook'),
    applications: await owned('oauth_app'),
    discussions: await written('discussion'),
    comments: await written('discussion_event'),
    soleAdminOf: (await soleAdminOf(db, id, listedOrgs)).map((org) => org.name),
  }
}

/** Organizations in which this person is the only administrator who can sign in. */
export async function soleAdminOf(db: Reader, userId: number, limit: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('org_member')
    .innerJoin('account', 'account.id', 'org_member.org_id')
    .select(['account.id', 'account.name'])
    .where('org_member.user_id', '=', userId)
    .where('org_member.role', '=', 'admin')
    .where('account.disabled', '=', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('org_member as other')
            .innerJoin('account as person', 'person.id', 'other.user_id')
            .select('other.user_id')
            .whereRef('other.org_id', '=', 'org_member.org_id')
            .where('other.user_id', '!=', userId)
            .where('other.role', '=', 'admin')
            .where('person.disabled', '=', 0),
        ),
      ),
    )
    .orderBy('account.name')
    .limit(limit)
    .execute()
}
