import { createHash } from 'node:crypto'
import { chunkHeaderBytes, type Hash, isDedupEligible, XorbIndex, xetLimits } from '@portolan/xet'
import { diskState } from '../../foundation/blobs/disk-reserve.ts'
import { freeBlob, lockBlobs } from '../../foundation/blobs/guarded-blob-store.ts'
import {
  type CutChunk,
  cutIntoChunks,
  digestTerms,
  findChunked,
  hashFile,
  hashXorb,
  loadXorbs,
  openContent,
  readBlobBytes,
  type Term,
  xorbLayout,
} from '../../foundation/contents/index.ts'
import { toHex, type Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { recordFile } from './accept-shard.ts'
import { rememberChunks } from './accept-xorb.ts'
import { xorbsInBlobs } from './in-use.ts'

/** Smaller files stay as they are: there is little to deduplicate. Bytes. */
const minBytes = 1024 * 1024
/** So do larger ones: sorting their chunks would take too much memory. Bytes. */
const maxBytes = 64 * 1024 ** 3
/** Above this share of known chunks, a file is stored as chunks, and only the others are added. */
const worthwhile = 0.25
/** Contents searched for chunks that a file may share. */
const maxNeighbors = 16

const chunking = hubState('chunking', () => ({
  isRunning: false,
  /** A file that could not be read is not retried by this process. */
  failed: new Set<string>(),
}))

/**
 * Finds files that were uploaded whole, and describes them as chunks, so that they can be downloaded through Xet and other
 * files can reuse their chunks. A file that shares nothing stays in place: its chunks are ranges of its blob. One that
 * shares much is stored as chunks, and its blob is freed.
 * @param limit maximum number of files
 * @returns the number of files described
 */
export async function chunkStoredFiles(hub: Hub, limit = 4): Promise<number> {
  // A copy is stored before the original is freed.
  if (hub.config.xet !== 'on' || (await diskState(hub))?.isLow === true) return 0
  const state = chunking(hub)
  if (state.isRunning) return 0
  state.isRunning = true
  const skipped = state.failed
  try {
    const rows = await hub.db.read
      .selectFrom('lfs_blob')
      .leftJoin('xet_file', 'xet_file.sha256', 'lfs_blob.sha256')
      .select('lfs_blob.sha256')
      .where('xet_file.sha256', 'is', null)
      .where('lfs_blob.size', '>=', minBytes)
      .where('lfs_blob.size', '<=', maxBytes)
      .orderBy('lfs_blob.created')
      .limit(limit + skipped.size)
      .execute()
    let done = 0
    for (const name of rows.map(({ sha256 }) => toHex(sha256)).filter((sha256) => !skipped.has(sha256))) {
      if (done === limit) break
      try {
        if (await chunkStoredFile(hub, name)) done++
        else skipped.add(name)
      } catch (error) {
        skipped.add(name)
        hub.log.error('could not split a stored file into chunks', { sha256: name, error: String(error) })
      }
    }
    return done
  } finally {
    state.isRunning = false
  }
}

/** Describes one stored file as chunks; see {@link chunkStoredFiles}. @returns false when its bytes are missing */
export async function chunkStoredFile(hub: Hub, sha256: string): Promise<boolean> {
  const content = await openContent(hub, sha256)
  if (content === null || !content.isBlob) return false
  const chunks = await cutIntoChunks(await content.read())
  const known = await knownChunks(hub, chunks)
  const sharedBytes = chunks.reduce((sum, { hash, length }) => (known.has(toHex(hash)) ? sum + length : sum), 0)
  // Clients with a URL of the store itself must find the blob there.
  const moved =
    sharedBytes >= content.size * worthwhile && hub.blobs.links === null ? await storeNewChunks(hub, sha256, chunks, known) : null
  // Chunks stored elsewhere are read before the blob, which has the same bytes, may be freed.
  const move = moved !== null && (await isSound(hub, sha256, moved.terms))
  const plan = move ? moved : await chunksInPlace(sha256, chunks)
  const hash = await hashFile(XorbIndex.from(chunks.map((chunk) => ({ ...chunk, end: 0 }))).packed)
  const recorded = await hub.db.write(async (tx) => {
    await lockBlobs(tx, 'shared')
    if (!(await isUndescribed(tx, sha256))) return false
    const ids = await recordBareXorbs(tx, hub, plan.xorbs)
    const terms = plan.terms.map(({ xorb, startChunk, endChunk, bytes }) => ({
      xorbId: typeof xorb === 'number' ? xorb : (ids.get(xorb) ?? 0),
      startChunk,
      endChunk,
      bytes,
    }))
    await recordFile(tx, hub, { hash, terms, size: content.size, sha256 })
    return true
  })
  // Not when it contains chunks of others.
  if (recorded && move)
    await freeBlob(hub.db, hub.rawBlobs, hub.now().getTime(), sha256, async (tx) => (await xorbsInBlobs(tx, [sha256])).size > 0, true)
  return true
}

/** Another process may have described the file in the meantime, and freed its blob; or garbage collection has, because it is no longer referenced. */
async function isUndescribed(tx: Tx, sha256: string): Promise<boolean> {
  const key = Buffer.from(sha256, 'hex')
  const file = await tx.selectFrom('xet_file').select('size').where('sha256', '=', key).executeTakeFirst()
  const blob = await tx.selectFrom('lfs_blob').select('size').where('sha256', '=', key).executeTakeFirst()
  return file === undefined && blob !== undefined
}

/** Whether the chunks stored elsewhere can be read, and match the blob's. */
async function isSound(hub: Hub, sha256: string, terms: Plan['terms']): Promise<boolean> {
  const shared: Term[] = []
  const hash = createHash('sha256')
  let at = 0
  for (const { xorb, startChunk, endChunk, bytes } of terms) {
    if (typeof xorb === 'number') {
      shared.push({ xorbId: xorb, startChunk, endChunk, bytes })
      for (let from = 0; from < bytes; from += minBytes)
        hash.update(await readBlobBytes(hub, sha256, at + from, Math.min(minBytes, bytes - from)))
    }
    at += bytes
  }
  try {
    return (await digestTerms(hub, shared)) === hash.digest('hex')
  } catch (error) {
    hub.log.error('cannot read chunks of a stored file; run `portolan verify` for details', { sha256, error: String(error) })
    return false
  }
}

/** A xorb that is a range of a blob: the concatenated contents of its chunks. */
interface BareXorb {
  readonly hash: Hash
  readonly blob: string
  readonly blobOffset: number
  readonly index: XorbIndex
}

interface Plan {
  readonly xorbs: readonly BareXorb[]
  /** `xorb` is an existing row, or one of the new ones. */
  readonly terms: readonly (Omit<Term, 'xorbId'> & { readonly xorb: number | BareXorb })[]
}

/** Every chunk is where it was. */
async function chunksInPlace(sha256: string, chunks: readonly CutChunk[]): Promise<Plan> {
  const xorbs = await bareXorbs(sha256, chunks)
  return { xorbs, terms: xorbs.map(wholeTerm) }
}

/** Chunks stored elsewhere are used from there; a new blob contains the others. */
async function storeNewChunks(hub: Hub, sha256: string, chunks: readonly CutChunk[], known: ReadonlyMap<string, Place>): Promise<Plan> {
  const fresh: CutChunk[] = []
  const ranges: { start: number; length: number }[] = []
  const places: (Place | number)[] = []
  const firstAt = new Map<string, number>()
  let at = 0
  for (const chunk of chunks) {
    const key = toHex(chunk.hash)
    const place = known.get(key) ?? firstAt.get(key)
    if (place === undefined) {
      firstAt.set(key, fresh.length)
      places.push(fresh.length)
      fresh.push(chunk)
      const last = ranges.at(-1)
      if (last !== undefined && last.start + last.length === at && last.length < xetLimits.shardBytes) last.length += chunk.length
      else ranges.push({ start: at, length: chunk.length })
    } else places.push(place)
    at += chunk.length
  }
  async function* newBytes(): AsyncGenerator<Uint8Array> {
    for (const { start, length } of ranges) {
      for (let from = 0; from < length; from += minBytes)
        yield await readBlobBytes(hub, sha256, start + from, Math.min(minBytes, length - from))
    }
  }
  const xorbs = fresh.length === 0 ? [] : await bareXorbs((await hub.blobs.put(newBytes(), {})).sha256, fresh)
  const starts: number[] = []
  for (const { index } of xorbs) starts.push((starts.at(-1) ?? 0) + index.count)
  const terms: { xorb: number | BareXorb; startChunk: number; endChunk: number; bytes: number }[] = []
  chunks.forEach((chunk, i) => {
    const place = places[i]
    if (place === undefined) throw new Error('a chunk has no position')
    const which = typeof place === 'number' ? starts.findIndex((end) => place < end) : -1
    const xorb = typeof place === 'number' ? xorbs[which] : place.xorbId
    if (xorb === undefined) throw new Error('a chunk has no xorb')
    const number = typeof place === 'number' ? place - (starts[which - 1] ?? 0) : place.chunk
    const last = terms.at(-1)
    if (last !== undefined && last.xorb === xorb && last.endChunk === number) {
      last.endChunk++
      last.bytes += chunk.length
    } else terms.push({ xorb, startChunk: number, endChunk: number + 1, bytes: chunk.length })
  })
  return { xorbs, terms }
}

function wholeTerm(xorb: BareXorb): Plan['terms'][number] {
  return { xorb, startChunk: 0, endChunk: xorb.index.count, bytes: xorb.index.contentBytes(0, xorb.index.count) }
}

/** Groups consecutive chunks in a blob into xorbs of maximum size. */
async function bareXorbs(blob: string, chunks: readonly CutChunk[]): Promise<BareXorb[]> {
  const xorbs: BareXorb[] = []
  let blobOffset = 0
  for (let at = 0; at < chunks.length;) {
    const entries: { hash: Hash; end: number; length: number }[] = []
    let end = 0
    let bytes = 0
    for (; at < chunks.length && entries.length < xetLimits.xorbChunks; at++) {
      const chunk = chunks[at]
      if (chunk === undefined || bytes + chunk.length > xetLimits.ownXorbContentBytes) break
      end += chunkHeaderBytes + chunk.length
      bytes += chunk.length
      entries.push({ ...chunk, end })
    }
    const index = XorbIndex.from(entries)
    xorbs.push({ hash: await hashXorb(Uint8Array.from(index.packed)), blob, blobOffset, index })
    blobOffset += bytes
  }
  return xorbs
}

/** Location of a chunk. */
interface Place {
  readonly xorbId: number
  readonly chunk: number
}

/**
 * Chunks that are already stored, as far as they can be found through queryable chunks and their neighbors. Searches the whole
 * hub: the result is only visible to those who have the file.
 */
async function knownChunks(hub: Hub, chunks: readonly CutChunk[]): Promise<Map<string, Place>> {
  const asked = chunks.filter(({ hash }, i) => i === 0 || isDedupEligible(hash)).map(({ hash }) => Buffer.from(hash))
  const ids = new Set<number>()
  for (let at = 0; at < asked.length; at += 500) {
    const rows = await hub.db.read
      .selectFrom('xet_chunk')
      .select('xorb_id')
      .where('hash', 'in', asked.slice(at, at + 500))
      .execute()
    for (const { xorb_id } of rows) ids.add(xorb_id)
  }
  if (ids.size === 0) return new Map()
  const files = await hub.db.read
    .selectFrom('xet_file_xorb')
    .select('sha256')
    .distinct()
    .where('xorb_id', 'in', [...ids].slice(0, 500))
    .limit(maxNeighbors)
    .execute()
  for (const { sha256 } of files) for (const { xorbId } of (await findChunked(hub, toHex(sha256)))?.terms ?? []) ids.add(xorbId)
  const places = new Map<string, Place>()
  for (const [id, { index }] of await loadXorbs(hub, ids)) {
    for (let chunk = 0; chunk < index.count; chunk++) places.set(toHex(index.hash(chunk)), { xorbId: id, chunk })
  }
  return places
}

async function recordBareXorbs(tx: Tx, hub: Hub, xorbs: readonly BareXorb[]): Promise<Map<BareXorb, number>> {
  const now = hub.now().getTime()
  const ids = new Map<BareXorb, number>()
  for (const xorb of xorbs) {
    const { index } = xorb
    const { id } = await tx
      .insertInto('xet_xorb')
      .values({
        hash: Buffer.from(xorb.hash),
        blob: Buffer.from(xorb.blob, 'hex'),
        layout: xorbLayout.bare,
        blob_offset: xorb.blobOffset,
        bytes: index.end(index.count - 1),
        content_bytes: index.contentBytes(0, index.count),
        chunks: index.packed,
        created: now,
        used: now,
      })
      .onConflict((c) => c.column('hash').doUpdateSet({ used: now }))
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.set(xorb, id)
    const eligible = Array.from({ length: index.count }, (_, i) => index.hash(i)).filter(isDedupEligible)
    await rememberChunks(
      tx,
      eligible.map((hash) => ({ hash, xorbId: id })),
    )
  }
  return ids
}
