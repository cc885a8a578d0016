import { sql } from 'kysely'
import type { Dialect, Reader } from '../../foundation/db/db.ts'
import type { Table } from './tables.ts'

/*
 * The last row id each table assigned. The row may be gone, but others remember its id (events, and this process's caches), so a hub
 * filled from another one continues after it.
 */

/** By table name; tables that have assigned none are left out. */
export async function readLastIds(db: Reader, dialect: Dialect, tables: readonly Table[]): Promise<Map<string, number>> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string; seq: number }>`select name, seq from sqlite_sequence`.execute(db)
    const last = new Map(rows.map(({ name, seq }) => [name, seq]))
    return new Map(tables.flatMap(({ name }) => (last.has(name) ? [[name, last.get(name) ?? 0]] : [])))
  }
  const last = new Map<string, number>()
  for (const { name } of tables.filter(({ columns }) => columns.includes('id'))) {
    const { rows } = await sql<{ id: number | null }>`select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')) as id`.execute(
      db,
    )
    const id = rows[0]?.id
    if (typeof id === 'number') last.set(name, id)
  }
  return last
}

/** Call after all rows are inserted: the next id of each table comes after the given one, and after those of its rows. */
export async function advanceSequences(
  db: Reader,
  dialect: Dialect,
  tables: readonly Table[],
  last: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { name } of tables.filter(({ columns }) => columns.includes('id'))) {
    const id = last.get(name) ?? 0
    if (dialect === 'sqlite') {
      // Rows inserted with their ids are already counted.
      await sql`insert into sqlite_sequence(name, seq) select ${name}, 0 where not exists (select 1 from sqlite_sequence where name = ${name})`.execute(
        db,
      )
      await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${name}`.execute(db)
      continue
    }
    const { rows } = await sql<{ sequence: string | null }>`select pg_get_serial_sequence(${name}, 'id') as sequence`.execute(db)
    const sequence = rows[0]?.sequence
    if (!sequence) continue
    const next = sql`select greatest(coalesce(max(id), 0), ${id}::bigint) + 1 from ${sql.table(name)}`
    await sql`select setval(${sequence}, (${next}), false)`.execute(db)
  }
}
