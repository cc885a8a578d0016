import { oidFromBytes, oidToBytes, type Oid } from '@portolan/git'
import type { Reader, Tx } from '../db/db.ts'

export interface StoredRef {
  /** Full name: `refs/heads/main`. */
  readonly name: string
  /** Its target: a commit, or an annotated tag object. */
  readonly oid: Oid
}

export async function readRef(db: Reader, repoId: number, name: string): Promise<Oid | null> {
  const row = await db.selectFrom('git_ref').select('oid').where('repo_id', '=', repoId).where('name', '=', name).executeTakeFirst()
  return row ? oidFromBytes(row.oid) : null
}

/** All refs by name; only those below `prefix` if given. */
export async function readRefs(db: Reader, repoId: number, prefix = 'refs/'): Promise<StoredRef[]> {
  const rows = await db.selectFrom('git_ref').select(['name', 'oid']).where('repo_id', '=', repoId).execute()
  return rows
    .filter(({ name }) => name.startsWith(prefix))
    .map(({ name, oid }) => ({ name, oid: oidFromBytes(oid) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Moves a ref from the value the caller saw to a new one; `null` means "does not exist".
 * @returns false when someone else has moved it; nothing has changed then
 */
export async function moveRef(tx: Tx, repoId: number, name: string, from: Oid | null, to: Oid | null): Promise<boolean> {
  if (to !== null) await forgetMark(tx, repoId, to)
  if (from === null) {
    if (to === null) return true
    const done = await tx
      .insertInto('git_ref')
      .values({ repo_id: repoId, name, oid: oidToBytes(to) })
      .onConflict((conflict) => conflict.columns(['repo_id', 'name']).doNothing())
      .executeTakeFirst()
    return done.numInsertedOrUpdatedRows === 1n
  }
  const oldOid = oidToBytes(from)
  if (to === null) {
    const done = await tx
      .deleteFrom('git_ref')
      .where('repo_id', '=', repoId)
      .where('name', '=', name)
      .where('oid', '=', oldOid)
      .executeTakeFirst()
    return done.numDeletedRows === 1n
  }
  const done = await tx
    .updateTable('git_ref')
    .set({ oid: oidToBytes(to) })
    .where('repo_id', '=', repoId)
    .where('name', '=', name)
    .where('oid', '=', oldOid)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/**
 * Unmarks objects for garbage collection that are needed again: if they are abandoned again, their grace period restarts. Marks on objects below do no harm:
 * as long as the tip is stored, nothing it references is freed.
 */
async function forgetMark(tx: Tx, repoId: number, oid: Oid): Promise<void> {
  await tx.deleteFrom('gc_mark').where('kind', '=', 'git object').where('repo_id', '=', repoId).where('key', '=', oid).execute()
}

/** Git stores refs as files: `a` and `a/b` cannot both exist. @returns the existing ref that conflicts with a new one */
export async function overlappingRef(db: Reader, repoId: number, name: string): Promise<string | null> {
  const refs = await readRefs(db, repoId)
  return refs.find((other) => other.name.startsWith(`${name}/`) || name.startsWith(`${other.name}/`))?.name ?? null
}
