import type { PackBytes } from './inflate-entry.ts'

/** Read size when scanning a pack. */
const windowBytes = 1024 * 1024

/** Reads a pack from its beginning to its end, in pieces much larger than its entries. */
export class PackWindow {
  readonly #pack: PackBytes
  readonly #endsAt: number
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0

  constructor(pack: PackBytes, endsAt: number) {
    this.#pack = pack
    this.#endsAt = endsAt
  }

  /** `length` bytes from `offset`, fewer at the end; valid until the next call. */
  read(offset: number, length: number): Buffer {
    const wanted = Math.min(length, this.#endsAt - offset)
    if (offset < this.#at || offset + wanted > this.#at + this.#bytes.length) {
      this.#at = offset
      this.#bytes = this.#pack.read(offset, Math.min(this.#endsAt - offset, Math.max(windowBytes, wanted)))
    }
    return this.#bytes.subarray(offset - this.#at, offset - this.#at + wanted)
  }
}
