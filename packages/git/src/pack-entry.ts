import { deflateSync } from 'node:zlib'
import { objectTypes, type ObjectType, oidToBytes, type Oid } from './oid.ts'

/** Types of the entries that build an object from another one (gitformat-pack). */
export const deltaTypes = { offset: 6, ref: 7 } as const

/** The header of an object stored whole. @param size of the body, inflated */
export function objectHeader(type: ObjectType, size: number): Buffer {
  return entryHeader(objectTypes[type], size)
}

/** The header of a delta against the entry that starts `distance` bytes earlier. @param size of the delta, inflated */
export function offsetDeltaHeader(size: number, distance: number): Buffer {
  return Buffer.concat([entryHeader(deltaTypes.offset, size), encodeDistance(distance)])
}

/** The header of a delta against an object given by its id, which in a thin pack only the receiver has. */
export function refDeltaHeader(size: number, base: Oid): Buffer {
  return Buffer.concat([entryHeader(deltaTypes.ref, size), oidToBytes(base)])
}

/** Type and size, seven bits per byte, least significant first; the first byte contains four bits of the size. */
function entryHeader(type: number, size: number): Buffer {
  const bytes: number[] = []
  let current = (type << 4) | (size & 15)
  let rest = Math.floor(size / 16)
  while (rest > 0) {
    bytes.push(current | 0x80)
    current = rest & 0x7f
    rest = Math.floor(rest / 128)
  }
  bytes.push(current)
  return Buffer.from(bytes)
}

/** Most significant first, and each further byte counts from one: there is only one way to encode a number. */
function encodeDistance(distance: number): Buffer {
  const bytes = [distance % 128]
  for (let rest = Math.floor(distance / 128) - 1; rest >= 0; rest = Math.floor(rest / 128) - 1) bytes.unshift((rest % 128) | 0x80)
  return Buffer.from(bytes)
}

/** Below this, setting up a compressor costs more than it saves. */
const storedBytes = 96

/** The zlib stream of a delta. Short ones are stored uncompressed: they are mostly object ids, which do not compress. */
export function packDelta(delta: Buffer): Buffer {
  if (delta.length > storedBytes) return deflateSync(delta, { level: 6 })
  const z = Buffer.alloc(delta.length + 11)
  // A header with a valid checksum, then one final stored block with its length and the complement (RFC 1950, RFC 1951 3.2.4).
  z.set([0x78, 0x01, 0x01])
  z.writeUInt16LE(delta.length, 3)
  z.writeUInt16LE(delta.length ^ 0xffff, 5)
  delta.copy(z, 7)
  z.writeUInt32BE(adler32(delta), delta.length + 7)
  return z
}

function adler32(bytes: Buffer): number {
  let a = 1
  let b = 0
  for (const byte of bytes) {
    a = (a + byte) % 65_521
    b = (b + a) % 65_521
  }
  return b * 65_536 + a
}
