import type { Selectable } from 'kysely'
import { type Actor, requireHubAdmin } from '../../foundation/actor/index.ts'
import type { AccountDeletionTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'

/** The deletion of an account, under way or done. */
export interface AccountDeletion {
  readonly name: string
  readonly requestedBy: string
  readonly repos: 'delete' | 'move'
  /** The new owner; `null` unless the repos are moved, or when it is gone itself. */
  readonly target: string | null
  /** Repos, and how many of them are done. */
  readonly total: number
  readonly done: number
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** Why the last attempt stopped; it is repeated. */
  readonly error: string | null
}

/** Deletions under way first, then the last ones. @throws {HubError} `auth.required`, `auth.forbidden` for anybody but administrators of the hub */
export async function listDeletions(hub: Hub, actor: Actor, limit: number): Promise<AccountDeletion[]> {
  requireHubAdmin(actor)
  const select = hub.db.read
    .selectFrom('account_deletion')
    .leftJoin('account', 'account.id', 'account_deletion.target_id')
    .selectAll('account_deletion')
    .select('account.name as target')
    .orderBy('started', 'desc')
    .limit(limit)
  const running = await select.where('ended', 'is', null).execute()
  const ended = await select.where('ended', 'is not', null).execute()
  return [...running, ...ended].slice(0, limit).map(toDeletion)
}

function toDeletion(row: Selectable<AccountDeletionTable> & { target: string | null }): AccountDeletion {
  return {
    name: row.name,
    requestedBy: row.requested_by,
    repos: row.repos,
    target: row.target,
    total: row.total,
    done: row.done,
    startedAt: new Date(row.started),
    endedAt: row.ended === null ? null : new Date(row.ended),
    error: row.error,
  }
}
