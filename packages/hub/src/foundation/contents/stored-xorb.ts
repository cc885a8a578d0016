import { type Hash, parseHash, XorbIndex } from '@portolan/xet'
import { type Reader, toBuffer, toHex, type Tx } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { type CacheKey, contentKey, hubCache } from '../../hub-cache.ts'

/** How a xorb is laid out in its blob: as serialized by a client, or only the contents of its chunks. */
export const xorbLayout = { serialized: 0, bare: 1 } as const

/** A xorb and where it is stored. Nothing about it ever changes except its location. */
export interface StoredXorb {
  readonly id: number
  readonly hash: Hash
  /** sha-256 of the blob, lower-case hex. */
  readonly blob: string
  readonly layout: number
  readonly blobOffset: number
  /** Of the serialized form. */
  readonly bytes: number
  readonly index: XorbIndex
  /** Start offset of each chunk's content within the concatenated content, followed by the total size. */
  readonly contentStarts: Float64Array
}

/** Data derived from a xorb's hash and storage layout. Its index has 40 bytes per chunk. */
type XorbContents = Pick<StoredXorb, 'index' | 'contentStarts'>

const contentsCache = hubCache<XorbContents>('xorbs', {
  maxSize: 64 * 1024 * 1024,
  sizeCalculation: ({ index }) => index.count * 48 + 200,
})
/** Rows read per query. */
const batch = 500

/**
 * Loads the xorbs of these rows. Identity and location of a row are read each time; the large part comes from memory where possible.
 * @throws when one is missing: a reference without its row means corruption
 */
export async function loadXorbs(hub: Hub, ids: Iterable<number>): Promise<Map<number, StoredXorb>> {
  const known = contentsCache(hub)
  const found = new Map<number, StoredXorb>()
  const all = [...new Set(ids)]
  for (let at = 0; at < all.length; at += batch) {
    const some = all.slice(at, at + batch)
    const wanted: number[] = []
    for (const row of await hub.db.read.selectFrom('xet_xorb').select(placeColumns).where('id', 'in', some).execute()) {
      const place = placeOf(row)
      const contents = known.get(keyOf(place))
      if (contents === undefined) wanted.push(row.id)
      else found.set(row.id, { ...place, ...contents })
    }
    if (wanted.length === 0) continue
    for (const xorb of (await xorbQuery(hub.db.read).where('id', 'in', wanted).execute()).map(toXorb)) {
      known.set(keyOf(xorb), { index: xorb.index, contentStarts: xorb.contentStarts })
      found.set(xorb.id, xorb)
    }
  }
  for (const id of all) if (!found.has(id)) throw new Error(`xorb ${id} has no row`)
  return found
}

/** @param hash as text; see `formatHash` */
export async function findXorb(hub: Hub, hash: string): Promise<StoredXorb | null> {
  const key = parseHash(hash)
  if (key === null) return null
  const row = await hub.db.read.selectFrom('xet_xorb').select('id').where('hash', '=', key).executeTakeFirst()
  return row ? ((await loadXorbs(hub, [row.id])).get(row.id) ?? null) : null
}

/** Finds which of the xorbs are stored, by hash in hex. */
export async function findXorbs(db: Reader | Tx, hashes: readonly Hash[]): Promise<Map<string, StoredXorb>> {
  const found = new Map<string, StoredXorb>()
  for (let at = 0; at < hashes.length; at += batch) {
    const rows = await xorbQuery(db)
      .where('hash', 'in', hashes.slice(at, at + batch))
      .execute()
    for (const row of rows) found.set(toHex(row.hash), toXorb(row))
  }
  return found
}

/** The same chunks may be packed differently if their blob was lost and uploaded again. */
function keyOf({ hash, blob, layout, blobOffset }: Omit<StoredXorb, keyof XorbContents>): CacheKey {
  return contentKey(hash, blob, `${layout} ${blobOffset}`)
}

const placeColumns = ['id', 'hash', 'blob', 'layout', 'blob_offset', 'bytes'] as const

function xorbQuery(db: Reader | Tx) {
  return db.selectFrom('xet_xorb').select([...placeColumns, 'chunks'])
}

type XorbRow = Awaited<ReturnType<ReturnType<typeof xorbQuery>['execute']>>[number]

function toXorb(row: XorbRow): StoredXorb {
  // A copy: numbers in it are read in place, which a driver's buffer may not allow.
  const index = new XorbIndex(Uint8Array.from(row.chunks))
  const contentStarts = new Float64Array(index.count + 1)
  for (let i = 0; i < index.count; i++) contentStarts[i + 1] = (contentStarts[i] ?? 0) + index.length(i)
  return { ...placeOf(row), index, contentStarts }
}

function placeOf({
  id,
  hash,
  blob,
  layout,
  blob_offset: blobOffset,
  bytes,
}: Omit<XorbRow, 'chunks'>): Omit<StoredXorb, keyof XorbContents> {
  return { id, hash: toBuffer(hash), blob: toHex(blob), layout, blobOffset, bytes }
}
