import { HubError, type RepoType } from '@portolan/contract'
import { sql } from 'kysely'
import { type Actor, requirePermission, requireUser } from '../../foundation/actor/index.ts'
import { requireAccount } from '../../identity/accounts/index.ts'
import { encodePageCursor, parsePageCursor } from '../../foundation/db/page-cursor.ts'
import type { Hub } from '../../hub.ts'
import { ownerUse } from '../../identity/quotas/index.ts'
import { canRead, type Repo, toRepo, visibility } from '../access/index.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'

export interface StorageQuery {
  /** All kinds if omitted. */
  readonly type?: RepoType
  /** Part of the name, case-insensitive. */
  readonly search?: string
  readonly sort: 'storage' | 'updated'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly cursor?: string | null
}

/**
 * The repos of an account with the storage they use, for its members.
 * @returns also the total storage used by all repos of the account
 * @throws {HubError} `auth.required`, `auth.forbidden` for non-members, `account.not_found`, `query.invalid` for a malformed cursor
 */
export async function listStorage(
  hub: Hub,
  actor: Actor,
  ownerName: string,
  query: StorageQuery,
): Promise<{ repos: readonly { readonly repo: Repo; readonly bytes: number }[]; totalBytes: number; nextCursor: string | null }> {
  const user = requireUser(actor)
  const owner = await requireAccount(hub, ownerName)
  requirePermission(user, owner.kind === 'org' ? 'org.read' : 'repo.content.read', { ownerId: owner.id })
  if (owner.id !== user.userId && !user.isAdmin && !user.orgs.some(({ orgId }) => orgId === owner.id)) throw new HubError('auth.forbidden')
  const { bytes: totalBytes } = await ownerUse(hub, owner.id)
  const held = sql<number>`coalesce(repo_usage.large_bytes + repo_usage.git_bytes, 0)`
  const mine = hub.db.read
    .selectFrom('repo')
    .leftJoin('repo_usage', 'repo_usage.repo_id', 'repo.id')
    .where('owner_id', '=', owner.id)
    .where('vis', '<', visibility.deleted)
  const column = query.sort === 'storage' ? held : sql<number>`repo.updated`
  const after = parsePageCursor(query.cursor)
  const beyond = query.direction === 'desc' ? '<' : '>'
  let page = mine
    .selectAll('repo')
    .select(held.as('held'))
    .orderBy(column, query.direction)
    .orderBy('id', query.direction)
    .limit(query.limit + 1)
  if (query.type !== undefined) page = page.where('kind', '=', kindOf(query.type))
  if (query.search) {
    const pattern = `%${query.search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    page = page.where(sql<boolean>`lower(name) like ${pattern} escape '\\'`)
  }
  if (after)
    page = page.where((eb) => eb.or([eb(column, beyond, after.key), eb.and([eb(column, '=', after.key), eb('id', beyond, after.id)])]))
  const rows = await page.execute()
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  return {
    repos: rows
      .slice(0, query.limit)
      .map((row) => ({ repo: toRepo(row), bytes: Number(row.held) }))
      .filter(({ repo }) => canRead(actor, repo)),
    totalBytes,
    nextCursor: last ? encodePageCursor({ key: Number(query.sort === 'storage' ? last.held : last.updated), id: last.id }) : null,
  }
}
