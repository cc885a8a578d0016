import { HubError } from '@portolan/contract'
import { type Actor, requireUnlimited } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { typeOf } from '../repos/index.ts'

export interface AuditQuery {
  /** Name of a user, in any letter case. */
  readonly actor?: string | null
  /** A topic, or the start of one up to a dot: `repo`. */
  readonly topic?: string | null
  /** `owner/name` of a repo as it is now, or was when it was deleted; any kind. */
  readonly repo?: string | null
  readonly address?: string | null
  readonly since?: Date | null
  readonly until?: Date | null
  readonly limit: number
  readonly cursor?: string | null
}

export interface AuditEntry {
  readonly id: number
  readonly at: Date
  readonly topic: string
  readonly actor: string | null
  readonly repo: { readonly type: string; readonly fullName: string; readonly isDeleted: boolean } | null
  readonly address: string | null
  readonly via: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The audit log, newest first, for administrators of the hub.
 * @throws {HubError} `auth.required`, `auth.forbidden`, `query.invalid` for a strange cursor
 */
export async function listAudit(hub: Hub, actor: Actor, query: AuditQuery): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const user = requireUnlimited(actor)
  if (!user.isAdmin) throw new HubError('auth.forbidden')
  let rows = hub.db.read
    .selectFrom('audit')
    .leftJoin('repo', 'repo.id', 'audit.repo_id')
    .selectAll('audit')
    .select(['repo.kind', 'repo.owner', 'repo.name', 'repo.vis'])
    .orderBy('audit.id', 'desc')
    .limit(query.limit + 1)
  if (query.cursor) rows = rows.where('audit.id', '<', cursorOf(query.cursor))
  if (query.actor) rows = rows.where((eb) => eb(eb.fn<string>('lower', ['audit.actor']), '=', query.actor?.toLowerCase() ?? ''))
  if (query.topic) {
    const { topic } = query
    rows = rows.where((eb) => eb.or([eb('audit.topic', '=', topic), eb('audit.topic', 'like', `${topic.replaceAll(/[^a-z_]/g, '')}.%`)]))
  }
  if (query.repo) {
    const [owner = '', name = ''] = query.repo.toLowerCase().split('/')
    rows = rows.where((eb) => eb(eb.fn<string>('lower', ['repo.owner']), '=', owner))
    if (name !== '') rows = rows.where((eb) => eb(eb.fn<string>('lower', ['repo.name']), '=', name))
  }
  if (query.address) rows = rows.where('audit.address', '=', query.address)
  if (query.since) rows = rows.where('audit.at', '>=', query.since.getTime())
  if (query.until) rows = rows.where('audit.at', '<', query.until.getTime())
  const found = await rows.execute()
  const shown = found.slice(0, query.limit)
  return {
    entries: shown.map((row) => ({
      id: row.id,
      at: new Date(row.at),
      topic: row.topic,
      actor: row.actor,
      repo:
        row.kind === null || row.owner === null
          ? null
          : { type: typeOf(row.kind), fullName: `${row.owner}/${row.name}`, isDeleted: row.vis === 2 },
      address: row.address,
      via: row.via,
      requestId: row.request_id,
      details: JSON.parse(row.payload) as Record<string, unknown>,
    })),
    nextCursor: found.length > query.limit ? String(shown.at(-1)?.id) : null,
  }
}

function cursorOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new HubError('query.invalid', { message: 'The cursor does not belong to this log', parameter: 'cursor' })
}

/** Drops what is older than `days`. @returns the number of rows */
export async function pruneAudit(hub: Hub, days: number): Promise<number> {
  const before = hub.now().getTime() - days * 24 * 3600 * 1000
  const done = await hub.db.write((tx) => tx.deleteFrom('audit').where('at', '<', before).executeTakeFirst())
  return Number(done.numDeletedRows)
}
