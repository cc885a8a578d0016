import { HubError } from '@portolan/contract'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import { type Actor, requireWriter } from '../../foundation/actor/index.ts'
import { encodePageCursor, parsePageCursor } from '../../foundation/db/page-cursor.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, toRepo, visibility, visibleOwnerIds } from '../../repository/access/index.ts'

/** Follows a user or an organization; repeating it changes nothing. @throws {HubError} `auth.required`, `auth.forbidden`, `body.invalid` for oneself */
export async function follow(hub: Hub, actor: Actor, account: Account): Promise<void> {
  await change(hub, actor, account, true)
}

/** Unfollows an account; does nothing if it is not followed. */
export async function unfollow(hub: Hub, actor: Actor, account: Account): Promise<void> {
  await change(hub, actor, account, false)
}

async function change(hub: Hub, actor: Actor, account: Account, isOn: boolean): Promise<void> {
  const user = requireWriter(actor)
  if (account.id === user.userId) throw new HubError('body.invalid', { message: 'You cannot follow yourself' })
  await hub.db.write(async (tx) => {
    const done = isOn
      ? (
          await tx
            .insertInto('follow')
            .values({ account_id: account.id, follower_id: user.userId, created: hub.now().getTime() })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
        ).numInsertedOrUpdatedRows === 1n
      : (await tx.deleteFrom('follow').where('account_id', '=', account.id).where('follower_id', '=', user.userId).executeTakeFirst())
          .numDeletedRows === 1n
    if (!done) return
    await recordEvent(tx, hub, {
      topic: isOn ? 'account.followed' : 'account.unfollowed',
      actor: user.name,
      payload: { account: account.name },
    })
  })
}

/** Which of these accounts the actor follows, by internal id. */
export async function followedAmong(hub: Hub, actor: Actor, accountIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (actor.kind !== 'user' || accountIds.length === 0) return new Set()
  const rows = await hub.db.read
    .selectFrom('follow')
    .select('account_id')
    .where('follower_id', '=', actor.userId)
    .where('account_id', 'in', accountIds)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Numbers of followers by internal id; accounts without any are left out. */
export async function followersOf(hub: Hub, accountIds: readonly number[]): Promise<Map<number, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await hub.db.read
    .selectFrom('follow')
    .select(['account_id', (eb) => eb.fn.countAll().as('n')])
    .where('account_id', 'in', accountIds)
    .groupBy('account_id')
    .execute()
  return new Map(rows.map(({ account_id, n }) => [account_id, Number(n)]))
}

export async function countFollowers(hub: Hub, accountId: number): Promise<number> {
  return count(hub, 'account_id', accountId)
}

export async function countFollowing(hub: Hub, userId: number): Promise<number> {
  return count(hub, 'follower_id', userId)
}

async function count(hub: Hub, column: 'account_id' | 'follower_id', id: number): Promise<number> {
  const row = await hub.db.read
    .selectFrom('follow')
    .select((eb) => eb.fn.countAll().as('n'))
    .where(column, '=', id)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

/** Accounts, most recent first, and the cursor of the next page. */
export interface FollowPage {
  readonly accounts: readonly Account[]
  readonly nextCursor: string | null
}

/**
 * The followers of an account, or the accounts it follows; most recent first.
 * @throws {HubError} `query.invalid` for a malformed cursor
 */
export async function listFollows(
  hub: Hub,
  accountId: number,
  list: 'followers' | 'following',
  { limit, cursor }: { limit: number; cursor?: string | null },
): Promise<FollowPage> {
  const [own, other] = list === 'followers' ? (['account_id', 'follower_id'] as const) : (['follower_id', 'account_id'] as const)
  const after = parsePageCursor(cursor)
  let query = hub.db.read
    .selectFrom('follow')
    .innerJoin('account', 'account.id', `follow.${other}`)
    .selectAll('account')
    .select('follow.created as followed')
    .where(`follow.${own}`, '=', accountId)
  if (after) {
    query = query.where((eb) =>
      eb.or([eb('follow.created', '<', after.key), eb.and([eb('follow.created', '=', after.key), eb(`follow.${other}`, '<', after.id)])]),
    )
  }
  const rows = await query
    .orderBy('follow.created', 'desc')
    .orderBy(`follow.${other}`, 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    accounts: page.map((row) => ({ ...toAccount(row), email: null })),
    nextCursor: last ? encodePageCursor({ key: last.followed, id: last.id }) : null,
  }
}

/** Accounts checked for news: the most recently followed. */
const maxFollowed = 100

/** Recent changes in the accounts the actor follows, as far as the actor may see them; most recent first. */
export async function newsOfFollowed(hub: Hub, actor: Actor, limit: number): Promise<Repo[]> {
  if (actor.kind !== 'user') return []
  const followed = await hub.db.read
    .selectFrom('follow')
    .select('account_id')
    .where('follower_id', '=', actor.userId)
    .orderBy('created', 'desc')
    .limit(maxFollowed)
    .execute()
  if (followed.length === 0) return []
  const visible = visibleOwnerIds(actor)
  const rows = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where(
      'owner_id',
      'in',
      followed.map(({ account_id }) => account_id),
    )
    .where('vis', '<', visibility.deleted)
    .where((eb) =>
      visible === 'all' || visible.length === 0
        ? eb('vis', '<=', visible === 'all' ? visibility.private : visibility.public)
        : eb.or([eb('vis', '=', visibility.public), eb('owner_id', 'in', [...visible])]),
    )
    .orderBy('updated', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toRepo).filter((repo) => canRead(actor, repo))
}
