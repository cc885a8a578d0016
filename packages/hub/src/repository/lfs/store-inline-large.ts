import type { Readable } from 'node:stream'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { StoredBlob } from '../../foundation/blobs/blob-store.ts'
import type { Hub } from '../../hub.ts'
import type { Repo } from '../access/index.ts'
import { recordUpload } from './object-rows.ts'

/**
 * Stores a file that was sent inside a commit but belongs in LFS, as if the actor had uploaded it: Xet-only clients
 * send large files this way (hub API 5.3, B).
 * @throws {HubError} `body.too_large` above `config.inlineUploadBytes`, `storage.full`
 */
export async function storeInlineLarge(
  hub: Hub,
  actor: UserActor,
  repo: Repo,
  content: Readable | AsyncIterable<Uint8Array>,
): Promise<StoredBlob> {
  const blob = await hub.blobs.put(content, { maxBytes: hub.config.inlineUploadBytes })
  await hub.db.write((tx) => recordUpload(tx, hub, repo.id, actor.userId, blob))
  return blob
}

/** How many blobs are written concurrently: each waits for the disk to flush. */
const atOnce = 8

/** Like {@link storeInlineLarge}, for many small files: one transaction for all. @returns in the given order */
export async function storeInlineFiles(hub: Hub, actor: UserActor, repo: Repo, contents: readonly Buffer[]): Promise<StoredBlob[]> {
  const blobs: StoredBlob[] = []
  for (let start = 0; start < contents.length; start += atOnce) {
    const batch = contents.slice(start, start + atOnce)
    blobs.push(...(await Promise.all(batch.map((content) => hub.blobs.put(once(content), { maxBytes: hub.config.inlineUploadBytes })))))
  }
  if (blobs.length > 0) {
    await hub.db.write(async (tx) => {
      for (const blob of blobs) await recordUpload(tx, hub, repo.id, actor.userId, blob)
    })
  }
  return blobs
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
