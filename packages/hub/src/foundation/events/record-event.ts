import { recordAudit } from '../audit/index.ts'
import type { Tx } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { signalEvents } from './event-signal.ts'

/** Changes in the hub that others may want to know about. */
export type EventTopic =
  | 'account.created'
  | 'account.updated'
  | 'account.password_changed'
  | 'account.email_changed'
  | 'account.email_confirmed'
  | 'account.quota_changed'
  | 'account.reset_created'
  | 'account.suspended'
  | 'account.reactivated'
  | 'account.sessions_ended'
  | 'account.tokens_revoked'
  | 'account.admin_granted'
  | 'account.admin_revoked'
  | 'account.deleted'
  | 'account.deletion_ended'
  | 'account.name_released'
  | 'ssh_key.added'
  | 'ssh_key.removed'
  | 'account.followed'
  | 'account.unfollowed'
  | 'org.created'
  | 'org.member_changed'
  | 'org.deleted'
  | 'org.restored'
  | 'invite.created'
  | 'invite.revoked'
  | 'token.created'
  | 'token.refreshed'
  | 'token.revoked'
  | 'session.started'
  | 'second_factor.added'
  | 'second_factor.removed'
  | 'second_factor.reset'
  | 'recovery_codes.created'
  | 'recovery_code.used'
  | 'device_login.decided'
  | 'oauth_app.changed'
  | 'oauth.granted'
  | 'oauth.revoked'
  | 'identity.linked'
  | 'identity.unlinked'
  | 'session.ended'
  | 'repo.created'
  | 'repo.deleted'
  | 'repo.moved'
  | 'repo.settings_changed'
  | 'repo.large_files_deleted'
  | 'repo.liked'
  | 'repo.unliked'
  | 'commit.created'
  | 'ref.created'
  | 'ref.deleted'
  | 'webhook.changed'
  | 'robot.created'
  | 'robot.disabled'
  | 'robot.enabled'
  | 'gc.changed'
  | 'lock.created'
  | 'lock.deleted'
  | 'progress.changed'
  | 'collection.created'
  | 'collection.updated'
  | 'collection.deleted'
  | 'access.requested'
  | 'access.changed'
  | 'discussion.created'
  | 'discussion.changed'
  | 'discussion.deleted'
  | 'notification.changed'

/** Writes to the outbox and the audit log, in the transaction of the change itself: an event exists exactly when its change does. */
export async function recordEvent(
  tx: Tx,
  hub: Hub,
  event: { topic: EventTopic; actor: string | null; repoId?: number; payload?: Record<string, unknown> },
): Promise<void> {
  const { topic, actor, repoId = null } = event
  const at = hub.now().getTime()
  const { payload = {} } = event
  await tx
    .insertInto('event')
    .values({ at, topic, actor, repo_id: repoId, payload: JSON.stringify(payload) })
    .execute()
  await recordAudit(tx, { at, topic, actor, repoId, payload })
  hub.db.afterCommit(tx, () => signalEvents(hub))
}
