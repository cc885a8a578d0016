import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import { type Account, toAccount } from '../../identity/accounts/index.ts'
import type { Actor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { type Repo, requireAccess } from '../access/index.ts'
import { type AccessRequest, type AccessStatus, accessStatuses, selectRequests, toAccessRequest } from './access-request.ts'

/** Requests with one status, latest first. Owners only. @throws {HubError} `query.invalid` for a malformed cursor */
export async function listAccess(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  { status, limit, cursor, search }: { status: AccessStatus; limit: number; cursor?: string | null; search?: string },
): Promise<{ requests: readonly AccessRequest[]; nextCursor: string | null }> {
  requireAccess(actor, repo, 'access.read')
  let query = selectRequests(hub.db.read, repo.id).where('request.status', '=', status)
  if (cursor) {
    const after = Number(cursor)
    if (!Number.isSafeInteger(after)) {
      throw new HubError('query.invalid', { message: 'The cursor is not valid for this listing', parameter: 'cursor' })
    }
    query = query.where('request.id', '<', after)
  }
  const words = search?.trim().toLowerCase() ?? ''
  if (words !== '') {
    const pattern = `%${words.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
    query = query.where(
      sql<boolean>`(lower(account.name) like ${pattern} escape '\\' or lower(account.fullname) like ${pattern} escape '\\')`,
    )
  }
  const rows = await query
    .orderBy('request.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { requests: page.map(toAccessRequest), nextCursor: last ? String(last.request_id) : null }
}

/** Number of requests per status. Owners only. */
export async function countAccess(hub: Hub, actor: Actor, repo: Repo): Promise<Readonly<Record<AccessStatus, number>>> {
  requireAccess(actor, repo, 'access.read')
  const rows = await hub.db.read
    .selectFrom('access_request')
    .select(['status', (eb) => eb.fn.countAll().as('n')])
    .where('repo_id', '=', repo.id)
    .groupBy('status')
    .execute()
  const counts = { pending: 0, accepted: 0, rejected: 0 }
  for (const status of accessStatuses) counts[status] = Number(rows.find((row) => row.status === status)?.n ?? 0)
  return counts
}

/** Organizations whose members have access to a gated repo. Owners only. */
export async function listGroups(hub: Hub, actor: Actor, repo: Repo): Promise<Account[]> {
  requireAccess(actor, repo, 'access.read')
  const rows = await hub.db.read
    .selectFrom('access_group')
    .innerJoin('account', 'account.id', 'access_group.org_id')
    .selectAll('account')
    .where('access_group.repo_id', '=', repo.id)
    .orderBy('account.name')
    .execute()
  return rows.map(toAccount)
}
