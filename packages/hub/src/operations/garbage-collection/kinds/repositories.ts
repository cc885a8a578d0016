import { toHex, type Tx } from '../../../foundation/db/db.ts'
import type { Hub } from '../../../hub.ts'
import { typeOf } from '../../../foundation/db/repo-kind.ts'
import { visibility } from '../../../repository/access/index.ts'
import type { GcKind, Freed } from '../kind.ts'
import { dropMarks, markBlobsDue, currentMarks } from '../marks.ts'

const objectsPerTransaction = 1_000

/** Deleted repos. Their grace period starts at the deletion. */
export const repositories: GcKind = {
  name: 'repository',
  async *find({ hub }) {
    const rows = await hub.db.read
      .selectFrom('repo')
      .select(['uid', 'kind', 'owner', 'name', 'storage', 'updated'])
      .where('vis', '>=', visibility.deleted)
      .execute()
    const items = rows.map(({ uid, kind, owner, name, storage, updated }) => {
      return { key: uid, bytes: storage, note: `${typeOf(kind)} ${owner}/${name}`, since: updated }
    })
    yield { kind: 'repository', repoId: 0, items }
  },
  async free({ hub, keepLease }, marks) {
    const freed = { count: 0, bytes: 0 } satisfies Freed
    for (const { key, bytes } of marks) {
      keepLease()
      const repoId = await begin(hub, key)
      if (repoId === null) continue
      while (await freeObjects(hub, repoId)) keepLease()
      await hub.db.write((tx) => finish(tx, hub, repoId, key))
      freed.count++
      freed.bytes += bytes
    }
    return freed
  },
}

/** From here on, the repo cannot be restored. @returns its id; `null` when it was restored, or is kept */
function begin(hub: Hub, uid: string): Promise<number | null> {
  return hub.db.write(async (tx) => {
    if (!(await currentMarks(tx, 'repository', 0, [uid], hub.now().getTime())).has(uid)) return null
    const row = await tx
      .updateTable('repo')
      .set({ vis: visibility.beingFreed })
      .where('uid', '=', uid)
      .where('vis', '>=', visibility.deleted)
      .returning('id')
      .executeTakeFirst()
    return row?.id ?? null
  })
}

/** In batches: a large repo must not block all writers. @returns false when there are none left */
function freeObjects(hub: Hub, repoId: number): Promise<boolean> {
  return hub.db.write(async (tx) => {
    const rows = await tx.selectFrom('git_object').select('oid').where('repo_id', '=', repoId).limit(objectsPerTransaction).execute()
    if (rows.length === 0) return false
    await tx
      .deleteFrom('git_object')
      .where('repo_id', '=', repoId)
      .where(
        'oid',
        'in',
        rows.map(({ oid }) => oid),
      )
      .execute()
    return true
  })
}

async function finish(tx: Tx, hub: Hub, repoId: number, uid: string): Promise<void> {
  const blobs = await tx
    .selectFrom('repo_lfs')
    .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
    .select(['lfs_blob.sha256', 'lfs_blob.size'])
    .where('repo_lfs.repo_id', '=', repoId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('repo_lfs as other')
            .select('other.repo_id')
            .whereRef('other.sha256', '=', 'repo_lfs.sha256')
            .where('other.repo_id', '!=', repoId),
        ),
      ),
    )
    .execute()
  await tx.deleteFrom('card_embedding').where('repo_id', '=', repoId).execute()
  // Readers of the outbox may process these late, and look up the repo by its id.
  await tx.updateTable('event').set({ repo_id: null }).where('repo_id', '=', repoId).execute()
  // Everything else that belongs to a repo is deleted with its row.
  await tx.deleteFrom('repo').where('id', '=', repoId).execute()
  for (const table of ['gc_repo', 'gc_freed', 'gc_mark'] as const) await tx.deleteFrom(table).where('repo_id', '=', repoId).execute()
  await dropMarks(tx, 'repository', 0, [uid])
  await markBlobsDue(
    tx,
    hub.now().getTime(),
    blobs.map(({ sha256, size }) => ({ sha256: toHex(sha256), bytes: size })),
  )
}
