import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/*
 * SQLite: a contentless trigram table, where a delete needs the old text; so we track ourselves what is in it: a row is
 * indexed exactly when `repo.name_indexed` says so. Postgres: an expression index on `repo`, nothing to do.
 */

export async function indexName(tx: Tx, hub: Hub, repoId: number, fullName: string): Promise<void> {
  if (hub.db.dialect !== 'sqlite') return
  const { numUpdatedRows } = await tx
    .updateTable('repo')
    .set({ name_indexed: 1 })
    .where('id', '=', repoId)
    .where('name_indexed', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await sql`insert into name_tri(rowid, t) values (${repoId}, ${fullName})`.execute(tx)
}

export async function unindexName(tx: Tx, hub: Hub, repoId: number, fullName: string): Promise<void> {
  if (hub.db.dialect !== 'sqlite') return
  const { numUpdatedRows } = await tx
    .updateTable('repo')
    .set({ name_indexed: 0 })
    .where('id', '=', repoId)
    .where('name_indexed', '=', 1)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await sql`insert into name_tri(name_tri, rowid, t) values ('delete', ${repoId}, ${fullName})`.execute(tx)
}
