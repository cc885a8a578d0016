import type { Hash } from './hash-text.ts'
import type { SizedHash } from './merkle-tree.ts'

const entryBytes = 40

/**
 * The locations of the chunks in a xorb: for each its hash, where it ends in the serialized xorb, and the length of its content.
 * Kept packed, 40 bytes per chunk, which is also the stored format.
 */
export class XorbIndex {
  readonly packed: Uint8Array
  readonly #view: DataView

  constructor(packed: Uint8Array) {
    this.packed = packed
    this.#view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  }

  static from(chunks: readonly { hash: Hash; end: number; length: number }[]): XorbIndex {
    const packed = new Uint8Array(chunks.length * entryBytes)
    const view = new DataView(packed.buffer)
    chunks.forEach(({ hash, end, length }, i) => {
      packed.set(hash, i * entryBytes)
      view.setUint32(i * entryBytes + 32, end, true)
      view.setUint32(i * entryBytes + 36, length, true)
    })
    return new XorbIndex(packed)
  }

  get count(): number {
    return this.packed.length / entryBytes
  }

  hash(chunk: number): Hash {
    return this.packed.subarray(chunk * entryBytes, chunk * entryBytes + 32)
  }

  /** Where a chunk's header starts in the serialized xorb. */
  start(chunk: number): number {
    return chunk === 0 ? 0 : this.end(chunk - 1)
  }

  end(chunk: number): number {
    return this.#view.getUint32(chunk * entryBytes + 32, true)
  }

  /** Bytes of content. */
  length(chunk: number): number {
    return this.#view.getUint32(chunk * entryBytes + 36, true)
  }

  /** Bytes of content in the chunks from `start` up to but excluding `end`. */
  contentBytes(start: number, end: number): number {
    let sum = 0
    for (let chunk = start; chunk < end; chunk++) sum += this.length(chunk)
    return sum
  }

  /** Hashes of the chunks from `start` up to but excluding `end`, back to back. */
  hashes(start: number, end: number): Uint8Array {
    const hashes = new Uint8Array((end - start) * 32)
    for (let chunk = start; chunk < end; chunk++) hashes.set(this.hash(chunk), (chunk - start) * 32)
    return hashes
  }

  sized(start = 0, end = this.count): SizedHash[] {
    return Array.from({ length: end - start }, (_, i) => ({ hash: this.hash(start + i), size: this.length(start + i) }))
  }
}
