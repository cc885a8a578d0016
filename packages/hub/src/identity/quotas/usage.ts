import { sql } from 'kysely'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'

/** Minimum time between counts of git's objects in a repo that changes constantly. Milliseconds. */
const recountMs = 60_000
/** Changes that leave no trace (pull requests, garbage collection) are noticed after this long. Milliseconds. */
const oldCountMs = 86_400_000
/** Maximum repos recounted per call; the rest are recounted by later calls. */
const recountsAtOnce = 50

/** Storage used by a repo or an account. Bytes. */
export interface StorageUse {
  /** Large files, each once per repo, in any revision, including uploaded but uncommitted ones. Chunks shared between files are not deducted. */
  readonly largeBytes: number
  /** Git's objects, at their stored (compressed) size. Additions count immediately; what garbage collection frees is noticed at the next recount. */
  readonly gitBytes: number
  readonly bytes: number
}

/** Usage of one repo, recounted if that is due. */
export async function repoUse(hub: Hub, repoId: number): Promise<StorageUse> {
  await recount(hub, { repoId })
  const row = await hub.db.read.selectFrom('repo_usage').selectAll().where('repo_id', '=', repoId).executeTakeFirst()
  return toUse(row?.large_bytes, row?.git_bytes)
}

/** Usage of all repos of an account, recounted where due. Deleted repos do not count. */
export async function ownerUse(hub: Hub, ownerId: number): Promise<StorageUse> {
  await recount(hub, { ownerId })
  return storedUse(hub.db.read, ownerId)
}

/** Like {@link ownerUse}, with git's objects as last counted. */
export async function storedUse(db: Reader | Tx, ownerId: number): Promise<StorageUse> {
  const row = await db
    .selectFrom('repo')
    .innerJoin('repo_usage', 'repo_usage.repo_id', 'repo.id')
    .select((eb) => [
      eb.fn.sum<number | string | null>('repo_usage.large_bytes').as('large'),
      eb.fn.sum<number | string | null>('repo_usage.git_bytes').as('git'),
    ])
    .where('repo.owner_id', '=', ownerId)
    .where('repo.vis', '<', visibility.deleted)
    .executeTakeFirst()
  return toUse(row?.large, row?.git)
}

/** Usage of repos, by internal id, as last counted. */
export async function usesOf(db: Reader, repoIds: readonly number[]): Promise<ReadonlyMap<number, StorageUse>> {
  if (repoIds.length === 0) return new Map()
  const rows = await db.selectFrom('repo_usage').selectAll().where('repo_id', 'in', repoIds).execute()
  return new Map(rows.map((row) => [row.repo_id, toUse(row.large_bytes, row.git_bytes)]))
}

function toUse(large: number | string | null | undefined, git: number | string | null | undefined): StorageUse {
  const [largeBytes, gitBytes] = [Number(large ?? 0), Number(git ?? 0)]
  return { largeBytes, gitBytes, bytes: largeBytes + gitBytes }
}

/** Counts git's objects of repos that have changed since the last count. */
async function recount(hub: Hub, of: { repoId: number } | { ownerId: number }): Promise<void> {
  const now = hub.now().getTime()
  let due = hub.db.read
    .selectFrom('repo')
    .leftJoin('repo_usage', 'repo_usage.repo_id', 'repo.id')
    .select('repo.id')
    .where((eb) =>
      eb.or([
        eb('repo_usage.counted', 'is', null),
        eb('repo_usage.counted', '<=', now - oldCountMs),
        eb.and([eb('repo_usage.counted', '<=', now - recountMs), eb('repo_usage.counted', '<=', eb.ref('repo.updated'))]),
      ]),
    )
    .where('repo.vis', '<', visibility.deleted)
    .limit(recountsAtOnce)
  due = 'repoId' in of ? due.where('repo.id', '=', of.repoId) : due.where('repo.owner_id', '=', of.ownerId)
  for (const { id } of await due.execute()) {
    const row = await hub.db.read
      .selectFrom('git_object')
      .select(sql<number | string | null>`sum(length(z))`.as('bytes'))
      .where('repo_id', '=', id)
      .executeTakeFirst()
    const counts = { git_bytes: Number(row?.bytes ?? 0), counted: now }
    await hub.db.write((tx) =>
      tx
        .insertInto('repo_usage')
        .columns(['repo_id', 'git_bytes', 'counted'])
        // Only for a repo that still exists.
        .expression((eb) =>
          eb
            .selectFrom('repo')
            .select((e) => ['repo.id', e.val(counts.git_bytes).as('git_bytes'), e.val(counts.counted).as('counted')])
            .where('repo.id', '=', id),
        )
        .onConflict((conflict) => conflict.column('repo_id').doUpdateSet(counts))
        .execute(),
    )
  }
}
