import { sql } from 'kysely'
import type { Reader, Tx } from '../db/db.ts'
import { toHex } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import type { StoredBlob } from '../blobs/blob-store.ts'

/** `repo_lfs.pending_user` of an object that several writers uploaded before anybody committed it. */
export const anyWriter = 0

/**
 * Records that a blob is whole in the store and that `userId` brought it to this repo: that user may commit it.
 * An object that is committed here already stays so.
 */
export async function recordUpload(tx: Tx, hub: Hub, repoId: number, userId: number, blob: StoredBlob): Promise<void> {
  const sha256 = Buffer.from(blob.sha256, 'hex')
  const now = hub.now().getTime()
  await tx
    .insertInto('lfs_blob')
    .values({ sha256, size: blob.size, created: now })
    .onConflict((c) => c.column('sha256').doNothing())
    .execute()
  await tx
    .insertInto('repo_lfs')
    .values({ repo_id: repoId, sha256, pending_user: userId, created: now })
    .onConflict((c) =>
      c.columns(['repo_id', 'sha256']).doUpdateSet({
        pending_user: sql<number | null>`case when repo_lfs.pending_user is null then null
          when repo_lfs.pending_user = excluded.pending_user then repo_lfs.pending_user else ${sql.lit(anyWriter)} end`,
        created: now,
      }),
    )
    .execute()
}

/** The sizes of those of the objects that `userId` may use in this repo: committed here, or uploaded here by them. */
export async function usableObjects(
  db: Reader | Tx,
  repoId: number,
  userId: number | null,
  oids: readonly string[],
): Promise<Map<string, number>> {
  const usable = new Map<string, number>()
  // SQLite takes 32,766 parameters per statement; batches are at most limits.lfsBatchObjects.
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
    .where((eb) =>
      userId === null
        ? eb('repo_lfs.pending_user', 'is', null)
        : eb.or([eb('repo_lfs.pending_user', 'is', null), eb('repo_lfs.pending_user', 'in', [userId, anyWriter])]),
    )
    .execute()
  for (const row of rows) usable.set(toHex(row.sha256), row.size)
  return usable
}
