import { concatBytes } from './concat-bytes.ts'
import { groupReversed, type Hash, isDedupEligible } from './hash-text.ts'
import { fromHex } from './hex.ts'
import type { ShardFile } from './read-shard.ts'
import {
  dedupEligible,
  endMark,
  entryBytes,
  footerBytes,
  footerVersion,
  hasSha256,
  hasVerification,
  shardTag,
  shardVersion,
} from './shard-layout.ts'

/** A xorb as described in a shard. */
export interface ShardXorb {
  readonly hash: Hash
  /** Bytes of its serialized form. */
  readonly bytes: number
  readonly chunks: readonly { readonly hash: Hash; readonly length: number }[]
}

/** For a shard that answers a deduplication query: chunk hashes are keyed, and it expires. */
export interface ShardFooter {
  readonly key: Uint8Array
  /** Seconds since 1970. */
  readonly created: number
  readonly expires: number
}

/** Writes a shard; with a footer and its tables, as clients store it, or without, as clients send it. */
export function writeShard(files: readonly ShardFile[], xorbs: readonly ShardXorb[], footer: ShardFooter | null = null): Uint8Array {
  const parts: Uint8Array[] = [entry(shardTag, [shardVersion, 0, footer === null ? 0 : footerBytes, 0])]
  for (const file of files) parts.push(...fileEntries(file))
  parts.push(entry(endMark))
  const xorbInfo = entryBytes * parts.length
  for (const xorb of xorbs) parts.push(...xorbEntries(xorb))
  parts.push(entry(endMark))
  if (footer !== null) parts.push(...tablesAndFooter(xorbs, footer, xorbInfo, entryBytes * parts.length))
  return concatBytes(parts)
}

function fileEntries({ hash, terms, verification, sha256 }: ShardFile): Uint8Array[] {
  const flags = (verification === null ? 0 : hasVerification) + (sha256 === null ? 0 : hasSha256)
  return [
    entry(hash, [flags, terms.length, 0, 0]),
    ...terms.map(({ xorb, bytes, startChunk, endChunk }) => entry(xorb, [0, bytes, startChunk, endChunk])),
    ...(verification ?? []).map((proof) => entry(proof)),
    ...(sha256 === null ? [] : [entry(groupReversed(fromHex(sha256)))]),
  ]
}

function xorbEntries({ hash, bytes, chunks }: ShardXorb): Uint8Array[] {
  let start = 0
  const entries = chunks.map(({ hash: chunkHash, length }) => {
    const made = entry(chunkHash, [start, length, isDedupEligible(chunkHash) ? dedupEligible : 0, 0])
    start += length
    return made
  })
  return [entry(hash, [0, chunks.length, start, bytes]), ...entries]
}

/** Lookup tables for xorbs and chunks by the first word of their hash, and the footer with the offsets of all sections. */
function tablesAndFooter(xorbs: readonly ShardXorb[], footer: ShardFooter, xorbInfo: number, tablesStart: number): Uint8Array[] {
  const found: { word: bigint; xorb: number }[] = []
  const chunks: { word: bigint; xorb: number; chunk: number }[] = []
  let place = 0
  for (const xorb of xorbs) {
    found.push({ word: firstWord(xorb.hash), xorb: place })
    for (const [chunk, { hash }] of xorb.chunks.entries()) chunks.push({ word: firstWord(hash), xorb: place, chunk })
    place += 1 + xorb.chunks.length
  }
  const xorbTable = new DataView(new ArrayBuffer(12 * found.length))
  found.toSorted(byWord).forEach(({ word, xorb }, i) => {
    xorbTable.setBigUint64(12 * i, word, true)
    xorbTable.setUint32(12 * i + 8, xorb, true)
  })
  const chunkTable = new DataView(new ArrayBuffer(16 * chunks.length))
  chunks.toSorted(byWord).forEach(({ word, xorb, chunk }, i) => {
    chunkTable.setBigUint64(16 * i, word, true)
    chunkTable.setUint32(16 * i + 8, xorb, true)
    chunkTable.setUint32(16 * i + 12, chunk, true)
  })
  const end = new DataView(new ArrayBuffer(footerBytes))
  const chunkTableStart = tablesStart + xorbTable.byteLength
  const footerStart = chunkTableStart + chunkTable.byteLength
  const content = xorbs.reduce((sum, xorb) => sum + xorb.chunks.reduce((bytes, { length }) => bytes + length, 0), 0)
  const stored = xorbs.reduce((sum, { bytes }) => sum + bytes, 0)
  const places = [footerVersion, entryBytes, xorbInfo, tablesStart, 0, tablesStart, found.length, chunkTableStart, chunks.length]
  places.forEach((value, i) => end.setBigUint64(8 * i, BigInt(value), true))
  new Uint8Array(end.buffer).set(footer.key, 72)
  end.setBigUint64(104, BigInt(footer.created), true)
  end.setBigUint64(112, BigInt(footer.expires), true)
  // Six reserved numbers, then sizes.
  for (const [i, value] of [stored, 0, content, footerStart].entries()) end.setBigUint64(168 + 8 * i, BigInt(value), true)
  return [xorbTable, chunkTable, end].map(({ buffer }) => new Uint8Array(buffer))
}

function byWord(a: { word: bigint }, b: { word: bigint }): number {
  return a.word < b.word ? -1 : a.word > b.word ? 1 : 0
}

function firstWord(hash: Hash): bigint {
  return new DataView(hash.buffer, hash.byteOffset).getBigUint64(0, true)
}

function entry(hash: Uint8Array, numbers: readonly number[] = []): Uint8Array {
  const bytes = new Uint8Array(entryBytes)
  const view = new DataView(bytes.buffer)
  bytes.set(hash)
  numbers.forEach((value, i) => view.setUint32(32 + 4 * i, value, true))
  return bytes
}
