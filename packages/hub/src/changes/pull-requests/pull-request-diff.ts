import { isHubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { changedFiles, unifiedDiff } from '../diff/index.ts'
import type { Discussion } from '../../community/discussions/index.ts'
import { readSizes } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { canReadContent, type Readable, type Repo } from '../../repository/access/index.ts'
import { factsOfBlobs } from '../../repository/revisions/index.ts'
import { pullRequestState } from './changes.ts'

/** Maximum size of a diff embedded in JSON, in bytes; a larger one is left out. */
const maxDiffBytes = 8 * 1024 * 1024

/** The changes of a pull request as a patch; `null` when it is too large, its commits are gone, or the caller may not access the files. */
export async function pullRequestDiff(hub: Hub, actor: Actor, repo: Repo, discussion: Discussion): Promise<string | null> {
  if (!canReadContent(actor, repo)) return null
  const { from, head } = await pullRequestState(hub, repo, discussion)
  if (head === null) return null
  try {
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of unifiedDiff(hub, repo, from, head)) {
      bytes += piece.length
      if (bytes > maxDiffBytes) return null
      pieces.push(piece)
    }
    return Buffer.concat(pieces).toString('utf8')
  } catch (error) {
    if (isHubError(error, 'compare.too_large')) return null
    throw error
  }
}

/** Total size of the files a pull request adds or changes, counting the contents of large ones. Bytes. */
export async function pullRequestStorage(hub: Hub, repo: Readable, discussion: Discussion): Promise<number> {
  if (!discussion.isPullRequest) return 0
  const { from, head } = await pullRequestState(hub, repo, discussion)
  if (head === null) return 0
  const files = await changedFiles(hub, repo, from, head)
  const oids = [
    ...new Set(
      files.flatMap(({ newOid, oldOid, newMode }) => (newOid === null || newOid === oldOid || newMode === '160000' ? [] : [newOid])),
    ),
  ]
  const facts = await factsOfBlobs(hub, repo, oids)
  const sizes = await readSizes(hub.db.read, repo.id, oids)
  return oids.reduce((sum, oid) => sum + (facts.get(oid)?.size ?? sizes.get(oid) ?? 0), 0)
}
