import { limits } from '@portolan/contract'
import { loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellNews } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo } from '../../repository/access/index.ts'

/** Why someone is notified about a discussion; the first reason that applies. */
export const notificationReasons = ['mention', 'participant', 'owner', 'watch'] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** Maximum recipients of one event; beyond that, the last in the order of reasons are dropped. */
const maxRecipients = 1_000

/**
 * Notifies everyone concerned about an event in a discussion, in the transaction that records it: users mentioned, participants, the owner of the repo,
 * and its watchers. Nobody who may not see the repo or has muted it is notified, nor is the user who caused the event.
 * Anyone who acts in a discussion or is mentioned there is a participant from then on.
 */
export async function notify(
  tx: Tx,
  hub: Hub,
  about: { actor: UserActor; repo: Repo; discussionId: number; eventUid: string; mentioned?: readonly string[] },
): Promise<void> {
  const { actor, repo, discussionId, eventUid } = about
  await takePart(tx, discussionId, actor.userId)
  const reasons = new Map<number, NotificationReason>()
  const add = (ids: readonly number[], reason: NotificationReason): void => {
    for (const id of ids) if (id !== actor.userId && !reasons.has(id)) reasons.set(id, reason)
  }
  const mentioned = await usersNamed(tx, about.mentioned ?? [])
  add(mentioned, 'mention')
  const watches = await tx.selectFrom('discussion_watch').select(['user_id', 'muted']).where('discussion_id', '=', discussionId).execute()
  add(
    watches.map(({ user_id }) => user_id),
    'participant',
  )
  add(await ownersOf(tx, repo), 'owner')
  const repoWatches = await tx.selectFrom('repo_watch').select(['user_id', 'level']).where('repo_id', '=', repo.id).execute()
  add(
    repoWatches.filter(({ level }) => level === 'all').map(({ user_id }) => user_id),
    'watch',
  )
  for (const { user_id, muted } of watches) if (muted === 1) reasons.delete(user_id)
  for (const { user_id, level } of repoWatches) if (level === 'muted') reasons.delete(user_id)
  const heard: [number, NotificationReason][] = []
  for (const [id, reason] of reasons) {
    if (heard.length === maxRecipients) break
    if (await mayHear(tx, id, repo)) heard.push([id, reason])
  }
  for (const id of mentioned) if (heard.some(([each]) => each === id)) await takePart(tx, discussionId, id)
  const updated = hub.now().getTime()
  for (let at = 0; at < heard.length; at += 200) {
    const rows = heard
      .slice(at, at + 200)
      .map(([user_id, reason]) => ({ user_id, discussion_id: discussionId, reason, event_uid: eventUid, updated }))
    await tx
      .insertInto('notification')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'discussion_id']).doUpdateSet((eb) => ({
          unread: 1,
          updated: eb.ref('excluded.updated'),
          // Reading resumes at the first unread event.
          event_uid: eb
            .case()
            .when('notification.unread', '=', 1)
            .then(eb.ref('notification.event_uid'))
            .else(eb.ref('excluded.event_uid'))
            .end(),
          // A mention keeps its reason until it is read.
          reason: eb
            .case()
            .when(eb.and([eb('notification.unread', '=', 1), eb('notification.reason', '=', 'mention')]))
            .then(eb.ref('notification.reason'))
            .else(eb.ref('excluded.reason'))
            .end(),
        })),
      )
      .execute()
  }
  if (heard.length === 0) return
  await tellByMail(tx, hub, about, heard)
  await recordEvent(tx, hub, { topic: 'notification.changed', actor: null, payload: { userIds: heard.map(([id]) => id) } })
}

async function tellByMail(
  tx: Tx,
  hub: Hub,
  { discussionId, eventUid }: { discussionId: number; eventUid: string },
  heard: readonly (readonly [userId: number, reason: NotificationReason])[],
): Promise<void> {
  const discussion = await tx.selectFrom('discussion').select('uid').where('id', '=', discussionId).executeTakeFirstOrThrow()
  const people = heard.map(
    ([userId, reason]) => ({ userId, kind: reason === 'owner' || reason === 'watch' ? 'repos' : 'mentions' }) as const,
  )
  await tellNews(tx, hub, { topic: `discussion ${discussion.uid}`, event: eventUid }, people)
}

/** Users who muted the discussion are skipped. */
async function takePart(tx: Tx, discussionId: number, userId: number): Promise<void> {
  await tx
    .insertInto('discussion_watch')
    .values({ discussion_id: discussionId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function usersNamed(tx: Tx, names: readonly string[]): Promise<number[]> {
  const some = names.slice(0, limits.mentions)
  if (some.length === 0) return []
  const rows = await tx
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'user')
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['name']),
        'in',
        some.map((name) => name.toLowerCase()),
      ),
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** A user, or an organization's administrators and the member who created the repo. */
async function ownersOf(tx: Tx, repo: Repo): Promise<number[]> {
  const owner = await tx.selectFrom('account').select('kind').where('id', '=', repo.ownerId).executeTakeFirst()
  if (owner?.kind === 'user') return [repo.ownerId]
  const members = await tx.selectFrom('org_member').select(['user_id', 'role']).where('org_id', '=', repo.ownerId).execute()
  return members.filter(({ user_id, role }) => role === 'admin' || user_id === repo.creatorId).map(({ user_id }) => user_id)
}

async function mayHear(tx: Tx, userId: number, repo: Repo): Promise<boolean> {
  const actor = await loadActor(tx, userId, null)
  return actor !== null && canRead(actor, repo)
}
