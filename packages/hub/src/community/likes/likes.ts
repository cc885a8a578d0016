import { sql } from 'kysely'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import { type Actor, requirePermission, requireUser } from '../../foundation/actor/index.ts'
import { encodePageCursor, parsePageCursor } from '../../foundation/db/page-cursor.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, requireAccess, toRepo, visibility } from '../../repository/access/index.ts'

/** Likes a repo; repeating it changes nothing. @returns the new number of likes */
export async function likeRepo(hub: Hub, actor: Actor, repo: Repo): Promise<number> {
  return change(hub, actor, repo, 1)
}

/** Removes a like, if there is one. @returns the new number of likes */
export async function unlikeRepo(hub: Hub, actor: Actor, repo: Repo): Promise<number> {
  return change(hub, actor, repo, -1)
}

async function change(hub: Hub, actor: Actor, repo: Repo, by: 1 | -1): Promise<number> {
  requireAccess(actor, repo, 'read')
  const user = requirePermission(actor, 'user.social.likes.write')
  return hub.db.write(async (tx) => {
    const done =
      by === 1
        ? (
            await tx
              .insertInto('repo_like')
              .values({ repo_id: repo.id, user_id: user.userId, created: hub.now().getTime() })
              .onConflict((conflict) => conflict.doNothing())
              .executeTakeFirst()
          ).numInsertedOrUpdatedRows === 1n
        : (await tx.deleteFrom('repo_like').where('repo_id', '=', repo.id).where('user_id', '=', user.userId).executeTakeFirst())
            .numDeletedRows === 1n
    if (done) {
      await tx
        .updateTable('repo')
        .set({
          likes: sql`likes + ${sql.lit(by)}`,
          trending: by === 1 ? sql`trending + 10` : sql`case when trending > 10 then trending - 10 else 0 end`,
        })
        .where('id', '=', repo.id)
        .execute()
      await recordEvent(tx, hub, { topic: by === 1 ? 'repo.liked' : 'repo.unliked', actor: user.name, repoId: repo.id })
    }
    return (await tx.selectFrom('repo').select('likes').where('id', '=', repo.id).executeTakeFirstOrThrow()).likes
  })
}

export async function hasLiked(hub: Hub, actor: Actor, repo: Repo): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const row = await hub.db.read
    .selectFrom('repo_like')
    .select('repo_id')
    .where('repo_id', '=', repo.id)
    .where('user_id', '=', requireUser(actor).userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these repos the actor likes, by internal id. */
export async function likedAmong(hub: Hub, actor: Actor, repoIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (actor.kind !== 'user' || repoIds.length === 0) return new Set()
  const rows = await hub.db.read
    .selectFrom('repo_like')
    .select('repo_id')
    .where('user_id', '=', actor.userId)
    .where('repo_id', 'in', repoIds)
    .execute()
  return new Set(rows.map(({ repo_id }) => repo_id))
}

/** A page of likes, most recent first. */
export interface LikePage<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

interface PageOptions {
  readonly limit: number
  readonly cursor?: string | null
}

/** Users who like a repo, most recent first. @throws {HubError} `query.invalid` for a malformed cursor */
export async function listLikers(hub: Hub, repo: Repo, { limit, cursor }: PageOptions): Promise<LikePage<Account>> {
  const after = parsePageCursor(cursor)
  let query = hub.db.read
    .selectFrom('repo_like')
    .innerJoin('account', 'account.id', 'repo_like.user_id')
    .selectAll('account')
    .select('repo_like.created as liked')
    .where('repo_like.repo_id', '=', repo.id)
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('repo_like.created', '<', after.key),
        eb.and([eb('repo_like.created', '=', after.key), eb('repo_like.user_id', '<', after.id)]),
      ]),
    )
  }
  const rows = await query
    .orderBy('repo_like.created', 'desc')
    .orderBy('repo_like.user_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { items: page.map(toAccount), nextCursor: last ? encodePageCursor({ key: last.liked, id: last.id }) : null }
}

/** What a user likes, most recent first; only what the actor may see, so a page may be short. @throws {HubError} `query.invalid` */
export async function listLikes(
  hub: Hub,
  actor: Actor,
  userId: number,
  { limit, cursor }: PageOptions,
): Promise<LikePage<{ repo: Repo; likedAt: Date }>> {
  const after = parsePageCursor(cursor)
  let query = hub.db.read
    .selectFrom('repo_like')
    .innerJoin('repo', 'repo.id', 'repo_like.repo_id')
    .selectAll('repo')
    .select('repo_like.created as liked')
    .where('repo_like.user_id', '=', userId)
    .where('repo.vis', '<', visibility.deleted)
  if (after) {
    query = query.where((eb) =>
      eb.or([
        eb('repo_like.created', '<', after.key),
        eb.and([eb('repo_like.created', '=', after.key), eb('repo_like.repo_id', '<', after.id)]),
      ]),
    )
  }
  const rows = await query
    .orderBy('repo_like.created', 'desc')
    .orderBy('repo_like.repo_id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    items: page.map((row) => ({ repo: toRepo(row), likedAt: new Date(row.liked) })).filter(({ repo }) => canRead(actor, repo)),
    nextCursor: last ? encodePageCursor({ key: last.liked, id: last.id }) : null,
  }
}

/** Number of public repos a user likes. */
export async function countLikes(hub: Hub, userId: number): Promise<number> {
  const row = await hub.db.read
    .selectFrom('repo_like')
    .innerJoin('repo', 'repo.id', 'repo_like.repo_id')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('repo_like.user_id', '=', userId)
    .where('repo.vis', '=', visibility.public)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
