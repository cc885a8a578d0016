import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { formatHash, openHasher, readShard, sameHash, type ShardFile, XetFormatError } from '@portolan/xet'
import type { StoredBlob } from '../../foundation/blobs/blob-store.ts'
import { lockBlobs } from '../../foundation/blobs/guarded-blob-store.ts'
import { digestTerms, findXorbs, hashFile, packTerms, readTerms, type StoredXorb, type Term } from '../../foundation/contents/index.ts'
import { type Tx, toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { damagedObjects, recordUpload, usableObjects } from '../lfs/index.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import { rememberChunks } from './accept-xorb.ts'
import { type ChunkRange, covers, readableChunks, uploadedXorbs } from './usable-chunks.ts'
import type { XetSession } from './xet-token.ts'

const hasher = openHasher()

/** How many shards this process verifies concurrently per hub; each may read all bytes of its files. */
const maxAtOnce = 2
const shards = hubState('shards', () => ({ running: 0, waiting: [] as (() => void)[] }))

/** A file in a shard whose parts all exist and may all be used by the sender. */
interface CheckedFile {
  readonly file: ShardFile
  readonly terms: readonly Term[]
  readonly size: number
}

/**
 * Accepts a description of files as chunks, and makes them files that the sender may commit to the session's repo, as
 * if they had been uploaded whole. Every part must be one the sender may use and has proven to have; the
 * content is read to the end and hashed. Atomic: all files are accepted, or none.
 * @param options.onProgress called with bytes hashed and bytes to hash
 * @returns whether anything was new to this repo
 * @throws {HubError} `xet.invalid`, `body.too_large`
 */
export async function acceptShard(
  hub: Hub,
  session: XetSession,
  bytes: Uint8Array,
  options: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void } = {},
): Promise<{ isNew: boolean }> {
  const line = shards(hub)
  while (line.running >= maxAtOnce) await new Promise<void>((resolve) => line.waiting.push(resolve))
  line.running++
  try {
    const files = await checkFiles(hub, session, readShard(bytes), options.signal)
    return await takeFiles(hub, session, files, options)
  } catch (error) {
    throw error instanceof XetFormatError ? new HubError('xet.invalid', { message: error.message }, { cause: error }) : error
  } finally {
    line.running--
    line.waiting.shift()?.()
  }
}

async function checkFiles(
  hub: Hub,
  session: XetSession,
  files: readonly ShardFile[],
  signal: AbortSignal | undefined,
): Promise<CheckedFile[]> {
  const hashes = new Map(files.flatMap(({ terms }) => terms.map(({ xorb }) => [toHex(xorb), xorb] as const)))
  const xorbs = await findXorbs(hub.db.read, [...hashes.values()])
  const ids = [...xorbs.values()].map(({ id }) => id)
  const uploaded = await uploadedXorbs(hub.db.read, session, ids)
  const readable = await readableChunks(
    hub,
    session,
    ids.filter((id) => !uploaded.has(id)),
  )
  const mayUse = (xorb: StoredXorb, range: ChunkRange) => uploaded.has(xorb.id) || covers(readable.get(xorb.id) ?? [], range)
  const checked: CheckedFile[] = []
  let total = 0
  for (const file of files) {
    signal?.throwIfAborted()
    const terms = await checkTerms(file, xorbs, mayUse)
    const size = terms.reduce((sum, term) => sum + term.bytes, 0)
    total += size
    // One limit for all of them combined, too: a few bytes can describe a great many.
    if (total > hub.config.maxFileBytes) throw new HubError('body.too_large', { maxBytes: hub.config.maxFileBytes })
    if (!sameHash(await hashFile(chunksOf(file, xorbs)), file.hash))
      throw new XetFormatError(`The hash of the file ${formatHash(file.hash)} does not match its chunks.`)
    checked.push({ file, terms, size })
  }
  await refuseTooMuch(hub, session, checked)
  return checked
}

/** Before anything is read: checks whether what is new here fits the quota. @throws {HubError} `storage.quota_exceeded` */
async function refuseTooMuch(hub: Hub, session: XetSession, files: readonly CheckedFile[]): Promise<void> {
  let bytes = 0
  for (const { file, size } of files) if (!(await isHere(hub, session, file))) bytes += size
  await requireFreeSpace(hub, session.repo.ownerId, bytes)
}

/**
 * The error is the same for a xorb that is not stored and one the sender may not use: it does not reveal
 * what others have.
 */
async function checkTerms(
  file: ShardFile,
  xorbs: ReadonlyMap<string, StoredXorb>,
  mayUse: (xorb: StoredXorb, range: ChunkRange) => boolean,
): Promise<Term[]> {
  const { verification: hashOf } = await hasher
  if (file.terms.length === 0) throw new XetFormatError('A file of the shard has no parts.')
  if (file.verification === null) throw new XetFormatError('A file of the shard has no verification hashes.')
  return file.terms.map(({ xorb: hash, startChunk, endChunk, bytes }, i) => {
    const xorb = xorbs.get(toHex(hash))
    if (xorb === undefined || !mayUse(xorb, { start: startChunk, end: endChunk }))
      throw new XetFormatError(`You cannot use the xorb ${formatHash(hash)}. Upload it first.`)
    if (startChunk >= endChunk || endChunk > xorb.index.count)
      throw new XetFormatError('A part of a file refers to chunks that its xorb does not have.')
    if (xorb.index.contentBytes(startChunk, endChunk) !== bytes)
      throw new XetFormatError('The length of a part of a file does not match its chunks.')
    const proof = file.verification?.[i]
    if (proof === undefined || !sameHash(hashOf(xorb.index.hashes(startChunk, endChunk)), proof))
      throw new XetFormatError('A verification hash does not match.')
    return { xorbId: xorb.id, startChunk, endChunk, bytes }
  })
}

/** Hash and length of every chunk of a file, from its xorbs. */
function chunksOf(file: ShardFile, xorbs: ReadonlyMap<string, StoredXorb>): Uint8Array {
  return Buffer.concat(
    file.terms.map(
      ({ xorb, startChunk, endChunk }) => xorbs.get(toHex(xorb))?.index.packed.subarray(startChunk * 40, endChunk * 40) ?? Buffer.alloc(0),
    ),
  )
}

async function takeFiles(
  hub: Hub,
  session: XetSession,
  files: readonly CheckedFile[],
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void },
): Promise<{ isNew: boolean }> {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  const taken: (CheckedFile & { sha256: string; repaired: StoredBlob | null; isDamaged: boolean })[] = []
  let done = 0
  let isNew = false
  for (const checked of files) {
    const { file, terms, size } = checked
    signal?.throwIfAborted()
    if (!(await isHere(hub, session, file))) {
      isNew = true
      const sha256 = await digestTerms(hub, terms, (bytes) => {
        signal?.throwIfAborted()
        onProgress?.(done + bytes, total)
      })
      if (file.sha256 !== null && file.sha256 !== sha256)
        throw new XetFormatError(`The SHA-256 of the file ${formatHash(file.hash)} does not match.`)
      const isDamaged = await isStoredDamaged(hub, sha256, size)
      taken.push({ ...checked, sha256, isDamaged, repaired: isDamaged ? await rewriteBlob(hub, sha256, size, terms) : null })
    }
    done += size
  }
  const { repo, userId } = session
  await hub.db.write(async (tx) => {
    for (const { file, terms, size, sha256, isDamaged, repaired } of taken) {
      if (isDamaged) await forgetDamaged(tx, sha256)
      await recordFile(tx, hub, { hash: file.hash, terms, size, sha256 })
      await recordUpload(tx, hub, repo.id, userId, repaired ?? { sha256, size })
    }
  })
  return { isNew }
}

/** True when the hub has other bytes than these, as far as it knows. */
async function isStoredDamaged(hub: Hub, sha256: string, size: number): Promise<boolean> {
  const blob = await hub.blobs.stat(sha256)
  return (blob !== null && blob.size !== size) || (await damagedObjects(hub.db.read, [sha256])).has(sha256)
}

/** Reads prefer a blob of the file's own, which may hold chunks of other files, too: it is written again from the chunks that were just verified. */
async function rewriteBlob(hub: Hub, sha256: string, size: number, terms: readonly Term[]): Promise<StoredBlob | null> {
  if ((await hub.blobs.stat(sha256)) === null) return null
  return hub.blobs.put(Readable.from(readTerms(hub, terms, { start: 0, end: size - 1 }), { objectMode: false }), { sha256, size })
}

/** The file consists of other chunks from now on, and of its blob, if it has one. */
async function forgetDamaged(tx: Tx, sha256: string): Promise<void> {
  const key = Buffer.from(sha256, 'hex')
  await tx.deleteFrom('xet_file_xorb').where('sha256', '=', key).execute()
  await tx.deleteFrom('xet_file').where('sha256', '=', key).execute()
  await tx.deleteFrom('storage_damage').where('kind', 'in', ['large file', 'chunks']).where('item', '=', sha256).execute()
  const inside = await tx.selectFrom('xet_xorb').select('id').where('blob', '=', key).execute()
  const ids = inside.map(({ id }) => String(id))
  if (ids.length > 0) await tx.deleteFrom('storage_damage').where('kind', '=', 'xorb').where('item', 'in', ids).execute()
}

/** True when this very file is already usable in this very repo: then it need not be read again. */
async function isHere(hub: Hub, session: XetSession, file: ShardFile): Promise<boolean> {
  if (file.sha256 === null) return false
  const row = await hub.db.read
    .selectFrom('xet_file')
    .select('hash')
    .where('sha256', '=', Buffer.from(file.sha256, 'hex'))
    .executeTakeFirst()
  if (row === undefined || !sameHash(row.hash, file.hash)) return false
  const size = file.terms.reduce((sum, { bytes }) => sum + bytes, 0)
  if (await isStoredDamaged(hub, file.sha256, size)) return false
  return (await usableObjects(hub.db.read, session.repo.id, session.userId, [file.sha256])).has(file.sha256)
}

/** Records what a content consists of. Existing records of the same content stay. */
export async function recordFile(
  tx: Tx,
  hub: Hub,
  file: { hash: Uint8Array; terms: readonly Term[]; size: number; sha256: string },
): Promise<void> {
  // Nobody can free the content, or its xorbs, before this is written.
  await lockBlobs(tx, 'shared')
  const now = hub.now().getTime()
  const sha256 = Buffer.from(file.sha256, 'hex')
  const inserted = await tx
    .insertInto('xet_file')
    .values({ sha256, hash: Buffer.from(file.hash), size: file.size, terms: packTerms(file.terms), created: now })
    .onConflict((c) => c.column('sha256').doNothing())
    .returning('size')
    .executeTakeFirst()
  if (inserted === undefined) return
  const xorbIds = [...new Set(file.terms.map(({ xorbId }) => xorbId))]
  for (let at = 0; at < xorbIds.length; at += 500) {
    const ids = xorbIds.slice(at, at + 500)
    await tx
      .insertInto('xet_file_xorb')
      .values(ids.map((xorbId) => ({ xorb_id: xorbId, sha256 })))
      .execute()
    const updated = await tx.updateTable('xet_xorb').set({ used: now }).where('id', 'in', ids).executeTakeFirst()
    // Freed in the meantime: nothing is kept, and the client sends it again.
    if (Number(updated.numUpdatedRows) !== ids.length) throw new HubError('xet.invalid', { message: 'A xorb no longer exists.' })
  }
  // Clients query the first chunk of every file, whatever its hash.
  const first = file.terms[0]
  if (first === undefined) return
  const row = await tx.selectFrom('xet_xorb').select('chunks').where('id', '=', first.xorbId).executeTakeFirstOrThrow()
  await rememberChunks(tx, [{ hash: row.chunks.subarray(first.startChunk * 40, first.startChunk * 40 + 32), xorbId: first.xorbId }])
}
