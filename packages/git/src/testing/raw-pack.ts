import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { objectTypes, type ObjectType, type Oid, oidToBytes } from '../oid.ts'

/** An entry as a hostile client may write it. */
export interface RawEntry {
  readonly type: ObjectType | 'ofs-delta' | 'ref-delta' | number
  readonly body: Uint8Array
  /** Announced in place of the true size. */
  readonly size?: number
  /** For `ofs-delta`. */
  readonly distance?: number
  /** For `ref-delta`. */
  readonly base?: Oid
  /** In place of the zlib stream of the body. */
  readonly stream?: Uint8Array
}

/** Builds a pack by hand; returns every entry's position. */
export function rawPack(
  entries: readonly RawEntry[],
  options: { count?: number; version?: number; checksum?: Uint8Array } = {},
): { pack: Buffer; offsets: number[] } {
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(options.version ?? 2, 4)
  head.writeUInt32BE(options.count ?? entries.length, 8)
  const pieces: Buffer[] = [head]
  const offsets: number[] = []
  let at = 12
  for (const entry of entries) {
    offsets.push(at)
    const piece = Buffer.concat([entryHead(entry), entry.stream ?? deflateSync(entry.body)])
    pieces.push(piece)
    at += piece.length
  }
  const whole = Buffer.concat(pieces)
  return { pack: Buffer.concat([whole, options.checksum ?? createHash('sha1').update(whole).digest()]), offsets }
}

function entryHead({ type, body, size = body.length, distance = 0, base }: RawEntry): Buffer {
  const number = typeof type === 'number' ? type : type === 'ofs-delta' ? 6 : type === 'ref-delta' ? 7 : objectTypes[type]
  const bytes: number[] = []
  let rest = Math.floor(size / 16)
  bytes.push((number << 4) | (size & 15) | (rest > 0 ? 0x80 : 0))
  while (rest > 0) {
    const next = Math.floor(rest / 128)
    bytes.push((rest & 0x7f) | (next > 0 ? 0x80 : 0))
    rest = next
  }
  if (number === 6) bytes.push(...distanceBytes(distance))
  return Buffer.concat([Buffer.from(bytes), base === undefined ? Buffer.alloc(0) : oidToBytes(base)])
}

function distanceBytes(distance: number): number[] {
  const bytes = [distance & 0x7f]
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((--rest & 0x7f) | 0x80)
  return bytes
}

/** A delta that inserts literal text and copies; sizes are announced as given. */
export function rawDelta(baseBytes: number, resultBytes: number, ...instructions: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from([...varint(baseBytes), ...varint(resultBytes)]), ...instructions])
}

/** Copies `length` bytes from `offset` of the base. */
export function copyOf(offset: number, length: number): Buffer {
  const bytes: number[] = []
  let instruction = 0x80
  for (let bit = 0; bit < 4; bit++) {
    const byte = Math.floor(offset / 2 ** (8 * bit)) & 0xff
    if (byte !== 0) {
      instruction |= 1 << bit
      bytes.push(byte)
    }
  }
  for (let bit = 0; bit < 3; bit++) {
    const byte = Math.floor(length / 2 ** (8 * bit)) & 0xff
    if (byte !== 0) {
      instruction |= 0x10 << bit
      bytes.push(byte)
    }
  }
  return Buffer.from([instruction, ...bytes])
}

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest & 0x7f) | 0x80)
  }
}
