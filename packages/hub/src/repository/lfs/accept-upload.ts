import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import type { StoredBlob } from '../../foundation/blobs/blob-store.ts'
import type { Hub } from '../../hub.ts'
import { recordKeptUpload, requireLinkHolder } from './link-holder.ts'
import { usableObjects } from './object-rows.ts'
import { verifyLink } from './sign-link.ts'

/**
 * Receives the bytes of one large file on a signed upload link. The upload is complete when this resolves: not every
 * client requests verification. Sending the same bytes again is harmless.
 * @param content takes over a stream's chunks: their memory is freed
 * @throws {HubError} `lfs.link_expired`, `auth.forbidden`, `lfs.hash_mismatch`, `lfs.size_mismatch`, `storage.full`
 */
export async function acceptUpload(
  hub: Hub,
  actor: Actor,
  token: string,
  content: Readable | AsyncIterable<Uint8Array>,
): Promise<StoredBlob> {
  const claims = await verifyLink(hub, 'upload', token)
  await requireLinkHolder(hub, claims, actor)
  const blob = await hub.blobs.put(content, { sha256: claims.sha256, size: claims.size, freeChunks: content instanceof Readable })
  await hub.db.write((tx) => recordKeptUpload(tx, hub, claims, blob))
  return blob
}

/**
 * Confirms that an upload arrived.
 * @throws {HubError} `lfs.object_missing` when it did not, `lfs.size_mismatch` or `lfs.hash_mismatch` when a different object is requested
 */
export async function confirmUpload(hub: Hub, actor: Actor, token: string, object: { oid: string; size: number }): Promise<void> {
  const claims = await verifyLink(hub, 'verify', token)
  const { repo, userId } = await requireLinkHolder(hub, claims, actor)
  if (object.oid !== claims.sha256) throw new HubError('lfs.hash_mismatch', { expected: claims.sha256, received: object.oid })
  if (object.size !== claims.size) throw new HubError('lfs.size_mismatch', { expected: claims.size, received: object.size })
  const usable = await usableObjects(hub.db.read, repo.id, userId, [claims.sha256])
  if (!usable.has(claims.sha256)) throw new HubError('lfs.object_missing', { oid: claims.sha256 })
}
