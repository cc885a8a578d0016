import { createHash } from 'node:crypto'
import { formatHash, type Hash, openHasher, sameHash, XorbIndex } from '@portolan/xet'
import {
  hashFile,
  hashXorb,
  loadXorbs,
  openXorbCheck,
  readBlobBytes,
  type Term,
  unpackTerms,
  xorbLayout,
} from '../../foundation/contents/index.ts'
import { toBuffer, toHex } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import type { Damage } from './damage.ts'
import type { Pace } from './pace.ts'

const rowsAtOnce = 50

/** A xorb whose bytes or row are wrong. */
interface BrokenXorb {
  readonly id: number
  readonly blob: string
  readonly hash: Hash
  readonly what: string
}

export interface ChunkReport {
  readonly damages: readonly Damage[]
  /** Blobs read and hashed along the way, and their total size. */
  readonly readBlobs: ReadonlySet<string>
}

/**
 * Verifies every xorb: it is stored, its chunks have the recorded hashes, and together they have its own. And every content described
 * by chunks: the xorbs it references exist and have those chunks.
 * @param options.quick reads no bytes
 */
export async function verifyChunks(
  hub: Hub,
  options: { quick?: boolean; onProgress?: (line: string) => void; affected(contents: readonly string[]): Promise<readonly string[]> },
): Promise<ChunkReport> {
  const damages: Damage[] = []
  const readBlobs = new Set<string>()
  for await (const broken of brokenXorbs(hub, options, readBlobs)) {
    damages.push(await xorbDamage(hub, broken, (contents) => options.affected(contents)))
  }
  for await (const { sha256, what } of brokenFiles(hub))
    damages.push({ where: `chunks of ${sha256}`, what, affects: await options.affected([sha256]) })
  return { damages, readBlobs }
}

async function* brokenXorbs(
  hub: Hub,
  { quick = false, onProgress }: { quick?: boolean; onProgress?: (line: string) => void },
  readBlobs: Set<string>,
): AsyncGenerator<BrokenXorb> {
  let after = 0
  for (;;) {
    const rows = await hub.db.read
      .selectFrom('xet_xorb')
      .select(['id', 'hash', 'blob', 'layout', 'blob_offset', 'chunks'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      onProgress?.(`xorb ${formatHash(Uint8Array.from(row.hash))}`)
      const what = await problemOfXorb(hub, row, { quick, readBlobs })
      if (what !== null) yield { id: row.id, blob: toHex(row.blob), hash: Uint8Array.from(row.hash), what }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    after = last.id
  }
}

/** A row of `xet_xorb`. */
interface XorbRow {
  readonly id: number
  readonly hash: Uint8Array
  readonly blob: Uint8Array
  readonly layout: number
  readonly blob_offset: number
  readonly chunks: Uint8Array
}

async function problemOfXorb(
  hub: Hub,
  row: XorbRow,
  { quick, readBlobs, pace }: { quick: boolean; readBlobs: Set<string>; pace?: Pace },
): Promise<string | null> {
  const hash = Uint8Array.from(row.hash)
  const blob = toHex(row.blob)
  const index = new XorbIndex(Uint8Array.from(row.chunks))
  const what =
    (await problemOfBlob(hub, blob)) ??
    (sameHash(await hashXorb(Uint8Array.from(index.packed)), hash) ? null : 'is recorded with chunks that do not match its hash') ??
    (quick
      ? null
      : row.layout === xorbLayout.bare
        ? await problemOfRange(hub, blob, row.blob_offset, index, pace)
        : await problemOfWhole(hub, blob, hash, index, readBlobs, pace))
  // Collected in the meantime: not damage.
  return what !== null && (await isThere(hub, row.id)) ? what : null
}

/** One xorb with all its bytes; nothing when it no longer exists. @param affected the files that contain one of these contents */
export async function verifyXorb(
  hub: Hub,
  id: number,
  affected: (contents: readonly string[]) => Promise<readonly string[]>,
  pace?: Pace,
): Promise<Damage[]> {
  const row = await hub.db.read
    .selectFrom('xet_xorb')
    .select(['id', 'hash', 'blob', 'layout', 'blob_offset', 'chunks'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return []
  const what = await problemOfXorb(hub, row, { quick: false, readBlobs: new Set(), ...(pace === undefined ? {} : { pace }) })
  return what === null ? [] : [await xorbDamage(hub, { id, blob: toHex(row.blob), hash: Uint8Array.from(row.hash), what }, affected)]
}

async function xorbDamage(
  hub: Hub,
  { id, blob, hash, what }: BrokenXorb,
  affected: (contents: readonly string[]) => Promise<readonly string[]>,
): Promise<Damage> {
  const files = await hub.db.read.selectFrom('xet_file_xorb').select('sha256').where('xorb_id', '=', id).execute()
  return { where: `xorb ${formatHash(hash)} in blob ${blob}`, what, affects: await affected(files.map(({ sha256 }) => toHex(sha256))) }
}

/** The chunks recorded for one content; nothing when it is not stored as chunks. */
export async function verifyTerms(
  hub: Hub,
  sha256: string,
  affected: (contents: readonly string[]) => Promise<readonly string[]>,
): Promise<Damage[]> {
  const find = () =>
    hub.db.read.selectFrom('xet_file').select(['hash', 'size', 'terms']).where('sha256', '=', Buffer.from(sha256, 'hex')).executeTakeFirst()
  const row = await find()
  const what = row === undefined ? null : await problemOfTerms(hub, unpackTerms(toBuffer(row.terms)), row.size, row.hash)
  if (what === null || (await find()) === undefined) return []
  return [{ where: `chunks of ${sha256}`, what, affects: await affected([sha256]) }]
}

async function problemOfBlob(hub: Hub, blob: string): Promise<string | null> {
  return (await hub.blobs.stat(blob)) === null ? 'is recorded but not stored' : null
}

/** The contents of consecutive chunks in a blob. */
async function problemOfRange(hub: Hub, blob: string, offset: number, index: XorbIndex, pace?: Pace): Promise<string | null> {
  const { chunk: hashOf } = await openHasher()
  let at = offset
  for (let chunk = 0; chunk < index.count; chunk++) {
    const bytes = await readBlobBytes(hub, blob, at, index.length(chunk)).catch((error: unknown) => {
      if (pace?.mustEnd(error) === true) throw error
      return null
    })
    if (bytes === null) return `chunk ${chunk} cannot be read`
    if (!sameHash(hashOf(bytes), index.hash(chunk))) return `chunk ${chunk} does not match its recorded hash`
    at += bytes.length
    await pace?.spend(bytes.length)
  }
  return null
}

/** A xorb as sent by a client: the blob contains nothing else. */
async function problemOfWhole(
  hub: Hub,
  blob: string,
  hash: Hash,
  index: XorbIndex,
  readBlobs: Set<string>,
  pace?: Pace,
): Promise<string | null> {
  const check = openXorbCheck()
  const sha256 = createHash('sha256')
  try {
    for await (const piece of await hub.blobs.read(blob)) {
      sha256.update(piece as Uint8Array)
      await check.push(piece as Uint8Array)
      await pace?.spend((piece as Uint8Array).byteLength)
    }
    const found = await check.finish()
    const digest = sha256.digest('hex')
    if (digest === blob) readBlobs.add(blob)
    for (let chunk = 0; chunk < index.count; chunk++)
      if (chunk >= found.index.count || !sameHash(found.index.hash(chunk), index.hash(chunk)))
        return `chunk ${chunk} does not match its recorded hash`
    if (!sameHash(found.hash, hash)) return `contains a different xorb (${formatHash(found.hash)})`
    return Buffer.compare(toBuffer(found.index.packed), toBuffer(index.packed)) === 0 ? null : 'is recorded with wrong chunk positions'
  } catch (error) {
    check.drop()
    if (pace?.mustEnd(error) === true) throw error
    return `cannot be read (${(error as Error).message})`
  }
}

async function* brokenFiles(hub: Hub): AsyncGenerator<{ sha256: string; what: string }> {
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const rows = await hub.db.read
      .selectFrom('xet_file')
      .select(['sha256', 'hash', 'size', 'terms'])
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const key = toBuffer(row.sha256)
      const what = await problemOfTerms(hub, unpackTerms(toBuffer(row.terms)), row.size, row.hash)
      if (what === null) continue
      const still = await hub.db.read.selectFrom('xet_file').select('size').where('sha256', '=', key).executeTakeFirst()
      if (still !== undefined) yield { sha256: toHex(key), what }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) return
    after = toBuffer(last.sha256)
  }
}

async function problemOfTerms(hub: Hub, terms: readonly Term[], size: number, hash: Uint8Array): Promise<string | null> {
  const ids = [...new Set(terms.map(({ xorbId }) => xorbId))]
  const xorbs = await loadXorbs(hub, ids).catch(() => null)
  if (xorbs === null) return 'refer to a xorb that is not recorded'
  const named: Uint8Array[] = []
  let bytes = 0
  for (const { xorbId, startChunk, endChunk } of terms) {
    const index = xorbs.get(xorbId)?.index
    if (index === undefined || startChunk >= endChunk || endChunk > index.count) return 'refer to chunks that their xorb does not have'
    named.push(index.packed.subarray(startChunk * 40, endChunk * 40))
    bytes += index.contentBytes(startChunk, endChunk)
  }
  if (bytes !== size) return `have a total of ${bytes} bytes instead of ${size}`
  return sameHash(await hashFile(Buffer.concat(named)), hash) ? null : 'do not match the hash of the file'
}

async function isThere(hub: Hub, xorbId: number): Promise<boolean> {
  return (await hub.db.read.selectFrom('xet_xorb').select('id').where('id', '=', xorbId).executeTakeFirst()) !== undefined
}
