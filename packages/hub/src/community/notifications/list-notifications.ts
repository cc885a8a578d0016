import type { RepoType } from '@portolan/contract'
import { type Actor, requirePermission } from '../../foundation/actor/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, requireAccess, toRepo, visibility } from '../../repository/access/index.ts'
import type { NotificationReason } from './notify.ts'

export interface NotificationEntry {
  readonly discussionId: number
  readonly discussionUid: string
  readonly repo: { readonly type: RepoType; readonly fullName: string }
  readonly num: number
  readonly title: string
  readonly status: string
  readonly isPullRequest: boolean
  readonly reason: NotificationReason
  readonly isUnread: boolean
  /** The first unread event. */
  readonly eventUid: string
  readonly updatedAt: Date
}

/** The actor's notifications, most recent first; discussions they may no longer see are left out, so a page may be short. */
export async function listNotifications(
  hub: Hub,
  actor: Actor,
  page: { isUnread: boolean; page: number; limit: number },
): Promise<{ entries: NotificationEntry[]; total: number }> {
  const user = requirePermission(actor, 'user.notifications.read')
  let query = hub.db.read
    .selectFrom('notification')
    .innerJoin('discussion', 'discussion.id', 'notification.discussion_id')
    .innerJoin('repo', 'repo.id', 'discussion.repo_id')
    .where('notification.user_id', '=', user.userId)
    .where('repo.vis', '<', visibility.deleted)
  if (page.isUnread) query = query.where('notification.unread', '=', 1)
  const counted = await query.select((eb) => eb.fn.countAll().as('n')).executeTakeFirst()
  const rows = await query
    .selectAll('repo')
    .select([
      'discussion.id as discussion_id',
      'discussion.uid as discussion_uid',
      'discussion.num as num',
      'discussion.title as title',
      'discussion.status as status',
      'discussion.base_ref as base_ref',
      'notification.reason as reason',
      'notification.unread as unread',
      'notification.event_uid as event_uid',
      'notification.updated as told',
    ])
    .orderBy('notification.updated', 'desc')
    .orderBy('notification.discussion_id', 'desc')
    .limit(page.limit)
    .offset(page.page * page.limit)
    .execute()
  const entries = rows.flatMap((row): NotificationEntry[] => {
    const repo = toRepo(row)
    if (!canRead(user, repo)) return []
    return [
      {
        discussionId: row.discussion_id,
        discussionUid: row.discussion_uid,
        repo: { type: repo.type, fullName: repo.fullName },
        num: row.num,
        title: row.title,
        status: row.status,
        isPullRequest: row.base_ref !== null,
        reason: row.reason as NotificationReason,
        isUnread: row.unread === 1,
        eventUid: row.event_uid,
        updatedAt: new Date(row.told),
      },
    ]
  })
  return { entries, total: Number(counted?.n ?? 0) }
}

/** Number of unread notifications; counted up to 100. */
export async function countUnread(hub: Hub, actor: Actor): Promise<number> {
  if (actor.kind !== 'user') return 0
  const rows = await hub.db.read
    .selectFrom('notification')
    .innerJoin('discussion', 'discussion.id', 'notification.discussion_id')
    .innerJoin('repo', 'repo.id', 'discussion.repo_id')
    .selectAll('repo')
    .where('notification.user_id', '=', actor.userId)
    .where('notification.unread', '=', 1)
    .where('repo.vis', '<', visibility.deleted)
    .limit(100)
    .execute()
  return rows.filter((row) => canRead(actor, toRepo(row))).length
}

/** Marks one discussion, or all of them, as read. */
export async function markRead(hub: Hub, actor: Actor, which: number | 'all'): Promise<void> {
  const user = requirePermission(actor, 'user.notifications.write')
  // Reading a page should not have to wait for the writer.
  if (which !== 'all' && !(await isUnread(hub, user.userId, which))) return
  await hub.db.write(async (tx) => {
    let query = tx.updateTable('notification').set({ unread: 0 }).where('user_id', '=', user.userId).where('unread', '=', 1)
    if (which !== 'all') query = query.where('discussion_id', '=', which)
    const { numUpdatedRows } = await query.executeTakeFirst()
    if (numUpdatedRows > 0n) await recordEvent(tx, hub, { topic: 'notification.changed', actor: null, payload: { userIds: [user.userId] } })
  })
}

/** Like {@link markRead}, for some discussions by their public ids; those without a notification for the actor are skipped. */
export async function markDiscussionsRead(hub: Hub, actor: Actor, uids: readonly string[]): Promise<void> {
  const user = requirePermission(actor, 'user.notifications.write')
  if (uids.length === 0) return
  await hub.db.write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notification')
      .set({ unread: 0 })
      .where('user_id', '=', user.userId)
      .where('unread', '=', 1)
      .where('discussion_id', 'in', (eb) => eb.selectFrom('discussion').select('discussion.id').where('discussion.uid', 'in', uids))
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await recordEvent(tx, hub, { topic: 'notification.changed', actor: null, payload: { userIds: [user.userId] } })
  })
}

async function isUnread(hub: Hub, userId: number, discussionId: number): Promise<boolean> {
  const row = await hub.db.read
    .selectFrom('notification')
    .select('unread')
    .where('user_id', '=', userId)
    .where('discussion_id', '=', discussionId)
    .executeTakeFirst()
  return row?.unread === 1
}

export type WatchLevel = 'all' | 'participating' | 'muted'

/** The actor's notification level for a repo's discussions: all of them, those they participate in or own, or none. */
export async function repoWatchOf(hub: Hub, actor: Actor, repo: Repo): Promise<WatchLevel> {
  if (actor.kind !== 'user') return 'participating'
  const row = await hub.db.read
    .selectFrom('repo_watch')
    .select('level')
    .where('repo_id', '=', repo.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  return row?.level === 'all' || row?.level === 'muted' ? row.level : 'participating'
}

export async function watchRepo(hub: Hub, actor: Actor, repo: Repo, level: WatchLevel): Promise<void> {
  requireAccess(actor, repo, 'read')
  const user = requirePermission(actor, 'user.notifications.write')
  await hub.db.write(async (tx) => {
    if (level === 'participating') {
      await tx.deleteFrom('repo_watch').where('repo_id', '=', repo.id).where('user_id', '=', user.userId).execute()
      return
    }
    await tx
      .insertInto('repo_watch')
      .values({ repo_id: repo.id, user_id: user.userId, level })
      .onConflict((conflict) => conflict.columns(['repo_id', 'user_id']).doUpdateSet({ level }))
      .execute()
  })
}

/** Whether the actor is notified about this discussion because they participate in it. */
export async function isWatching(hub: Hub, actor: Actor, discussionId: number): Promise<boolean> {
  if (actor.kind !== 'user') return false
  const row = await hub.db.read
    .selectFrom('discussion_watch')
    .select('muted')
    .where('discussion_id', '=', discussionId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  return row?.muted === 0
}

export async function watchDiscussion(hub: Hub, actor: Actor, repo: Repo, discussionId: number, isWatched: boolean): Promise<void> {
  requireAccess(actor, repo, 'read')
  const user = requirePermission(actor, 'user.notifications.write')
  const muted = isWatched ? 0 : 1
  await hub.db.write((tx) =>
    tx
      .insertInto('discussion_watch')
      .values({ discussion_id: discussionId, user_id: user.userId, muted })
      .onConflict((conflict) => conflict.columns(['discussion_id', 'user_id']).doUpdateSet({ muted }))
      .execute(),
  )
}
