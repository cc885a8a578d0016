import { toHex } from '../../../foundation/db/db.ts'
import type { Finding, GcKind, Freed } from '../kind.ts'
import { dropMarks } from '../marks.ts'
import { byRepo } from './git-objects.ts'
import { forgetHolders, markOrphans } from './large-files.ts'

/** Anyone who uploads today may commit today; a shorter grace period does not apply to them. Milliseconds. */
const leastMs = 24 * 3600 * 1000

/** Large files uploaded to a repo and never committed. Their grace period starts at the last upload, or the last response saying they exist. */
export const uploads: GcKind = {
  name: 'upload',
  async *find({ hub }) {
    const rows = await hub.db.read
      .selectFrom('repo_lfs')
      .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
      .select(['repo_id', 'lfs_blob.sha256', 'lfs_blob.size', 'repo_lfs.created'])
      .where('pending_user', 'is not', null)
      .orderBy('repo_id')
      .execute()
    const repos = new Map<number, { key: string; bytes: number; since: number }[]>()
    const marked = await hub.db.read.selectFrom('gc_mark').select('repo_id').distinct().where('kind', '=', 'upload').execute()
    for (const { repo_id: repoId } of marked) repos.set(repoId, [])
    for (const { repo_id: repoId, sha256, size, created } of rows) {
      const items = repos.get(repoId) ?? []
      repos.set(repoId, items)
      items.push({ key: toHex(sha256), bytes: size, since: created })
    }
    for (const [repoId, items] of repos) yield { kind: 'upload', repoId, items } satisfies Finding
  },
  async free({ hub, graceMs, keepLease }, marks) {
    const freed = { count: 0, bytes: 0 } satisfies Freed
    for (const [repoId, keys] of byRepo(marks)) {
      keepLease()
      for (const key of keys) {
        const before = hub.now().getTime() - Math.max(graceMs, leastMs)
        freed.count += await hub.db.write(async (tx) => {
          const gone = await tx
            .deleteFrom('repo_lfs')
            .where('repo_id', '=', repoId)
            .where('sha256', '=', Buffer.from(key, 'hex'))
            .where('pending_user', 'is not', null)
            .where('created', '<=', before)
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('gc_mark')
                    .select('key')
                    .where('kind', '=', 'upload')
                    .where('repo_id', '=', repoId)
                    .where('key', '=', key)
                    .where('kept', '=', 1),
                ),
              ),
            )
            .executeTakeFirst()
          if (Number(gone.numDeletedRows) === 0) return 0
          await dropMarks(tx, 'upload', repoId, [key])
          await forgetHolders(tx, repoId, [key])
          await markOrphans(tx, hub, [key])
          return 1
        })
      }
    }
    return freed
  },
}
