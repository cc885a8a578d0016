import { toHex, type Tx } from '../../../foundation/db/db.ts'
import { lockRepo } from '../../../foundation/git-store/index.ts'
import type { Hub } from '../../../hub.ts'
import type { GcKind, Freed } from '../kind.ts'
import { dropMarks, markBlobsDue, currentMarks } from '../marks.ts'
import { fingerprintOf, scanRepo } from '../scan-repo.ts'
import { byRepo } from './git-objects.ts'

const maxAttempts = 3
const rowsPerStatement = 500

/**
 * A repo's ownership of a large file that none of its commits references any more. Found by the scan of its git objects (`git-objects.ts`). As long as
 * any stored object points to the file, it stays, reachable or not: a branch that comes back must be complete.
 */
export const largeFiles: GcKind = {
  name: 'large file',
  async *find() {},
  async free({ hub, keepLease }, marks) {
    const freed = { count: 0, bytes: 0 } satisfies Freed
    for (const [repoId, keys] of byRepo(marks)) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        keepLease()
        const count = await freeFiles(hub, repoId, keys)
        if (count === null) continue
        freed.count += count
        break
      }
    }
    return freed
  },
}

/** @returns `null` when refs have moved in the meantime */
async function freeFiles(hub: Hub, repoId: number, keys: readonly string[]): Promise<number | null> {
  const scan = await scanRepo(hub.db.read, repoId)
  const named = new Set(scan.pointers.values())
  const needed = new Set([...scan.pointers].filter(([oid]) => scan.reached.has(oid)).map(([, sha256]) => sha256))
  return hub.db.write(async (tx) => {
    await lockRepo(tx, repoId)
    if ((await fingerprintOf(tx, repoId)) !== scan.fingerprint) return null
    const standing = await currentMarks(tx, 'large file', repoId, keys, hub.now().getTime())
    const going = keys.filter((key) => standing.has(key) && !named.has(key))
    const removed: string[] = []
    for (let at = 0; at < going.length; at += rowsPerStatement) {
      const rows = await tx
        .deleteFrom('repo_lfs')
        .where('repo_id', '=', repoId)
        .where(
          'sha256',
          'in',
          going.slice(at, at + rowsPerStatement).map((key) => Buffer.from(key, 'hex')),
        )
        .where('pending_user', 'is', null)
        .returning('sha256')
        .execute()
      removed.push(...rows.map(({ sha256 }) => toHex(sha256)))
    }
    const gone = new Set(going)
    const marksGone = keys.filter((key) => needed.has(key) || gone.has(key))
    for (let at = 0; at < marksGone.length; at += rowsPerStatement)
      await dropMarks(tx, 'large file', repoId, marksGone.slice(at, at + rowsPerStatement))
    await forgetHolders(tx, repoId, removed)
    await markOrphans(tx, hub, removed)
    return removed.length
  })
}

/** The record of who uploaded a file is meaningless once the repo does not own it. */
export async function forgetHolders(tx: Tx, repoId: number, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += rowsPerStatement) {
    const keys = hashes.slice(at, at + rowsPerStatement).map((key) => Buffer.from(key, 'hex'))
    await tx.deleteFrom('repo_lfs_holder').where('repo_id', '=', repoId).where('sha256', 'in', keys).execute()
  }
}

/** Marks as due those blobs that no repo owns any more. */
export async function markOrphans(tx: Tx, hub: Hub, hashes: readonly string[]): Promise<void> {
  const orphans: { sha256: string; bytes: number }[] = []
  for (let at = 0; at < hashes.length; at += rowsPerStatement) {
    const rows = await tx
      .selectFrom('lfs_blob')
      .select(['sha256', 'size'])
      .where(
        'sha256',
        'in',
        hashes.slice(at, at + rowsPerStatement).map((key) => Buffer.from(key, 'hex')),
      )
      .where((eb) => eb.not(eb.exists(eb.selectFrom('repo_lfs').select('repo_id').whereRef('repo_lfs.sha256', '=', 'lfs_blob.sha256'))))
      .execute()
    orphans.push(...rows.map(({ sha256, size }) => ({ sha256: toHex(sha256), bytes: size })))
  }
  await markBlobsDue(tx, hub.now().getTime(), orphans)
}
