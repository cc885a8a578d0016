import { ungroupBytes } from './byte-groups.ts'
import { XetFormatError } from './format-error.ts'
import { xetLimits } from './limits.ts'
import { decodeLz4Frame } from './lz4-frame.ts'

/** Bytes before each chunk of a serialized xorb. */
export const chunkHeaderBytes = 8

/** The maximum overhead of a frame around incompressible bytes. */
const frameOverhead = 4 * 1024

/** How the content of a chunk is stored: uncompressed, LZ4, or bytes grouped by four and then LZ4. */
const schemes = 3

export interface ChunkHeader {
  /** Bytes after the header. */
  readonly packedBytes: number
  readonly scheme: number
  /** Bytes of content. */
  readonly length: number
}

/** @throws {XetFormatError} for an invalid header; nothing is allocated based on it before it is checked */
export function readChunkHeader(bytes: Uint8Array, at = 0): ChunkHeader {
  const u24 = (from: number) => (bytes[from] ?? 0) | ((bytes[from + 1] ?? 0) << 8) | ((bytes[from + 2] ?? 0) << 16)
  const version = bytes[at] ?? 0
  const packedBytes = u24(at + 1)
  const scheme = bytes[at + 4] ?? 0
  const length = u24(at + 5)
  if (version !== 0) throw new XetFormatError(`A chunk of the xorb has unknown version ${version}.`)
  if (scheme >= schemes) throw new XetFormatError(`A chunk of the xorb has unknown compression scheme ${scheme}.`)
  if (length === 0 || length > xetLimits.maxChunkBytes)
    throw new XetFormatError(`A chunk of the xorb has ${length} bytes; 1 to ${xetLimits.maxChunkBytes} are allowed.`)
  if (packedBytes === 0 || packedBytes > length + frameOverhead)
    throw new XetFormatError(`A chunk of the xorb has a compressed size of ${packedBytes} bytes for ${length} bytes of content.`)
  return { packedBytes, scheme, length }
}

export function writeChunkHeader({ packedBytes, scheme, length }: ChunkHeader, to: Uint8Array, at = 0): void {
  to[at] = 0
  for (let i = 0; i < 3; i++) {
    to[at + 1 + i] = (packedBytes >> (8 * i)) & 0xff
    to[at + 5 + i] = (length >> (8 * i)) & 0xff
  }
  to[at + 4] = scheme
}

let scratch: Uint8Array | null = null

/**
 * The content of a chunk. For scheme 0 it is a view of `packed`.
 * @throws {XetFormatError} if its length is not exactly as announced
 */
export function unpackChunk({ scheme, length }: ChunkHeader, packed: Uint8Array): Uint8Array {
  if (scheme === 0) {
    if (packed.length !== length) throw new XetFormatError('A chunk of the xorb does not have the declared length.')
    return packed
  }
  const content = new Uint8Array(length)
  unpackChunkInto({ scheme, length }, packed, content)
  return content
}

/** Like {@link unpackChunk}, into a buffer of exactly `length` bytes. */
export function unpackChunkInto({ scheme, length }: Omit<ChunkHeader, 'packedBytes'>, packed: Uint8Array, content: Uint8Array): void {
  if (scheme === 0) {
    if (packed.length !== length) throw new XetFormatError('A chunk of the xorb does not have the declared length.')
    content.set(packed)
  } else if (scheme === 1) decodeLz4Frame(packed, content)
  else {
    scratch ??= new Uint8Array(xetLimits.maxChunkBytes)
    const grouped = scratch.subarray(0, length)
    decodeLz4Frame(packed, grouped)
    ungroupBytes(grouped, content)
  }
}
