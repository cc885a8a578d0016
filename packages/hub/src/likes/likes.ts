import { sql } from 'kysely'
import { type Account, type Actor, requireUser, requireWriter, toAccount } from '../accounts/index.ts'
import { recordEvent } from '../events/index.ts'
import type { Hub } from '../hub.ts'
import { canRead, type Repo, requireAccess, toRepo, visibility } from '../repos/index.ts'

/** Likes a repo; liking twice changes nothing. @returns the number of likes afterwards */
export async function likeRepo(hub: Hub, actor: Actor, repo: Repo): Promise<number> {
  return change(hub, actor, repo, 1)
}

/** Takes a like back; there need not be one. @returns the number of likes afterwards */
export async function unlikeRepo(hub: Hub, actor: Actor, repo: Repo): Promise<number> {
  return change(hub, actor, repo, -1)
}

async function change(hub: Hub, actor: Actor, repo: Repo, by: 1 | -1): Promise<number> {
  requireAccess(actor, repo, 'read')
  const user = requireWriter(actor)
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
        .set({ likes: sql`likes + ${sql.lit(by)}`, trending: sql`trending + ${sql.lit(by * 10)}` })
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

/** Who likes a repo, latest first. */
export async function listLikers(hub: Hub, repo: Repo, limit: number): Promise<Account[]> {
  const rows = await hub.db.read
    .selectFrom('repo_like')
    .innerJoin('account', 'account.id', 'repo_like.user_id')
    .selectAll('account')
    .where('repo_like.repo_id', '=', repo.id)
    .orderBy('repo_like.created', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

/** What a user likes, latest first; only what the actor may see. */
export async function listLikes(hub: Hub, actor: Actor, userId: number, limit: number): Promise<{ repo: Repo; likedAt: Date }[]> {
  const rows = await hub.db.read
    .selectFrom('repo_like')
    .innerJoin('repo', 'repo.id', 'repo_like.repo_id')
    .selectAll('repo')
    .select('repo_like.created as liked')
    .where('repo_like.user_id', '=', userId)
    .where('repo.vis', '<', visibility.deleted)
    .orderBy('repo_like.created', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ repo: toRepo(row), likedAt: new Date(row.liked) })).filter(({ repo }) => canRead(actor, repo))
}
