import { type Hash, XorbIndex } from '@portolan/xet'
import { LRUCache } from 'lru-cache'
import { type Reader, toBuffer, toHex, type Tx } from '../db/db.ts'
import type { Hub } from '../hub.ts'

/** How a xorb lies in its blob: as a client serialised it, or only the contents of its chunks. */
export const xorbLayout = { serialised: 0, bare: 1 } as const

/** A xorb and where it is stored. Nothing of it ever changes but its place. */
export interface StoredXorb {
  readonly id: number
  readonly hash: Hash
  /** sha-256 of the blob, lower-case hex. */
  readonly blob: string
  readonly layout: number
  readonly blobOffset: number
  /** Of the serialised form. */
  readonly bytes: number
  readonly index: XorbIndex
  /** Where the content of each chunk begins in the content of all, and after the last one their sum. */
  readonly contentStarts: Float64Array
}

/** Indexes of 40 bytes a chunk, kept for the next request: 64 MiB per process. */
const cache = new WeakMap<Hub, LRUCache<number, StoredXorb>>()
const cacheBytes = 64 * 1024 * 1024
/** Rows read with one query. */
const batch = 500

/** The xorbs of these rows. @throws when one is missing: a reference without its row is damage */
export async function loadXorbs(hub: Hub, ids: Iterable<number>): Promise<Map<number, StoredXorb>> {
  const known = cacheOf(hub)
  const found = new Map<number, StoredXorb>()
  const wanted: number[] = []
  for (const id of new Set(ids)) {
    const xorb = known.get(id)
    if (xorb === undefined) wanted.push(id)
    else found.set(id, xorb)
  }
  for (let at = 0; at < wanted.length; at += batch) {
    const rows = await xorbQuery(hub.db.read)
      .where('id', 'in', wanted.slice(at, at + batch))
      .execute()
    for (const xorb of rows.map(toXorb)) {
      known.set(xorb.id, xorb)
      found.set(xorb.id, xorb)
    }
  }
  for (const id of wanted) if (!found.has(id)) throw new Error(`xorb ${id} has no row`)
  return found
}

/** Tells that a xorb's row changed, or is a new one: the number may have been that of another. */
export function forgetXorb(hub: Hub, id: number): void {
  cacheOf(hub).delete(id)
}

/** Those of the xorbs that are stored, by the text of their hash in hex. */
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

function xorbQuery(db: Reader | Tx) {
  return db.selectFrom('xet_xorb').select(['id', 'hash', 'blob', 'layout', 'blob_offset', 'bytes', 'chunks'])
}

type XorbRow = Awaited<ReturnType<ReturnType<typeof xorbQuery>['execute']>>[number]

function toXorb(row: XorbRow): StoredXorb {
  // A copy: numbers in it are read in place, which a buffer of the driver may not allow.
  const index = new XorbIndex(Uint8Array.from(row.chunks))
  const contentStarts = new Float64Array(index.count + 1)
  for (let i = 0; i < index.count; i++) contentStarts[i + 1] = (contentStarts[i] ?? 0) + index.length(i)
  const { id, layout, bytes } = row
  return { id, hash: toBuffer(row.hash), blob: toHex(row.blob), layout, blobOffset: row.blob_offset, bytes, index, contentStarts }
}

function cacheOf(hub: Hub): LRUCache<number, StoredXorb> {
  let known = cache.get(hub)
  if (known === undefined) {
    known = new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ index }) => index.count * 48 + 200 })
    cache.set(hub, known)
  }
  return known
}
