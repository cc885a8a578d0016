import { Problem } from './problem.ts'

/**
 * Unpacks an LZ4 frame (lz4_Frame_format.md), as Arrow packs buffers: blocks that refer to what came before them, which the library that unpacks
 * Parquet's single blocks cannot do.
 * @param maxBytes more than this is refused
 */
export function unpackLz4Frame(frame: Uint8Array, maxBytes: number): Uint8Array {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  try {
    return unpack(view, maxBytes)
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('unreadable', 'A compressed buffer is broken.')
  }
}

function unpack(view: Buffer, maxBytes: number): Uint8Array {
  if (view.readUInt32LE(0) !== 0x184d2204) throw new Problem('unreadable', 'A compressed buffer is no LZ4 frame.')
  const flags = view.readUInt8(4)
  const checked = (flags & 0x10) !== 0
  let at = 7 + ((flags & 8) !== 0 ? 8 : 0) + ((flags & 1) !== 0 ? 4 : 0)
  const out = new Output(maxBytes)
  for (;;) {
    const size = view.readUInt32LE(at)
    at += 4
    if (size === 0) return out.bytes()
    const length = size & 0x7fffffff
    if (at + length > view.length) throw new RangeError('a block beyond the end')
    const block = view.subarray(at, at + length)
    if (size >>> 31 === 1) out.append(block)
    else unpackBlock(block, out)
    at += length + (checked ? 4 : 0)
  }
}

/** Sequences of literals and of copies of what was written before (lz4_Block_format.md). */
function unpackBlock(block: Buffer, out: Output): void {
  let at = 0
  const more = (first: number): number => {
    let length = first
    if (first === 15) {
      for (let byte = 255; byte === 255; length += byte) byte = block.readUInt8(at++)
    }
    return length
  }
  while (at < block.length) {
    const token = block.readUInt8(at++)
    const literals = more(token >> 4)
    if (at + literals > block.length) throw new RangeError('literals beyond the end')
    out.append(block.subarray(at, at + literals))
    at += literals
    if (at >= block.length) return
    const distance = block.readUInt16LE(at)
    at += 2
    out.repeat(distance, more(token & 15) + 4)
  }
}

class Output {
  #bytes = new Uint8Array(64 * 1024)
  #length = 0
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  append(bytes: Uint8Array): void {
    this.#grow(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Copies byte by byte: what is copied may be written by the same copy. */
  repeat(distance: number, count: number): void {
    if (distance === 0 || distance > this.#length) throw new RangeError('a copy from before the start')
    this.#grow(count)
    for (let i = 0; i < count; i++, this.#length++) this.#bytes[this.#length] = this.#bytes[this.#length - distance] ?? 0
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(by: number): void {
    const needed = this.#length + by
    if (needed > this.#max) throw new Problem('too-large', 'A compressed buffer unpacks to more than is read.')
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.min(this.#max, Math.max(needed, this.#bytes.length * 2)))
    larger.set(this.bytes())
    this.#bytes = larger
  }
}
