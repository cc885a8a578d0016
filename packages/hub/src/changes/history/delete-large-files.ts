import { HubError } from '@portolan/contract'
import { oidFromBytes, objectTypes, objectBody, type Oid, parsePointer, pointerSizes } from '@portolan/git'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import { updateRefs, RefMovedError } from '../commits/index.ts'
import { toBuffer } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { prestoreObjects } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { releaseObjects, usableObjects } from '../../repository/lfs/index.ts'
import { type Repo, requireAccess } from '../../repository/access/index.ts'
import { defaultBranch } from '../../repository/revisions/index.ts'
import { describeCommit } from './describe-commit.ts'
import { withoutBlobs } from './rewrite-history.ts'

const maxAttempts = 5

/**
 * Permanently deletes large files from a repo; their bytes go when no other repo has them and garbage collection runs.
 * With `rewriteHistory`, no commit points to them any more, which gives every later commit a new id. Without it, the pointers stay, and
 * requests for the file report it as missing.
 * @returns the hashes that the repo had
 * @throws {HubError} `history.too_long`, `commit.conflict` when refs keep moving
 */
export async function deleteLargeFiles(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  input: { sha256s: readonly string[]; rewriteHistory: boolean },
): Promise<readonly string[]> {
  requireAccess(actor, repo, 'write')
  const user = requireUser(actor)
  const gone = [...(await usableObjects(hub.db.read, repo.id, null, input.sha256s)).keys()]
  if (gone.length === 0) return []
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const { changes, objects } = input.rewriteHistory
      ? await withoutBlobs(hub, repo, await pointersTo(hub, repo, new Set(gone)))
      : { changes: [], objects: [] }
    // Stored before they are reachable, so they can be read like any others while other writers continue.
    const ahead = await prestoreObjects(hub.db, repo.id, { objects: () => objects })
    const main = changes.find(({ ref }) => ref === `refs/heads/${defaultBranch}`)
    const described = main?.to ? await describeCommit(hub, repo, main.to) : null
    try {
      await hub.db.write(async (tx) => {
        if (changes.length > 0) await updateRefs(tx, hub, user.name, repo, { changes, objects: [], ahead, lfs: [], described })
        await releaseObjects(tx, repo.id, gone)
        const payload = { sha256s: gone, rewriteHistory: input.rewriteHistory }
        await recordEvent(tx, hub, { topic: 'repo.large_files_deleted', actor: user.name, repoId: repo.id, payload })
      })
      return gone
    } catch (error) {
      if (!(error instanceof RefMovedError)) throw error
    }
  }
  throw new HubError('commit.conflict')
}

/** Pointers can be spelled in more than one way: the stored ones are read. */
async function pointersTo(hub: Hub, repo: Repo, sha256s: ReadonlySet<string>): Promise<Set<Oid>> {
  const rows = await hub.db.read
    .selectFrom('git_object')
    .select(['oid', 'size', 'z'])
    .where('repo_id', '=', repo.id)
    .where('type', '=', objectTypes.blob)
    .where('size', '>=', pointerSizes.min)
    .where('size', '<=', pointerSizes.max)
    .execute()
  const found = new Set<Oid>()
  for (const { oid, size, z } of rows) {
    const pointer = parsePointer(objectBody({ size, z: toBuffer(z) }))
    if (pointer && sha256s.has(pointer.sha256)) found.add(oidFromBytes(oid))
  }
  return found
}
