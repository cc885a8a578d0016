import { HubError } from '@portolan/contract'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { type Reader, type Tx, toHex } from '../../foundation/db/db.ts'
import type { Database } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import type { StoredBlob } from '../../foundation/blobs/blob-store.ts'
import { forgetIntent } from '../../foundation/blobs/guarded-blob-store.ts'
import { reserveStorageOfRepo } from '../../identity/quotas/index.ts'
import { queueRepoForGc } from '../../foundation/git-store/index.ts'

/** Keeps the parameters per statement far below the limits of either engine. */
const hashesPerStatement = 1_000

/** `repo_lfs.pending_user` of an object that several people uploaded before it was committed: the table `repo_lfs_holder` lists them. */
const severalHolders = 0

/**
 * Records that a blob is complete in the store and that `userId` uploaded it to this repo: that user may commit it.
 * An object already committed here stays that way.
 * @throws {HubError} `storage.quota_exceeded` for one that is new here and exceeds the quota
 */
export async function recordUpload(tx: Tx, hub: Hub, repoId: number, userId: number, blob: StoredBlob): Promise<void> {
  const sha256 = Buffer.from(blob.sha256, 'hex')
  const now = hub.now().getTime()
  await tx
    .insertInto('lfs_blob')
    .values({ sha256, size: blob.size, created: now })
    .onConflict((c) => c.column('sha256').doNothing())
    .execute()
  // With an intent, the bytes were just written: whatever was damaged is whole again.
  if (blob.intent !== undefined)
    await tx.deleteFrom('storage_damage').where('kind', '=', 'large file').where('item', '=', blob.sha256).execute()
  await forgetIntent(tx, blob)
  await reviveLargeFiles(tx, repoId, [blob.sha256])
  const known = await tx
    .selectFrom('repo_lfs')
    .select('repo_id')
    .where('repo_id', '=', repoId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!known) await reserveStorageOfRepo(tx, hub, repoId, blob.size)
  const { pending_user } = await tx
    .insertInto('repo_lfs')
    .values({ repo_id: repoId, sha256, pending_user: userId, created: now })
    .onConflict((c) =>
      c.columns(['repo_id', 'sha256']).doUpdateSet({
        pending_user: sql<number | null>`case when repo_lfs.pending_user is null then null
          when repo_lfs.pending_user = excluded.pending_user then repo_lfs.pending_user else ${sql.lit(severalHolders)} end`,
        created: now,
      }),
    )
    .returning('pending_user')
    .executeTakeFirstOrThrow()
  if (pending_user === null) return
  await tx
    .insertInto('repo_lfs_holder')
    .values({ repo_id: repoId, sha256, user_id: userId })
    .onConflict((c) => c.doNothing())
    .execute()
}

/**
 * Makes objects part of the repo: from then on, anyone who may read the repo may use them.
 * @throws {HubError} `commit.lfs_missing`: an upload that was never committed has been freed
 */
export async function keepObjects(tx: Tx, repoId: number, all: readonly string[]): Promise<void> {
  const oids = [...new Set(all)]
  for (let at = 0; at < oids.length; at += hashesPerStatement) {
    const hashes = oids.slice(at, at + hashesPerStatement).map((sha256) => Buffer.from(sha256, 'hex'))
    const kept = await tx
      .updateTable('repo_lfs')
      .set({ pending_user: null })
      .where('repo_id', '=', repoId)
      .where('sha256', 'in', hashes)
      .executeTakeFirst()
    if (Number(kept.numUpdatedRows) !== hashes.length)
      throw new HubError('commit.lfs_missing', { message: 'A large file of this commit is no longer stored on this hub. Upload it again.' })
    await tx.deleteFrom('repo_lfs_holder').where('repo_id', '=', repoId).where('sha256', 'in', hashes).execute()
  }
}

/** Removes a repo's ownership of large files, and the record of who uploaded them. Their bytes are left to garbage collection. @returns those it owned */
export async function releaseObjects(tx: Tx, repoId: number, all: readonly string[]): Promise<string[]> {
  const released: string[] = []
  for (let at = 0; at < all.length; at += hashesPerStatement) {
    const hashes = all.slice(at, at + hashesPerStatement).map((sha256) => Buffer.from(sha256, 'hex'))
    const rows = await tx.deleteFrom('repo_lfs').where('repo_id', '=', repoId).where('sha256', 'in', hashes).returning('sha256').execute()
    await tx.deleteFrom('repo_lfs_holder').where('repo_id', '=', repoId).where('sha256', 'in', hashes).execute()
    released.push(...rows.map(({ sha256 }) => toHex(sha256)))
  }
  return released
}

/** Rows of `repo_lfs` that a user may use: committed objects, and those they uploaded themselves. For `null`, only committed ones. */
export function usableBy(eb: ExpressionBuilder<Database, 'repo_lfs'>, userId: number | null): Expression<SqlBool> {
  const isCommitted = eb('repo_lfs.pending_user', 'is', null)
  if (userId === null) return isCommitted
  const isHolder = eb.exists(
    eb
      .selectFrom('repo_lfs_holder')
      .select('repo_lfs_holder.user_id')
      .whereRef('repo_lfs_holder.repo_id', '=', 'repo_lfs.repo_id')
      .whereRef('repo_lfs_holder.sha256', '=', 'repo_lfs.sha256')
      .where('repo_lfs_holder.user_id', '=', userId),
  )
  return eb.or([
    isCommitted,
    eb('repo_lfs.pending_user', '=', userId),
    eb.and([eb('repo_lfs.pending_user', '=', severalHolders), isHolder]),
  ])
}

/** The sizes of those objects that `userId` may use in this repo: committed here, or uploaded here by them. */
export async function usableObjects(
  db: Reader | Tx,
  repoId: number,
  userId: number | null,
  oids: readonly string[],
): Promise<Map<string, number>> {
  const usable = new Map<string, number>()
  // SQLite accepts 32,766 parameters per statement; batches are at most limits.lfsBatchObjects.
  if (oids.length === 0) return usable
  const rows = await db
    .selectFrom('repo_lfs')
    .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
    .select(['lfs_blob.sha256', 'lfs_blob.size'])
    .where('repo_lfs.repo_id', '=', repoId)
    .where(
      'repo_lfs.sha256',
      'in',
      oids.map((oid) => Buffer.from(oid, 'hex')),
    )
    .where((eb) => usableBy(eb, userId))
    .execute()
  for (const row of rows) usable.set(toHex(row.sha256), row.size)
  return usable
}

/** Those of the objects that verification found to be damaged. */
export async function damagedObjects(db: Reader, oids: readonly string[]): Promise<Set<string>> {
  if (oids.length === 0) return new Set()
  const rows = await db
    .selectFrom('storage_damage')
    .select('item')
    .where('kind', '=', 'large file')
    .where('item', 'in', [...oids])
    .execute()
  return new Set(rows.map(({ item }) => item))
}

/** A repo is about to use these large files again: their garbage collection marks restart the grace period, in case nothing comes of it. */
export async function reviveLargeFiles(tx: Tx, repoId: number, oids: readonly string[]): Promise<void> {
  const revived = await tx
    .deleteFrom('gc_mark')
    .where('repo_id', '=', repoId)
    .where('key', 'in', oids)
    .where('kind', 'in', repoKinds)
    .executeTakeFirst()
  // The repo has already been scanned, and would not be again until its refs move.
  if (revived.numDeletedRows > 0n) await queueRepoForGc(tx, repoId)
  await tx.deleteFrom('gc_mark').where('repo_id', '=', 0).where('key', 'in', oids).where('kind', '=', 'blob').execute()
}

/** Kinds of marks on a repo's ownership of a large file (garbage collection). */
const repoKinds = ['large file', 'upload'] as const

/** Responding that something is already stored is a promise: it holds for as long as an upload would. Writes only where necessary. */
export async function promiseLargeFiles(hub: Hub, repoId: number, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return
  const now = hub.now().getTime()
  const keys = oids.map((oid) => Buffer.from(oid, 'hex'))
  const marked = await hub.db.read
    .selectFrom('gc_mark')
    .select('key')
    .where('repo_id', '=', repoId)
    .where('key', 'in', oids)
    .executeTakeFirst()
  const old = await hub.db.read
    .selectFrom('repo_lfs')
    .select('created')
    .where('repo_id', '=', repoId)
    .where('sha256', 'in', keys)
    .where('pending_user', 'is not', null)
    .where('created', '<', now - promiseMs)
    .executeTakeFirst()
  if (marked === undefined && old === undefined) return
  await hub.db.write(async (tx) => {
    await reviveLargeFiles(tx, repoId, oids)
    await tx
      .updateTable('repo_lfs')
      .set({ created: now })
      .where('repo_id', '=', repoId)
      .where('sha256', 'in', keys)
      .where('pending_user', 'is not', null)
      .execute()
  })
}

/** A newer promise need not be renewed. Milliseconds. */
const promiseMs = 3600 * 1000
