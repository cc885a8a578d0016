import { HubError } from '@portolan/contract'
import { type Actor, requireUnlimited } from '../actor/index.ts'
import { isDeleted } from '../db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { typeOf } from '../db/repo-kind.ts'

export interface AuditQuery {
  /** Name of a user, case-insensitive. */
  readonly actor?: string | null
  /** A topic, or the part of one before a dot: `repo`. */
  readonly topic?: string | null
  /** `owner/name` of a repo, or an owner alone, by its current name or its name at the time; any kind. */
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
  /** Whether it is the same account that has the name today. */
  readonly actorUid: string | null
  /** Its name at the time. */
  readonly repo: { readonly uid: string; readonly type: string; readonly fullName: string; readonly isDeleted: boolean } | null
  readonly address: string | null
  readonly via: string | null
  readonly requestId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The audit log, newest first, for administrators of the hub.
 * @throws {HubError} `auth.required`, `auth.forbidden`, `query.invalid` for a malformed cursor
 */
export async function listAudit(hub: Hub, actor: Actor, query: AuditQuery): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  const user = requireUnlimited(actor)
  if (!user.isAdmin) throw new HubError('auth.forbidden')
  let rows = hub.db.read
    .selectFrom('audit')
    .leftJoin('repo', 'repo.uid', 'audit.repo_uid')
    .selectAll('audit')
    .select('repo.vis')
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
    rows = rows.where((eb) => {
      const then = eb(eb.fn<string>('lower', ['audit.repo_owner']), '=', owner)
      const isNow = eb
        .selectFrom('repo as now')
        .select('now.uid')
        .where((of) => of(of.fn<string>('lower', ['now.owner']), '=', owner))
      if (name === '') return eb.or([then, eb('audit.repo_uid', 'in', isNow)])
      return eb.or([
        then.and(eb.fn<string>('lower', ['audit.repo_name']), '=', name),
        eb(
          'audit.repo_uid',
          'in',
          isNow.where((of) => of(of.fn<string>('lower', ['now.name']), '=', name)),
        ),
      ])
    })
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
      actorUid: row.actor_uid,
      repo:
        row.repo_uid === null || row.repo_kind === null
          ? null
          : {
              uid: row.repo_uid,
              type: typeOf(row.repo_kind),
              fullName: `${row.repo_owner}/${row.repo_name}`,
              isDeleted: row.vis === null || isDeleted(row.vis),
            },
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
  throw new HubError('query.invalid', { message: 'The cursor is not valid for this log', parameter: 'cursor' })
}

/** Deletes rows older than `days`. @returns the number of rows */
export async function pruneAudit(hub: Hub, days: number): Promise<number> {
  const before = hub.now().getTime() - days * 24 * 3600 * 1000
  const done = await hub.db.write((tx) => tx.deleteFrom('audit').where('at', '<', before).executeTakeFirst())
  return Number(done.numDeletedRows)
}
