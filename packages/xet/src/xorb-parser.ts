import { chunkHeaderBytes, readChunkHeader, unpackChunk } from './chunk-codec.ts'
import { XetFormatError } from './format-error.ts'
import type { Hash } from './hash-text.ts'
import type { XetHasher } from './hasher.ts'
import { xetLimits } from './limits.ts'
import { sameBytes } from './same-bytes.ts'
import { XorbIndex } from './xorb-index.ts'

const trailerMark = new TextEncoder().encode('XETBLOB')
const nothing = new Uint8Array()

export interface ParsedXorb {
  readonly hash: Hash
  readonly index: XorbIndex
  /** Bytes of the serialized chunks, without a trailer. */
  readonly bytes: number
}

/**
 * Parses a serialized xorb as it arrives, in pieces of any size, and checks every chunk in it. Keeps one chunk at a time,
 * plus 40 bytes for each.
 */
export class XorbParser {
  readonly #hasher: XetHasher
  readonly #chunks: { hash: Hash; end: number; length: number }[] = []
  /** The current chunk. */
  #pending: Uint8Array = nothing
  #bytes = 0
  #trailerBytes: number | null = null

  constructor(hasher: XetHasher) {
    this.#hasher = hasher
  }

  /**
   * @returns the bytes of the chunks that were completed, ready to be stored: only chunk data is included. Their
   *   buffer is not shared, and may be transferred to another thread.
   * @throws {XetFormatError}
   */
  push(bytes: Uint8Array): Uint8Array {
    if (this.#trailerBytes !== null) return this.#skip(bytes.length)
    const data = joined(this.#pending, bytes)
    let at = 0
    while (data.length - at >= chunkHeaderBytes) {
      if (data[at] === trailerMark[0] && sameBytes(trailerMark, data.subarray(at, at + trailerMark.length))) {
        this.#pending = nothing
        this.#trailerBytes = 0
        this.#skip(data.length - at)
        return data.subarray(0, at)
      }
      const header = readChunkHeader(data, at)
      const end = at + chunkHeaderBytes + header.packedBytes
      if (end > data.length) break
      const content = unpackChunk(header, data.subarray(at + chunkHeaderBytes, end))
      this.#bytes += end - at
      this.#chunks.push({ hash: this.#hasher.chunk(content), end: this.#bytes, length: header.length })
      this.#checkSize()
      at = end
    }
    this.#pending = Uint8Array.from(data.subarray(at))
    return data.subarray(0, at)
  }

  /** @throws {XetFormatError} if the last chunk is incomplete, or there is none */
  finish(): ParsedXorb {
    if (this.#pending.length > 0) throw new XetFormatError('The xorb ends in the middle of a chunk.')
    if (this.#chunks.length === 0) throw new XetFormatError('The xorb has no chunks.')
    const index = XorbIndex.from(this.#chunks)
    return { hash: this.#hasher.xorb(index.sized()), index, bytes: this.#bytes }
  }

  #checkSize(): void {
    if (this.#bytes > xetLimits.xorbBytes) throw new XetFormatError(`A xorb can have at most ${xetLimits.xorbBytes} bytes.`)
    if (this.#chunks.length > xetLimits.xorbChunks) throw new XetFormatError(`A xorb can have at most ${xetLimits.xorbChunks} chunks.`)
  }

  #skip(bytes: number): Uint8Array {
    this.#trailerBytes = (this.#trailerBytes ?? 0) + bytes
    if (this.#trailerBytes > xetLimits.xorbTrailerBytes) throw new XetFormatError('The trailer of the xorb is too long.')
    return new Uint8Array()
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
