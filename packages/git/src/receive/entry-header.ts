import { oidFromBytes, type ObjectType, type Oid, typeName, type ObjectTypeNumber } from '../oid.ts'
import { PackError } from './pack-error.ts'

/** The header before the zlib stream of a pack entry. */
export interface EntryHeader {
  readonly kind: ObjectType | 'ofs-delta' | 'ref-delta'
  /** Bytes of the object, or of the delta, inflated. */
  readonly size: number
  /** For `ofs-delta`: how many bytes before this entry its base starts. */
  readonly baseDistance: number
  /** For `ref-delta`. */
  readonly baseOid: Oid | null
  /** Bytes of the header itself. */
  readonly length: number
}

/** The maximum length of a header: ten bytes of size, twenty of an id. */
export const maxHeaderBytes = 32

/** @throws {PackError} if it is malformed or truncated */
export function readEntryHeader(bytes: Buffer): EntryHeader {
  const first = byteAt(bytes, 0)
  const type = (first >> 4) & 7
  let size = first & 15
  let at = 1
  for (let factor = 16, more = first & 0x80; more; factor *= 128) {
    const byte = byteAt(bytes, at++)
    size += (byte & 0x7f) * factor
    more = byte & 0x80
    if (at > 9 || !Number.isSafeInteger(size)) throw new PackError('an object in the pack has an invalid size')
  }
  if (type === 6) {
    let byte = byteAt(bytes, at++)
    let distance = byte & 0x7f
    while (byte & 0x80) {
      byte = byteAt(bytes, at++)
      distance = (distance + 1) * 128 + (byte & 0x7f)
      if (!Number.isSafeInteger(distance)) throw new PackError('a delta in the pack has an invalid base')
    }
    return { kind: 'ofs-delta', size, baseDistance: distance, baseOid: null, length: at }
  }
  if (type === 7) {
    if (bytes.length < at + 20) throw cutOff()
    return { kind: 'ref-delta', size, baseDistance: 0, baseOid: oidFromBytes(bytes.subarray(at, at + 20)), length: at + 20 }
  }
  if (type === 0 || type === 5) throw new PackError(`the pack has an object of unknown type ${type}`)
  return { kind: typeName(type as ObjectTypeNumber), size, baseDistance: 0, baseOid: null, length: at }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw cutOff()
  return byte
}

export function cutOff(): PackError {
  return new PackError('the pack ends too early')
}
