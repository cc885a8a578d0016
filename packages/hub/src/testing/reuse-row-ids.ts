import { sql } from 'kysely'
import type { Hub } from '../hub.ts'

/**
 * Makes the next row of each table get the id after the last existing one, regardless of earlier rows: a database may do this, and a restored one
 * does. A test that frees the last row, calls this and creates another one has two rows that had the same id.
 */
export async function reuseRowIds(hub: Hub): Promise<void> {
  await hub.db.write(async (tx) => {
    if (hub.db.dialect === 'sqlite') {
      // Only tables with `autoincrement` are in it: others reuse ids by themselves.
      const { rows } = await sql`select 1 from sqlite_master where name = 'sqlite_sequence'`.execute(tx)
      if (rows.length > 0) await sql`delete from sqlite_sequence where name not in ('repo_change', 'event')`.execute(tx)
      return
    }
    const { rows } = await sql<{ table: string; column: string; sequence: string }>`
      select c.relname as table, a.attname as column, s.oid::regclass::text as sequence
      from pg_class s join pg_depend d on d.objid = s.oid and d.deptype in ('a', 'i') and d.classid = 'pg_class'::regclass
      join pg_class c on c.oid = d.refobjid join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where s.relkind = 'S' and s.relnamespace = current_schema()::regnamespace and c.relname not in ('repo_change', 'event')`.execute(tx)
    for (const { table, column, sequence } of rows)
      await sql`select setval(${sequence}::regclass, (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
        tx,
      )
  })
}
