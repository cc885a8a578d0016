import { chunkHeaderBytes, writeChunkHeader } from './chunk-codec.ts'
import { concatBytes } from './concat-bytes.ts'

/** A chunk as it appears in a xorb: uncompressed content, or compressed by one of the schemes. */
export interface PackedChunk {
  readonly scheme: 0 | 1 | 2
  /** Bytes of content. */
  readonly length: number
  readonly packed: Uint8Array
}

/** A serialized xorb, without a trailer. */
export function writeXorb(chunks: readonly (Uint8Array | PackedChunk)[]): Uint8Array {
  return concatBytes(
    chunks.flatMap((chunk) => {
      const { scheme, length, packed } = chunk instanceof Uint8Array ? { scheme: 0, length: chunk.length, packed: chunk } : chunk
      return [chunkHeader({ scheme, length, packedBytes: packed.length }), packed]
    }),
  )
}

/** The header of a chunk. */
export function chunkHeader(header: { scheme: number; length: number; packedBytes: number }): Uint8Array {
  const bytes = new Uint8Array(chunkHeaderBytes)
  writeChunkHeader(header, bytes)
  return bytes
}
