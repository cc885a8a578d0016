import { LRUCache } from 'lru-cache'

/** Bodies up to this many bytes, with their costs, are kept until the end. Bytes. */
const keptBytes = 32 * 1024 * 1024
/** Of the others, those used last. Bytes. */
const cacheBytes = 32 * 1024 * 1024
/** Small bodies share memory in blocks of this size. Bytes. */
const blockBytes = 256 * 1024
const sharedBytes = 16 * 1024
/** What a body costs beside its bytes. */
const overhead = 128

/**
 * The contents of a pack's entries, while there is room. Most packs are small: all of their contents are kept, in few blocks of memory. An allocation
 * for each takes as long as inflating it.
 */
export class BodyCache {
  readonly #kept: (Buffer | undefined)[]
  readonly #others = new LRUCache<number, Buffer>({ max: 50_000, maxSize: cacheBytes, sizeCalculation: (body) => body.length + 1 })
  #block: Buffer = Buffer.alloc(0)
  #at = 0
  #bytes = 0

  constructor(count: number) {
    this.#kept = Array.from({ length: count })
  }

  /** Memory for a body that will be {@link set}. */
  room(size: number): Buffer {
    if (size > sharedBytes || this.#bytes + size + overhead > keptBytes) return Buffer.allocUnsafeSlow(size)
    if (this.#at + size > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(blockBytes)
      this.#at = 0
    }
    const start = this.#at
    this.#at += size
    return this.#block.subarray(start, this.#at)
  }

  get(index: number): Buffer | undefined {
    return this.#kept[index] ?? this.#others.get(index)
  }

  set(index: number, body: Buffer): void {
    if (this.#bytes + body.length + overhead <= keptBytes) {
      this.#bytes += body.length + overhead
      this.#kept[index] = body
    } else {
      this.#kept[index] = undefined
      this.#others.set(index, body)
    }
  }

  /** Caches a body in memory that somebody else provides, and bounds. */
  keep(index: number, body: Buffer): void {
    this.#kept[index] = body
  }

  clear(): void {
    this.#kept.length = 0
    this.#others.clear()
    this.#block = Buffer.alloc(0)
  }
}
