import { GgufError } from './errors.ts'
import { ggufLimits } from './limits.ts'

/**
 * Returns the bytes from `start` up to but excluding `endExclusive`; fewer only at the end of the file. Errors are passed on to the caller.
 */
export type ReadRange = (start: number, endExclusive: number) => Promise<Uint8Array>

const firstChunk = 64 * 1024
const largestChunk = 1024 * 1024

/** Reads a file forward through ranged reads, a chunk at a time, decoding numbers and text in the file's byte order. */
export class ByteSource {
  readonly #read: ReadRange
  readonly #decoder = new TextDecoder()
  #bytes: Uint8Array = new Uint8Array(0)
  #view = new DataView(this.#bytes.buffer)
  /** Position in the file of the first buffered byte. */
  #base: number
  #at = 0
  #chunk = firstChunk
  #heldText = 0
  littleEndian: boolean

  constructor(read: ReadRange, position = 0, littleEndian = true) {
    this.#read = read
    this.#base = position
    this.littleEndian = littleEndian
  }

  /** Position in the file of the next byte. */
  get position(): number {
    return this.#base + this.#at
  }

  /** Whether the next `count` bytes are buffered. */
  has(count: number): boolean {
    return this.#at + count <= this.#bytes.length
  }

  /** Makes sure that the next `count` bytes are buffered. */
  async need(count: number): Promise<void> {
    if (this.has(count)) return
    const start = this.position
    if (start + count > ggufLimits.headerBytes) throw tooLong()
    const wanted = Math.max(count, this.#chunk)
    const fetched = (await this.#read(start, start + wanted)).subarray(0, wanted)
    if (fetched.length < count) throw new GgufError('gguf.truncated', `The file ends inside its header, at byte ${start + fetched.length}`)
    this.#chunk = Math.min(this.#chunk * 4, largestChunk)
    this.#place(fetched, start)
  }

  /** Skips bytes without fetching them. */
  skip(count: number): void {
    if (this.has(count)) this.#at += count
    else if (this.position + count > ggufLimits.headerBytes) throw tooLong()
    else this.#place(new Uint8Array(0), this.position + count)
  }

  /** Makes sure that the skipped bytes exist. */
  async finish(): Promise<void> {
    if (this.#bytes.length > 0 || this.position === 0) return
    const last = await this.#read(this.position - 1, this.position)
    if (last.length < 1) throw new GgufError('gguf.truncated', 'The file ends inside its header')
  }

  #place(bytes: Uint8Array, base: number): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#base = base
    this.#at = 0
  }

  /** The next bytes, which must be buffered, as text. Malformed UTF-8 becomes replacement characters. */
  text(count: number): string {
    this.#heldText += count
    if (this.#heldText > ggufLimits.heldTextBytes)
      throw new GgufError('gguf.too_large', `The header holds more than ${ggufLimits.heldTextBytes} bytes of text`)
    const text = this.#decoder.decode(this.#bytes.subarray(this.#at, this.#at + count))
    this.#at += count
    return text
  }

  /** Where the next `count` bytes are in the view; they must be buffered. */
  #take(count: number): number {
    const at = this.#at
    this.#at += count
    return at
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1))
  }
  i8(): number {
    return this.#view.getInt8(this.#take(1))
  }
  u16(): number {
    return this.#view.getUint16(this.#take(2), this.littleEndian)
  }
  i16(): number {
    return this.#view.getInt16(this.#take(2), this.littleEndian)
  }
  u32(): number {
    return this.#view.getUint32(this.#take(4), this.littleEndian)
  }
  i32(): number {
    return this.#view.getInt32(this.#take(4), this.littleEndian)
  }
  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8), this.littleEndian)
  }
  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8), this.littleEndian)
  }
  f32(): number {
    return this.#view.getFloat32(this.#take(4), this.littleEndian)
  }
  f64(): number {
    return this.#view.getFloat64(this.#take(8), this.littleEndian)
  }
}

function tooLong(): GgufError {
  return new GgufError('gguf.too_large', `The header is longer than ${ggufLimits.headerBytes} bytes`)
}
