import { oidToBytes, type Oid } from '@portolan/git'
import { PostgresAdapter } from 'kysely'
import type { Reader, Tx } from '../db/db.ts'

const oidsPerSelect = 1_000

/**
 * Locks the repo until the transaction ends, against anyone else moving its refs or freeing its objects. On SQLite there is a single writer anyway.
 */
export async function lockRepo(tx: Tx, repoId: number): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  await tx.selectFrom('repo').select('id').where('id', '=', repoId).forNoKeyUpdate().execute()
}

/** The objects that the repo does not have. */
export async function missingObjects(db: Reader, repoId: number, oids: readonly Oid[]): Promise<Oid[]> {
  const missing: Oid[] = []
  for (let at = 0; at < oids.length; at += oidsPerSelect) {
    const slice = oids.slice(at, at + oidsPerSelect)
    const rows = await db
      .selectFrom('git_object')
      .select('oid')
      .where('repo_id', '=', repoId)
      .where('oid', 'in', slice.map(oidToBytes))
      .execute()
    if (rows.length === slice.length) continue
    const found = new Set(rows.map(({ oid }) => Buffer.from(oid).toString('hex')))
    missing.push(...slice.filter((oid) => !found.has(oid)))
  }
  return missing
}

/** Has garbage collection check the repo in its next run. Otherwise it does so when a ref moves or is deleted. */
export async function queueRepoForGc(tx: Tx, repoId: number): Promise<void> {
  await tx
    .insertInto('gc_repo')
    .values({ repo_id: repoId, moves: 1 })
    .onConflict((conflict) => conflict.column('repo_id').doUpdateSet({ moves: (eb) => eb('gc_repo.moves', '+', 1) }))
    .execute()
}

/** True when garbage collection has recently freed objects of this repo: what a caller saw a while ago may be gone. */
export async function recentlyLostObjects(tx: Tx, repoId: number): Promise<boolean> {
  return (await lastLoss(tx, repoId)) !== null
}

/** A value that changes each time garbage collection frees objects of this repo; `null` if it has not recently. */
export async function lastLoss(db: Reader, repoId: number): Promise<number | null> {
  const row = await db.selectFrom('gc_freed').select('at').where('repo_id', '=', repoId).executeTakeFirst()
  return row?.at ?? null
}
