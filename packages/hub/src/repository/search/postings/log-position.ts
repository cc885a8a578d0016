import { sql } from 'kysely'
import type { Dialect, Reader } from '../../../foundation/db/db.ts'
import type { LogPosition } from './built-catalog.ts'

export interface Change {
  readonly repoId: number
  /** `null` for the repo's row itself. */
  readonly tagId: number | null
  readonly gone: boolean
}

/** Position of the change log in the snapshot that `db` reads. */
export async function currentPosition(db: Reader, dialect: Dialect): Promise<LogPosition> {
  const xid = dialect === 'postgres' ? sql`pg_snapshot_xmin(pg_current_snapshot())::text` : sql`null`
  const { rows } = await sql<LogPosition>`select coalesce((select max(seq) from repo_change), 0) as seq, ${xid} as xid`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('A select without from has one row')
  return { seq: Number(row.seq), xid: row.xid }
}

/**
 * The changes since a position, oldest first; at most `limit`, without saying whether there are more.
 * On Postgres, transactions do not commit in the order in which they number their changes, so changes of transactions that were open at the position
 * are returned again: applying one twice must be harmless.
 */
export async function changesSince(
  db: Reader,
  dialect: Dialect,
  position: LogPosition,
  limit: number,
): Promise<{ changes: Change[]; position: LogPosition }> {
  const unseen = dialect === 'postgres' ? sql`c.xid >= ${position.xid}::xid8` : sql`c.seq > ${position.seq}`
  const xid = dialect === 'postgres' ? sql`pg_snapshot_xmin(pg_current_snapshot())::text` : sql`null`
  const { rows } = await sql<{ seq: number; repo_id: number; tag_id: number | null; gone: number; xid: string | null }>`
    select c.seq, c.repo_id, c.tag_id, c.gone, ${xid} as xid from repo_change c where ${unseen} order by c.seq limit ${sql.lit(limit)}`.execute(
    db,
  )
  const last = rows.at(-1)
  return {
    changes: rows.map((row) => ({ repoId: row.repo_id, tagId: row.tag_id, gone: row.gone === 1 })),
    position: last ? { seq: Number(last.seq), xid: last.xid } : position,
  }
}
