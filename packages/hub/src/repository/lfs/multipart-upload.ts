import { Readable } from 'node:stream'
import { HubError, isHubError } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import type { StoredPart } from '../../foundation/blobs/part-store.ts'
import { toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { type LinkHolder, recordKeptUpload, requireLinkHolder } from './link-holder.ts'
import { usableObjects } from './object-rows.ts'
import { type LinkClaims, verifyLink } from './sign-link.ts'

/** Clients receive the part URLs in response headers; with more parts than this, the response itself gets large. */
const maxParts = 10_000
const mebibyte = 1024 * 1024

/** An upload in parts. The uploaded parts are in the blob store (`BlobStore.parts`), under the id. */
export interface PartUpload {
  readonly id: string
  readonly sha256: string
  readonly size: number
  /** Size of every part except the last. Bytes. */
  readonly partBytes: number
}

/** Finds this user's unfinished upload of the object to this repo, so that it can be resumed, or starts a new one. */
export async function openUpload(
  hub: Hub,
  wanted: { repoId: number; userId: number; sha256: string; size: number; expiresAt: Date; partBytes: number },
): Promise<PartUpload> {
  const sha256 = Buffer.from(wanted.sha256, 'hex')
  const atLeast = Math.ceil(wanted.size / maxParts / mebibyte) * mebibyte
  const partBytes = Math.max(wanted.partBytes, wanted.size > wanted.partBytes * maxParts ? atLeast : 0)
  const now = hub.now().getTime()
  return hub.db.write(async (tx) => {
    const open = await tx
      .selectFrom('lfs_upload')
      .select(['id', 'part_bytes'])
      .where('repo_id', '=', wanted.repoId)
      .where('user_id', '=', wanted.userId)
      .where('sha256', '=', sha256)
      .where('size', '=', wanted.size)
      .where('expires', '>', now)
      .executeTakeFirst()
    if (open) {
      await tx.updateTable('lfs_upload').set({ expires: wanted.expiresAt.getTime() }).where('id', '=', open.id).execute()
      return { id: open.id, sha256: wanted.sha256, size: wanted.size, partBytes: open.part_bytes }
    }
    const id = hub.newId()
    await tx
      .insertInto('lfs_upload')
      .values({
        id,
        repo_id: wanted.repoId,
        user_id: wanted.userId,
        sha256,
        size: wanted.size,
        part_bytes: partBytes,
        created: now,
        expires: wanted.expiresAt.getTime(),
      })
      .execute()
    return { id, sha256: wanted.sha256, size: wanted.size, partBytes }
  })
}

/**
 * Receives part `number` (from 1) of an upload. A part may be sent again; the last one counts.
 * @returns the part's entity tag, without quotes
 * @throws {HubError} `lfs.link_expired`, `lfs.size_mismatch`, `query.invalid` for a number out of range, `storage.full`
 */
export async function acceptPart(
  hub: Hub,
  actor: Actor,
  token: string,
  number: number,
  content: Readable | AsyncIterable<Uint8Array>,
): Promise<{ etag: string }> {
  const { upload } = await requireUpload(hub, actor, token)
  return hub.blobs.parts.put(upload.id, number, content, { size: partSize(upload, number), freeChunks: content instanceof Readable })
}

/** The entity tag of an uploaded part, `null` when it is missing: a client that resumes checks before it sends. */
export async function findPart(hub: Hub, actor: Actor, token: string, number: number): Promise<{ etag: string } | null> {
  const { upload } = await requireUpload(hub, actor, token)
  partSize(upload, number)
  const part = (await hub.blobs.parts.list(upload.id)).get(number)
  return part === undefined ? null : { etag: part.etag }
}

/**
 * Completes an upload: all parts are there, the whole has the announced sha-256, the blob is stored and recorded.
 * May be called again after success.
 * @throws {HubError} `lfs.object_missing` when parts are missing or differ from those listed, `lfs.hash_mismatch` (the parts are dropped)
 */
export async function completeUpload(
  hub: Hub,
  actor: Actor,
  token: string,
  listed: { oid: string; parts: readonly { partNumber: number; etag: string }[] },
): Promise<void> {
  const claims = await verifyLink(hub, 'multipart', token)
  const holder = await requireLinkHolder(hub, claims, actor)
  if (listed.oid !== claims.sha256) throw new HubError('lfs.hash_mismatch', { expected: claims.sha256, received: listed.oid })
  const row = await findUpload(hub, claims, holder)
  if (row === null) {
    const usable = await usableObjects(hub.db.read, holder.repo.id, holder.userId, [claims.sha256])
    if (usable.has(claims.sha256)) return
    throw new HubError('lfs.link_expired', { message: 'This upload has ended. Request a new one.' })
  }
  const parts = await listedParts(hub, row, listed.parts)
  try {
    const blob = await hub.blobs.parts.complete(row.id, parts, { sha256: row.sha256, size: row.size })
    await hub.db.write(async (tx) => {
      await recordKeptUpload(tx, hub, claims, blob)
      await tx.deleteFrom('lfs_upload').where('id', '=', row.id).execute()
    })
  } catch (error) {
    if (!isHubError(error, 'lfs.hash_mismatch')) throw error
    await hub.db.write((tx) => tx.deleteFrom('lfs_upload').where('id', '=', row.id).execute())
    await hub.blobs.parts.drop(row.id)
    throw error
  }
  await hub.blobs.parts.drop(row.id)
}

/**
 * Drops expired multipart uploads, and parts that belong to no upload.
 * @returns the number dropped
 */
export async function sweepUploads(hub: Hub): Promise<number> {
  const now = hub.now().getTime()
  // The parts first: an upload that starts in the meantime has its row before its first part.
  const stored: string[] = []
  for await (const id of hub.blobs.parts.uploads()) stored.push(id)
  const known = new Set((await hub.db.read.selectFrom('lfs_upload').select('id').where('expires', '>', now).execute()).map(({ id }) => id))
  let dropped = 0
  for (const id of stored) {
    if (known.has(id)) continue
    await hub.blobs.parts.drop(id)
    dropped++
  }
  await hub.db.write((tx) => tx.deleteFrom('lfs_upload').where('expires', '<=', now).execute())
  return dropped
}

async function requireUpload(hub: Hub, actor: Actor, token: string): Promise<{ claims: LinkClaims; upload: PartUpload }> {
  const claims = await verifyLink(hub, 'multipart', token)
  const holder = await requireLinkHolder(hub, claims, actor)
  const upload = await findUpload(hub, claims, holder)
  if (upload === null) throw new HubError('lfs.link_expired', { message: 'This upload has ended. Request a new one.' })
  return { claims, upload }
}

async function findUpload(hub: Hub, claims: LinkClaims, { repo, userId }: LinkHolder): Promise<PartUpload | null> {
  const row = await hub.db.read
    .selectFrom('lfs_upload')
    .select(['id', 'sha256', 'size', 'part_bytes'])
    .where('id', '=', claims.uploadId ?? '')
    .where('repo_id', '=', repo.id)
    .where('user_id', '=', userId)
    .where('expires', '>', hub.now().getTime())
    .executeTakeFirst()
  return row ? { id: row.id, sha256: toHex(row.sha256), size: row.size, partBytes: row.part_bytes } : null
}

function partSize(upload: PartUpload, number: number): number {
  const offset = (number - 1) * upload.partBytes
  if (!Number.isInteger(number) || number < 1 || offset >= upload.size)
    throw new HubError('query.invalid', { message: `There is no part ${number}.` })
  return Math.min(upload.partBytes, upload.size - offset)
}

/** All parts, in order; they must match the client's list. */
async function listedParts(hub: Hub, upload: PartUpload, listed: readonly { partNumber: number; etag: string }[]): Promise<StoredPart[]> {
  const arrived = await hub.blobs.parts.list(upload.id)
  const etags = new Map(listed.map(({ partNumber, etag }) => [partNumber, etag.replaceAll('"', '')]))
  const parts: StoredPart[] = []
  for (let number = 1; number <= Math.ceil(upload.size / upload.partBytes); number++) {
    const part = arrived.get(number)
    if (part === undefined || etags.get(number) !== part.etag)
      throw new HubError('lfs.object_missing', { message: `Part ${number} has not been uploaded.` })
    // Parts sent straight to the store were not measured on the way.
    if (part.size !== partSize(upload, number))
      throw new HubError('lfs.size_mismatch', {
        message: `The size of part ${number} does not match.`,
        expected: partSize(upload, number),
        received: part.size,
      })
    parts.push(part)
  }
  return parts
}
