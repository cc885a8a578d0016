import type { Readable } from 'node:stream'
import type { UserActor } from '../accounts/index.ts'
import type { StoredBlob } from '../blobs/blob-store.ts'
import type { Hub } from '../hub.ts'
import type { Repo } from '../repos/index.ts'
import { recordUpload } from './object-rows.ts'

/**
 * Stores a file that came inside a commit, and that belongs into LFS, as if the actor had uploaded it: clients that
 * upload through Xet and nothing else send large files this way (hub API 5.3, B).
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
