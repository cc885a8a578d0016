import { type Oid, oidToBytes } from '@portolan/git'
import { toHex } from '../../../foundation/db/db.ts'
import { lockRepo } from '../../../foundation/git-store/index.ts'
import type { Hub } from '../../../hub.ts'
import { visibility } from '../../../repository/access/index.ts'
import type { GcContext, GcKind, Finding, Freed, Mark } from '../kind.ts'
import { dropMarks, currentMarks } from '../marks.ts'
import { closedUnder, fingerprintOf, scanRepo, type RepoScan } from '../scan-repo.ts'

const rowsPerStatement = 500
/** Retries before a repo that is constantly written to is left for the next run. */
const maxAttempts = 3

/** Objects not reachable from any ref of their repo: from deleted branches or replaced history. The same scan reveals unreferenced large files. */
export const gitObjects: GcKind = {
  name: 'git object',
  async *find(context) {
    for (const { repoId, moves } of await reposToScan(context)) {
      const scan = await scanRepo(context.hub.db.read, repoId)
      yield { kind: 'git object', repoId, items: unreached(scan) }
      yield await unneededFiles(context.hub, repoId, scan)
      if (context.dry) continue
      await context.hub.db.write((tx) => tx.deleteFrom('gc_repo').where('repo_id', '=', repoId).where('moves', '=', moves).execute())
    }
  },
  async free(context, marks) {
    const freed = { count: 0, bytes: 0 } satisfies Freed
    for (const [repoId, keys] of byRepo(marks)) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        context.keepLease()
        const done = await freeObjects(context.hub, repoId, keys)
        if (done === null) continue
        freed.count += done.count
        freed.bytes += done.bytes
        break
      }
    }
    return freed
  },
}

/** Groups marks by repo, in order. */
export function byRepo(marks: readonly Mark[]): Map<number, string[]> {
  const repos = new Map<number, string[]>()
  for (const { repoId, key } of marks) {
    const keys = repos.get(repoId)
    if (keys) keys.push(key)
    else repos.set(repoId, [key])
  }
  return repos
}

async function reposToScan({ hub, everything }: GcContext): Promise<{ repoId: number; moves: number }[]> {
  const rows = await hub.db.read
    .selectFrom('repo')
    .leftJoin('gc_repo', 'gc_repo.repo_id', 'repo.id')
    .select(['repo.id', 'moves'])
    .where('vis', '<', visibility.deleted)
    .$if(!everything, (query) => query.where('moves', 'is not', null))
    .orderBy('repo.id')
    .execute()
  return rows.map(({ id, moves }) => ({ repoId: id, moves: moves ?? 0 }))
}

function unreached(scan: RepoScan): Finding['items'] {
  return [...scan.objects].filter(([oid]) => !scan.reached.has(oid)).map(([oid, { bytes }]) => ({ key: oid, bytes }))
}

/** Committed large files that no reachable pointer references any more. */
async function unneededFiles(hub: Hub, repoId: number, scan: RepoScan): Promise<Finding> {
  const needed = new Set([...scan.pointers].filter(([oid]) => scan.reached.has(oid)).map(([, sha256]) => sha256))
  const rows = await hub.db.read
    .selectFrom('repo_lfs')
    .innerJoin('lfs_blob', 'lfs_blob.sha256', 'repo_lfs.sha256')
    .select(['lfs_blob.sha256', 'lfs_blob.size'])
    .where('repo_id', '=', repoId)
    .where('pending_user', 'is', null)
    .execute()
  const items = rows.map(({ sha256, size }) => ({ key: toHex(sha256), bytes: size })).filter(({ key }) => !needed.has(key))
  return { kind: 'large file', repoId, items }
}

/** @returns `null` when refs have moved in the meantime: nothing was freed */
async function freeObjects(hub: Hub, repoId: number, keys: readonly string[]): Promise<Freed | null> {
  const { db } = hub
  const scan = await scanRepo(db.read, repoId)
  const going = await closedUnder(db.read, repoId, scan, new Set(keys as Oid[]))
  const neededAgain = keys.filter((oid) => scan.reached.has(oid as Oid) || !scan.objects.has(oid as Oid))
  if (going.size + neededAgain.length === 0) return { count: 0, bytes: 0 }
  return db.write(async (tx) => {
    await lockRepo(tx, repoId)
    if ((await fingerprintOf(tx, repoId)) !== scan.fingerprint) return null
    for (let at = 0; at < neededAgain.length; at += rowsPerStatement)
      await dropMarks(tx, 'git object', repoId, neededAgain.slice(at, at + rowsPerStatement))
    if (going.size === 0) return { count: 0, bytes: 0 }
    const now = hub.now().getTime()
    const standing = await currentMarks(tx, 'git object', repoId, [...going], now)
    // A mark that was put on hold since the marks were read keeps what it references: the next run sorts that out.
    if (standing.size !== going.size) return { count: 0, bytes: 0 }
    const oids = [...going]
    for (let at = 0; at < oids.length; at += rowsPerStatement) {
      const slice = oids.slice(at, at + rowsPerStatement)
      await tx.deleteFrom('git_object').where('repo_id', '=', repoId).where('oid', 'in', slice.map(oidToBytes)).execute()
      await dropMarks(tx, 'git object', repoId, slice)
    }
    await tx
      .insertInto('gc_freed')
      .values({ repo_id: repoId, at: now })
      // A different value each time, whatever the clock says: commits and pushes compare it.
      .onConflict((conflict) =>
        conflict.column('repo_id').doUpdateSet({
          at: (eb) =>
            eb
              .case()
              .when('gc_freed.at', '<', now)
              .then(now)
              .else(eb('gc_freed.at', '+', 1))
              .end(),
        }),
      )
      .execute()
    return { count: oids.length, bytes: oids.reduce((sum, oid) => sum + (scan.objects.get(oid)?.bytes ?? 0), 0) }
  })
}
