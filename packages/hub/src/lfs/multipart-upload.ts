import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { HubError, isHubError } from '@portolan/contract'
import type { Actor } from '../accounts/index.ts'
import { writeNewFile } from '../blobs/write-new-file.ts'
import { toHex } from '../db/db.ts'
import type { Hub } from '../hub.ts'
import { requireLinkHolder } from './link-holder.ts'
import { recordUpload, usableObjects } from './object-rows.ts'
import { type LinkClaims, verifyLink } from './sign-link.ts'

/** Clients number parts in one answer header; more than this and the answer itself gets large. */
const maxParts = 10_000
const mebibyte = 1024 * 1024

/** An upload in parts. Its folder below the data folder holds one file per part that arrived, `<number>.<etag>`. */
export interface PartUpload {
  readonly id: string
  readonly sha256: string
  readonly size: number
  /** Every part has this size but the last. Bytes. */
  readonly partBytes: number
}

/** Finds this user's unfinished upload of the object to this repo, so that it can be resumed, or starts one. */
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
 * Takes part `number` (from 1) of an upload. A part may be sent again; the last one counts.
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
  const dir = uploadDir(hub, upload.id)
  const arriving = join(dir, `arriving-${hub.newId()}`)
  await mkdir(dir, { recursive: true })
  try {
    // A file of its own until it is whole: two senders of one part do not get in each other's way.
    const { sha256 } = await writeNewFile(arriving, content, { size: partSize(upload, number), freeChunks: content instanceof Readable })
    await dropPart(dir, number)
    await rename(arriving, join(dir, `${number}.${sha256}`))
    return { etag: sha256 }
  } catch (error) {
    await unlink(arriving).catch(() => {})
    throw error
  }
}

/** The entity tag of a part that has arrived, `null` when it has not: a client that resumes asks before it sends. */
export async function findPart(hub: Hub, actor: Actor, token: string, number: number): Promise<{ etag: string } | null> {
  const { upload } = await requireUpload(hub, actor, token)
  partSize(upload, number)
  const etag = (await arrivedParts(uploadDir(hub, upload.id))).get(number)
  return etag === undefined ? null : { etag }
}

/**
 * Ends an upload: all parts are there, the whole has the announced sha-256, the blob is stored and recorded.
 * May be called again after it succeeded.
 * @throws {HubError} `lfs.object_missing` when parts are missing or differ from those listed, `lfs.hash_mismatch` (the parts are dropped)
 */
export async function completeUpload(
  hub: Hub,
  actor: Actor,
  token: string,
  listed: { oid: string; parts: readonly { partNumber: number; etag: string }[] },
): Promise<void> {
  const claims = await verifyLink(hub, 'multipart', token)
  await requireLinkHolder(hub, claims, actor)
  if (listed.oid !== claims.sha256) throw new HubError('lfs.hash_mismatch', { expected: claims.sha256, received: listed.oid })
  const row = await findUpload(hub, claims)
  if (row === null) {
    const usable = await usableObjects(hub.db.read, claims.repoId, claims.userId, [claims.sha256])
    if (usable.has(claims.sha256)) return
    throw new HubError('lfs.link_expired', { message: 'This upload is over. Ask for a new one.' })
  }
  const dir = uploadDir(hub, row.id)
  const files = await listedParts(dir, row, listed.parts)
  try {
    const blob = await hub.blobs.put(concatenated(files), { sha256: row.sha256, size: row.size })
    await hub.db.write(async (tx) => {
      await recordUpload(tx, hub, claims.repoId, claims.userId, blob)
      await tx.deleteFrom('lfs_upload').where('id', '=', row.id).execute()
    })
  } catch (error) {
    if (!isHubError(error, 'lfs.hash_mismatch')) throw error
    await hub.db.write((tx) => tx.deleteFrom('lfs_upload').where('id', '=', row.id).execute())
    await rm(dir, { recursive: true, force: true })
    throw error
  }
  await rm(dir, { recursive: true, force: true })
}

/**
 * Drops uploads in parts that have expired, and folders that no upload owns.
 * @returns how many were dropped
 */
export async function sweepUploads(hub: Hub): Promise<number> {
  const now = hub.now().getTime()
  const known = new Set((await hub.db.read.selectFrom('lfs_upload').select('id').where('expires', '>', now).execute()).map(({ id }) => id))
  const root = uploadsDir(hub)
  let dropped = 0
  for (const id of await readdir(root).catch(() => [])) {
    if (known.has(id)) continue
    await rm(join(root, id), { recursive: true, force: true })
    dropped++
  }
  await hub.db.write((tx) => tx.deleteFrom('lfs_upload').where('expires', '<=', now).execute())
  return dropped
}

async function requireUpload(hub: Hub, actor: Actor, token: string): Promise<{ claims: LinkClaims; upload: PartUpload }> {
  const claims = await verifyLink(hub, 'multipart', token)
  await requireLinkHolder(hub, claims, actor)
  const upload = await findUpload(hub, claims)
  if (upload === null) throw new HubError('lfs.link_expired', { message: 'This upload is over. Ask for a new one.' })
  return { claims, upload }
}

async function findUpload(hub: Hub, claims: LinkClaims): Promise<PartUpload | null> {
  const row = await hub.db.read
    .selectFrom('lfs_upload')
    .select(['id', 'sha256', 'size', 'part_bytes'])
    .where('id', '=', claims.uploadId ?? '')
    .where('repo_id', '=', claims.repoId)
    .where('user_id', '=', claims.userId)
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

/** The files of all parts, in order; they must be those that the client lists. */
async function listedParts(dir: string, upload: PartUpload, listed: readonly { partNumber: number; etag: string }[]): Promise<string[]> {
  const arrived = await arrivedParts(dir)
  const etags = new Map(listed.map(({ partNumber, etag }) => [partNumber, etag.replaceAll('"', '')]))
  const files: string[] = []
  for (let number = 1; number <= Math.ceil(upload.size / upload.partBytes); number++) {
    const etag = arrived.get(number)
    if (etag === undefined || etags.get(number) !== etag)
      throw new HubError('lfs.object_missing', { message: `Part ${number} has not arrived.` })
    files.push(join(dir, `${number}.${etag}`))
  }
  return files
}

async function* concatenated(files: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const file of files) yield* createReadStream(file, { highWaterMark: mebibyte })
}

function uploadsDir(hub: Hub): string {
  return join(hub.config.dataDir, 'uploads')
}

function uploadDir(hub: Hub, id: string): string {
  return join(uploadsDir(hub), id)
}

async function arrivedParts(dir: string): Promise<Map<number, string>> {
  const parts = new Map<number, string>()
  for (const name of await readdir(dir).catch(() => [])) {
    const [, number, etag] = /^(\d+)\.([0-9a-f]{64})$/.exec(name) ?? []
    if (number !== undefined && etag !== undefined) parts.set(Number(number), etag)
  }
  return parts
}

async function dropPart(dir: string, number: number): Promise<void> {
  const etag = (await arrivedParts(dir)).get(number)
  if (etag !== undefined) await unlink(join(dir, `${number}.${etag}`)).catch(() => {})
}
