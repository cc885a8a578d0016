import { createHash } from 'node:crypto'
import { oidToBytes, type Oid } from './oid.ts'

/** The location of an object in a pack. */
export interface PackEntry {
  readonly oid: Oid
  /** Bytes from the start of the pack to the entry's header. */
  readonly offset: number
  /** CRC-32 of the entry as it is in the pack, header included. */
  readonly crc32: number
}

const far = 0x8000_0000

/**
 * Encodes the version 2 index of a pack (gitformat-pack, "pack-*.idx files have the following format").
 * @param packChecksum the last 20 bytes of the pack
 */
export function encodePackIndex(entries: readonly PackEntry[], packChecksum: Uint8Array): Buffer {
  const sorted = entries.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  const fanout = Buffer.alloc(256 * 4)
  const checksums = Buffer.alloc(sorted.length * 4)
  const offsets = Buffer.alloc(sorted.length * 4)
  const farOffsets: Buffer[] = []
  const counts = new Uint32Array(256)
  for (const [index, { oid, offset, crc32 }] of sorted.entries()) {
    const first = Number.parseInt(oid.slice(0, 2), 16)
    counts[first] = (counts[first] ?? 0) + 1
    checksums.writeUInt32BE(crc32, index * 4)
    if (offset < far) offsets.writeUInt32BE(offset, index * 4)
    else {
      offsets.writeUInt32BE(far + farOffsets.length, index * 4)
      const long = Buffer.alloc(8)
      long.writeBigUInt64BE(BigInt(offset))
      farOffsets.push(long)
    }
  }
  let sum = 0
  for (const [first, count] of counts.entries()) fanout.writeUInt32BE((sum += count), first * 4)
  const head = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2])
  const body = Buffer.concat([head, fanout, ...sorted.map(({ oid }) => oidToBytes(oid)), checksums, offsets, ...farOffsets, packChecksum])
  return Buffer.concat([body, createHash('sha1').update(body).digest()])
}
