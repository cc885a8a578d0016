import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Reader } from '../db/db.ts'
import type { EventTopic } from './record-event.ts'

export interface StoredEvent {
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly topic: EventTopic
  readonly actor: string | null
  readonly repoId: number | null
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * How much of the outbox a reader has seen. On SQLite, the last id: there is a single writer, so ids commit in order. On Postgres, a snapshot
 * (`xmin:xmax:xip,…`), because a transaction may take a small id and commit after a larger one; everything the snapshot shows has been seen.
 */
export type EventPosition = string

export interface EventBatch {
  /** By id. Events of one repo are in the order in which they happened: every writer locks the repo's row or ref. */
  readonly events: readonly StoredEvent[]
  /** The position after everything, including events left out. */
  readonly position: EventPosition
  /** True when there were more than the limit; which ones is not reported. */
  readonly isCut: boolean
}

/** The position after everything currently committed. */
export async function currentPosition(db: Reader, dialect: Dialect): Promise<EventPosition> {
  const value = dialect === 'postgres' ? sql`pg_current_snapshot()::text` : sql`coalesce((select max(id) from event), 0)`
  const { rows } = await sql<{ position: string | number }>`select ${value} as position`.execute(db)
  return String(rows[0]?.position)
}

/** Everything committed since, each event once, however transactions overlapped. */
export async function eventsSince(db: Reader, dialect: Dialect, position: EventPosition, limit: number): Promise<EventBatch> {
  const rows = await (dialect === 'postgres' ? sinceSnapshot(db, position, limit + 1) : sinceId(db, Number(position), limit + 1))
  const stored = rows.flatMap(toStored).slice(0, limit)
  const isCut = rows.length > limit
  if (dialect === 'sqlite') {
    const last = isCut ? await currentPosition(db, dialect) : String(stored.at(-1)?.id ?? position)
    return { events: stored, position: last, isCut }
  }
  return { events: stored, position: rows[0]?.position ?? position, isCut }
}

/** A page of the outbox. */
export interface EventPage {
  /** By id. */
  readonly events: readonly StoredEvent[]
  /** The position after these; on Postgres possibly inside of a longer backlog. Only for {@link pageOfEvents}. */
  readonly position: EventPosition
  readonly hasMore: boolean
}

/** On Postgres, a position inside of a backlog: what the first snapshot does not show and the second one does, up to this id, has been seen. */
const inside = /^(?<from>\d+:\d+:[\d,]*)(?:\|(?<to>\d+:\d+:[\d,]*)\|(?<id>\d+))?$/

/**
 * Like {@link eventsSince}, but a backlog of any length arrives page by page, and nothing is left out.
 * @returns `null` when the position is not from this database, as after a move to another engine or cluster
 */
export async function pageOfEvents(db: Reader, dialect: Dialect, position: EventPosition, limit: number): Promise<EventPage | null> {
  if (dialect === 'sqlite') {
    if (!/^\d+$/.test(position)) return null
    const events = (await sinceId(db, Number(position), limit)).flatMap(toStored)
    return { events, position: String(events.at(-1)?.id ?? position), hasMore: events.length === limit }
  }
  const { from, to, id = '0' } = inside.exec(position)?.groups ?? {}
  if (from === undefined) return null
  const rows = await betweenSnapshots(db, from, to ?? null, Number(id), limit)
  const [first] = rows
  if (first?.is_ahead !== false) return null
  const events = rows.flatMap(toStored)
  const upTo = first.position ?? from
  if (events.length < limit) return { events, position: upTo, hasMore: to !== undefined }
  return { events, position: `${from}|${upTo}|${events.at(-1)?.id ?? id}`, hasMore: true }
}

/** The part of a stored position that was seen without gaps: an event before it is of no use to its reader. A condition on rows of `event`. */
export function isBefore(dialect: Dialect, position: EventPosition): RawBuilder<boolean> {
  if (dialect === 'sqlite') return sql<boolean>`id <= ${/^\d+$/.test(position) ? Number(position) : Number.MAX_SAFE_INTEGER}`
  const from = inside.exec(position)?.groups?.['from']
  return from === undefined ? sql<boolean>`true` : sql<boolean>`pg_visible_in_snapshot(xid, ${from}::pg_snapshot)`
}

interface Row {
  id: number | null
  at: number
  topic: string
  actor: string | null
  repo_id: number | null
  payload: string
  position: string | null
}

async function sinceId(db: Reader, id: number, limit: number): Promise<Row[]> {
  const rows = await db.selectFrom('event').selectAll().where('id', '>', id).orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ ...row, position: null }))
}

/** The statement's own snapshot is the next position: it shows exactly the rows the statement sees. */
async function sinceSnapshot(db: Reader, snapshot: EventPosition, limit: number): Promise<Row[]> {
  // The database may have been restored from a cluster whose transaction ids are in the future of this one's.
  const { rows } = await sql<Row>`
    select now.snapshot::text as position, e.*
    from (select pg_current_snapshot() as snapshot) now
    left join lateral (
      select id, at, topic, actor, repo_id, payload from event
      where xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${snapshot}::pg_snapshot)
        and xid < pg_snapshot_xmax(now.snapshot)
      order by id limit ${sql.lit(limit)}
    ) e on true
    order by e.id`.execute(db)
  return rows
}

/** @param to the end of the backlog; now when absent. Rows of a restored database whose ids are ahead are in no snapshot. */
async function betweenSnapshots(
  db: Reader,
  from: EventPosition,
  to: EventPosition | null,
  id: number,
  limit: number,
): Promise<(Row & { is_ahead: boolean })[]> {
  const { rows } = await sql<Row & { is_ahead: boolean }>`
    select upto.snapshot::text as position, pg_snapshot_xmax(${from}::pg_snapshot) > pg_snapshot_xmax(pg_current_snapshot()) as is_ahead, e.*
    from (select coalesce(${to}::pg_snapshot, pg_current_snapshot()) as snapshot) upto
    left join lateral (
      select id, at, topic, actor, repo_id, payload from event
      where xid >= pg_snapshot_xmin(${from}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${from}::pg_snapshot)
        and pg_visible_in_snapshot(xid, upto.snapshot) and id > ${id}
      order by id limit ${sql.lit(limit)}
    ) e on true
    order by e.id`.execute(db)
  return rows
}

function toStored(row: Row): StoredEvent[] {
  if (row.id === null) return []
  return [
    {
      id: row.id,
      at: row.at,
      topic: row.topic as EventTopic,
      actor: row.actor,
      repoId: row.repo_id,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
    },
  ]
}
