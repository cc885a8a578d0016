import { sql } from 'kysely'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { GcContext, Finding, KindName, Mark } from './kind.ts'

const rowsPerStatement = 500

/** Updates the marks of a repo (or of the hub as a whole) to match the findings: new ones start their grace period, those needed again are removed. */
export async function writeMarks(context: GcContext, { kind, repoId, items }: Finding): Promise<void> {
  const { hub, graceMs } = context
  const now = hub.now().getTime()
  const found = new Set(items.map(({ key }) => key))
  const marked = await hub.db.read.selectFrom('gc_mark').select('key').where('kind', '=', kind).where('repo_id', '=', repoId).execute()
  const gone = marked.map(({ key }) => key).filter((key) => !found.has(key))
  for (let at = 0; at < gone.length; at += rowsPerStatement) await dropMarks(hub.db, kind, repoId, gone.slice(at, at + rowsPerStatement))
  for (let at = 0; at < items.length; at += rowsPerStatement) {
    const rows = items.slice(at, at + rowsPerStatement).map(({ key, bytes, note, since }) => {
      return { kind, repo_id: repoId, key, bytes, note: note ?? null, marked: since ?? now, due: (since ?? now) + graceMs }
    })
    await hub.db.write((tx) =>
      tx
        .insertInto('gc_mark')
        .values(rows)
        // A mark keeps its due date, unless the tables say otherwise: an upload was repeated.
        .onConflict((conflict) =>
          conflict.columns(['kind', 'repo_id', 'key']).doUpdateSet({
            bytes: (eb) => eb.ref('excluded.bytes'),
            due: sql<number>`case when excluded.marked > gc_mark.marked and ${sql.lit(kind === 'upload' || kind === 'repository' ? 1 : 0)} = 1
              then excluded.due else gc_mark.due end`,
          }),
        )
        .execute(),
    )
  }
}

/** Marks whose grace period is over, oldest first; those that someone keeps are left out. */
export async function dueMarks(db: Reader, kind: KindName, now: number): Promise<Mark[]> {
  const rows = await db
    .selectFrom('gc_mark')
    .select(['repo_id', 'key', 'bytes'])
    .where('kind', '=', kind)
    .where('due', '<=', now)
    .where('kept', '=', 0)
    .orderBy('due')
    .orderBy('repo_id')
    .execute()
  return rows.map(({ repo_id: repoId, key, bytes }) => ({ repoId, key, bytes }))
}

export async function dropMarks(
  db: { write<T>(work: (tx: Tx) => Promise<T>): Promise<T> } | Tx,
  kind: KindName,
  repoId: number,
  keys: readonly string[],
): Promise<void> {
  const run = (tx: Tx) => tx.deleteFrom('gc_mark').where('kind', '=', kind).where('repo_id', '=', repoId).where('key', 'in', keys).execute()
  if (keys.length === 0) return
  await ('write' in db ? db.write(run) : run(db))
}

/** The marks that still exist and are still due: an upload may have renewed one, a person may keep one. */
export async function currentMarks(tx: Tx, kind: KindName, repoId: number, keys: readonly string[], now: number): Promise<Set<string>> {
  const standing = new Set<string>()
  for (let at = 0; at < keys.length; at += rowsPerStatement) {
    const rows = await tx
      .selectFrom('gc_mark')
      .select('key')
      .where('kind', '=', kind)
      .where('repo_id', '=', repoId)
      .where('key', 'in', keys.slice(at, at + rowsPerStatement))
      .where('due', '<=', now)
      .where('kept', '=', 0)
      .execute()
    for (const { key } of rows) standing.add(key)
  }
  return standing
}

/** The last thing that used these blobs is gone, and its grace period with it: they may be freed immediately. A mark that someone keeps stays. */
export async function markBlobsDue(tx: Tx, now: number, blobs: readonly { sha256: string; bytes: number }[]): Promise<void> {
  for (let at = 0; at < blobs.length; at += rowsPerStatement) {
    await tx
      .insertInto('gc_mark')
      .values(
        blobs.slice(at, at + rowsPerStatement).map(({ sha256, bytes }) => ({
          kind: 'blob',
          repo_id: 0,
          key: sha256,
          bytes,
          note: null,
          marked: now,
          due: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'repo_id', 'key']).doUpdateSet({ due: now }))
      .execute()
  }
}
