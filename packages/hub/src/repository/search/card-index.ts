import { sql } from 'kysely'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'

/** Text beyond this length is not indexed: cards are long, and the important parts come first. */
const maxIndexedLength = 20_000

/** Replaces the searchable text of a repo's card. */
export async function replaceCard(tx: Tx, hub: Hub, repoId: number, text: string): Promise<void> {
  const indexed = text.slice(0, maxIndexedLength).toWellFormed().replaceAll('\0', '')
  const before = await tx.selectFrom('card').select('text').where('repo_id', '=', repoId).executeTakeFirst()
  if (before?.text === indexed) return
  await tx
    .insertInto('card')
    .values({ repo_id: repoId, text: indexed })
    .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ text: indexed }))
    .execute()
  // On Postgres, a generated column contains the search vector.
  if (hub.db.dialect !== 'sqlite') return
  if (before) await sql`delete from card_fts where rowid = ${repoId}`.execute(tx)
  await sql`insert into card_fts(rowid, t) values (${repoId}, ${indexed})`.execute(tx)
}

/** Removes the card of a deleted repo from the index. */
export async function removeCard(tx: Tx, hub: Hub, repoId: number): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('card').where('repo_id', '=', repoId).executeTakeFirst()
  if (hub.db.dialect === 'sqlite' && numDeletedRows > 0n) await sql`delete from card_fts where rowid = ${repoId}`.execute(tx)
}
