import { Hasher } from 'gearhash-jit'
import { concatBytes } from './concat-bytes.ts'
import { xetLimits } from './limits.ts'

/** A boundary wherever the upper 16 bits of the gear hash are zero: every 64 KiB on average. */
const mask = 0xffff_0000_0000_0000n
/** Window of the gear hash in bytes. */
const windowBytes = 64
/** Maximum bytes to scan at once: scanned bytes are copied, and a boundary leaves the rest for later. */
const scanBytes = 16 * 1024

/**
 * Splits a stream into chunks at boundaries determined by its content, so that an insertion moves only
 * the boundaries next to it.
 */
export class Chunker {
  readonly #gear = new Hasher(mask)
  #pieces: Uint8Array[] = []
  #length = 0

  /** Takes the next bytes, and returns the chunks that end in them. The bytes must not change until their chunk was returned. */
  push(bytes: Uint8Array): Uint8Array[] {
    const chunks: Uint8Array[] = []
    for (let rest = bytes; rest.length > 0;) {
      const end = this.#boundaryIn(rest)
      if (end === null) {
        this.#pieces.push(rest)
        this.#length += rest.length
        break
      }
      this.#pieces.push(rest.subarray(0, end))
      chunks.push(this.#take())
      rest = rest.subarray(end)
    }
    return chunks
  }

  /** The last chunk, which ends with the content. `null` if nothing is left. */
  finish(): Uint8Array | null {
    return this.#pieces.length === 0 ? null : this.#take()
  }

  /** Where the current chunk ends within these bytes; `null` if it continues beyond them. */
  #boundaryIn(bytes: Uint8Array): number | null {
    // No boundary may come before the minimum chunk size: bytes before its last window need not be scanned.
    const skipped = Math.min(Math.max(0, xetLimits.minChunkBytes - this.#length - windowBytes - 1), bytes.length)
    const limit = Math.min(bytes.length, xetLimits.maxChunkBytes - this.#length)
    for (let from = skipped; from < limit;) {
      const end = Math.min(from + scanBytes, limit)
      const found = this.#gear.nextMatch(bytes.subarray(from, end))
      if (found === -1) {
        from = end
        continue
      }
      from += found
      if (this.#length + from >= xetLimits.minChunkBytes) return from
    }
    return this.#length + limit >= xetLimits.maxChunkBytes ? limit : null
  }

  #take(): Uint8Array {
    const chunk = this.#pieces.length === 1 ? (this.#pieces[0] ?? new Uint8Array()) : concatBytes(this.#pieces)
    this.#pieces = []
    this.#length = 0
    this.#gear.resetHash()
    return chunk
  }
}
