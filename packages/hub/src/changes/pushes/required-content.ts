import { isHubError } from '@portolan/contract'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Hub } from '../../hub.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { usableObjects } from '../../repository/lfs/index.ts'
import { PushRefused, someOf } from './push-refused.ts'
import type { PushWork } from './push-work.ts'

/**
 * The rules for the contents of a push that need more than the repo: the owner has room, and pointers point to uploaded content.
 * @returns the large files (sha-256) that the new commits point to
 * @throws {PushRefused}
 */
export async function requireContents(hub: Hub, user: UserActor, repo: WithContent, work: PushWork): Promise<string[]> {
  await refuseTooMuch(hub, repo, work.bytes)
  return requireLargeFiles(hub, user, repo, work)
}

/** @throws {PushRefused} when the owner has no quota left for the upload */
async function refuseTooMuch(hub: Hub, repo: WithContent, bytes: number): Promise<void> {
  try {
    await requireFreeSpace(hub, repo.ownerId, bytes)
  } catch (error) {
    if (!isHubError(error, 'storage.quota_exceeded')) throw error
    throw new PushRefused('storage limit reached', [error.message])
  }
}

async function requireLargeFiles(hub: Hub, user: UserActor, repo: WithContent, work: PushWork): Promise<string[]> {
  const all: string[] = []
  const missing: string[] = []
  for await (const pointers of work.pointers()) {
    const wanted = pointers.map(({ sha256 }) => sha256)
    const usable = await usableObjects(hub.db.read, repo.id, user.userId, wanted)
    for (const { sha256, path, size } of pointers) {
      const stored = usable.get(sha256)
      if (stored === undefined) missing.push(`${path} (sha256 ${sha256})`)
      else if (stored !== size) missing.push(`${path} (sha256 ${sha256}): the pointer says ${size} bytes, but the file has ${stored}`)
    }
    all.push(...wanted)
  }
  if (missing.length > 0) {
    throw new PushRefused('large files are missing', [
      'These large files have not been uploaded to this repository:',
      ...someOf(missing),
      'Upload them, then push again:  git lfs push --all origin',
    ])
  }
  return all
}
