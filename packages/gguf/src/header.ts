import { tensorTypeName } from './types.ts'

export type GgufScalar = number | bigint | boolean | string
/** Long arrays (vocabularies) are cut: `length` is the real one. `readArrayValue` gets at the others. */
export interface GgufArray {
  readonly length: number
  readonly values: readonly GgufScalar[]
  /** Code of the values' type, and where in the file the first one stands. */
  readonly type: number
  readonly offset: number
}
export type GgufValue = GgufScalar | GgufArray

export interface GgufHeader {
  readonly version: number
  readonly littleEndian: boolean
  readonly tensorCount: number
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: readonly { readonly name: string; readonly type: string; readonly elements: number }[]
  /** Sum of the elements of all tensors. */
  readonly parameters: number
}

/** The file is no GGUF, is cut short, or has a header beyond the limits. */
export class GgufError extends Error {
  override readonly name = 'GgufError'
}

/** Bounds on what a header may ask of us: a hostile file names huge counts in a few bytes. */
export const ggufLimits = {
  headerBytes: 64 * 1024 * 1024,
  pairs: 100_000,
  tensors: 100_000,
  keyBytes: 65_535,
  textBytes: 16 * 1024 * 1024,
  arrayValues: 64,
  dimensions: 8,
} as const

const chunkBytes = 1024 * 1024
const scalarBytes = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 } as const

/**
 * Reads a GGUF header (versions 1 to 3, either byte order) through ranged reads; never the tensors themselves.
 * @param read gives the bytes `start` to `end` inclusive; fewer when the file ends
 * @throws {GgufError}
 */
export async function readGgufHeader(read: (start: number, end: number) => Promise<Uint8Array>): Promise<GgufHeader> {
  const source = new Cursor(read)
  await source.need(8)
  if (source.text(4) !== 'GGUF') throw new GgufError('The file does not start with GGUF')
  const version = source.version()
  const wide = version > 1
  const tensorCount = await source.count(wide, ggufLimits.tensors, 'tensors')
  const pairs = await source.count(wide, ggufLimits.pairs, 'metadata entries')
  const metadata = new Map<string, GgufValue>()
  for (let i = 0; i < pairs; i++) {
    const key = await source.string(wide, ggufLimits.keyBytes)
    await source.need(4)
    metadata.set(key, await source.value(source.u32(), wide))
  }
  const tensors: { name: string; type: string; elements: number }[] = []
  for (let i = 0; i < tensorCount; i++) {
    const name = await source.string(wide, ggufLimits.keyBytes)
    await source.need(4)
    const dimensions = source.u32()
    if (dimensions > ggufLimits.dimensions) throw new GgufError(`The tensor ${name.slice(0, 80)} has ${dimensions} dimensions`)
    let elements = 1
    for (let d = 0; d < dimensions; d++) elements *= await source.count(wide, Number.MAX_SAFE_INTEGER, 'elements')
    if (!Number.isSafeInteger(elements)) throw new GgufError(`The tensor ${name.slice(0, 80)} has too many elements`)
    await source.need(12)
    const code = source.u32()
    source.skip(8)
    tensors.push({ name, type: tensorTypeName(code) ?? `type ${code}`, elements })
  }
  const parameters = tensors.reduce((sum, { elements }) => sum + elements, 0)
  if (!Number.isSafeInteger(parameters)) throw new GgufError('The file names more elements than can be counted')
  return { version, littleEndian: source.littleEndian, tensorCount, metadata, tensors, parameters }
}

/**
 * One value of an array that the header holds only the beginning of, such as a token of the vocabulary. Reads up to it again.
 * @returns `null` when the array has no such index
 * @throws {GgufError}
 */
export async function readArrayValue(
  read: (start: number, end: number) => Promise<Uint8Array>,
  header: Pick<GgufHeader, 'version' | 'littleEndian'>,
  array: GgufArray,
  index: number,
): Promise<GgufScalar | null> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= array.length) return null
  const held = array.values[index]
  if (held !== undefined) return held
  const source = new Cursor(read, array.offset, header.littleEndian)
  const wide = header.version > 1
  await source.pass(array.type, index, wide)
  return (await source.value(array.type, wide)) as GgufScalar
}

/** Walks the file forward, fetching a chunk at a time; holds no more than it is asked to look at. */
class Cursor {
  readonly #read: (start: number, end: number) => Promise<Uint8Array>
  #bytes = new Uint8Array(0)
  #view = new DataView(this.#bytes.buffer)
  /** Position in the file of the first byte held. */
  #base = 0
  #at = 0
  #littleEndian: boolean

  constructor(read: (start: number, end: number) => Promise<Uint8Array>, offset = 0, littleEndian = true) {
    this.#read = read
    this.#base = offset
    this.#littleEndian = littleEndian
  }

  get littleEndian(): boolean {
    return this.#littleEndian
  }

  /** Makes sure that `count` bytes are at hand. */
  async need(count: number): Promise<void> {
    if (this.#at + count <= this.#bytes.length) return
    const start = this.#base + this.#at
    if (start + count > ggufLimits.headerBytes) throw new GgufError(`The header is longer than ${ggufLimits.headerBytes} bytes`)
    const fetched = await this.#read(start, start + Math.max(count, chunkBytes) - 1)
    if (fetched.length < count) throw new GgufError('The file ends inside its header')
    this.#bytes = new Uint8Array(fetched)
    this.#view = new DataView(this.#bytes.buffer)
    this.#base = start
    this.#at = 0
  }

  text(count: number): string {
    const text = new TextDecoder().decode(this.#bytes.subarray(this.#at, this.#at + count))
    this.#at += count
    return text
  }

  version(): number {
    let version = this.u32()
    if (version > 0xffff) {
      this.#littleEndian = false
      this.#at -= 4
      version = this.u32()
    }
    if (version < 1 || version > 3) throw new GgufError(`GGUF version ${version} is not known`)
    return version
  }

  u32(): number {
    const value = this.#view.getUint32(this.#at, this.#littleEndian)
    this.#at += 4
    return value
  }

  /** Passes over bytes, also beyond those at hand. */
  skip(count: number): void {
    if (this.#at + count <= this.#bytes.length) {
      this.#at += count
      return
    }
    const next = this.#base + this.#at + count
    if (next > ggufLimits.headerBytes) throw new GgufError(`The header is longer than ${ggufLimits.headerBytes} bytes`)
    this.#base = next
    this.#bytes = new Uint8Array(0)
    this.#view = new DataView(this.#bytes.buffer)
    this.#at = 0
  }

  async count(wide: boolean, limit: number, what: string): Promise<number> {
    await this.need(wide ? 8 : 4)
    const value = wide ? this.#u64() : BigInt(this.u32())
    if (value > BigInt(limit)) throw new GgufError(`The header names ${value} ${what}`)
    return Number(value)
  }

  #u64(): bigint {
    const value = this.#view.getBigUint64(this.#at, this.#littleEndian)
    this.#at += 8
    return value
  }

  /** Passes over `count` values of an array, without waiting where the bytes are at hand: vocabularies are long. */
  async pass(type: number, count: number, wide: boolean): Promise<void> {
    if (type !== 8) return this.skip(count * sizeOf(type))
    const prefix = wide ? 8 : 4
    for (let i = 0; i < count; i++) {
      if (this.#at + prefix > this.#bytes.length) await this.need(prefix)
      const length = wide ? Number(this.#u64()) : this.u32()
      if (length > ggufLimits.textBytes) throw new GgufError(`The header names ${length} bytes of text`)
      this.skip(length)
    }
  }

  async string(wide: boolean, limit: number): Promise<string> {
    const length = await this.count(wide, limit, 'bytes of text')
    await this.need(length)
    return this.text(length)
  }

  async value(type: number, wide: boolean): Promise<GgufValue> {
    if (type === 8) return this.string(wide, ggufLimits.textBytes)
    if (type === 9) return this.#array(wide)
    await this.need(sizeOf(type))
    return this.#scalar(type)
  }

  async #array(wide: boolean): Promise<GgufArray> {
    await this.need(4)
    const type = this.u32()
    if (type === 9) throw new GgufError('Arrays of arrays are not read')
    const length = await this.count(wide, ggufLimits.headerBytes, 'array values')
    const offset = this.#base + this.#at
    const values: GgufScalar[] = []
    const kept = Math.min(length, ggufLimits.arrayValues)
    for (let i = 0; i < kept; i++) values.push((await this.value(type, wide)) as GgufScalar)
    await this.pass(type, length - kept, wide)
    return { length, values, type, offset }
  }

  #scalar(type: number): GgufScalar {
    const at = this.#at
    this.#at += sizeOf(type)
    const little = this.#littleEndian
    switch (type) {
      case 0:
        return this.#view.getUint8(at)
      case 1:
        return this.#view.getInt8(at)
      case 2:
        return this.#view.getUint16(at, little)
      case 3:
        return this.#view.getInt16(at, little)
      case 4:
        return this.#view.getUint32(at, little)
      case 5:
        return this.#view.getInt32(at, little)
      case 6:
        return this.#view.getFloat32(at, little)
      case 7:
        return this.#view.getUint8(at) !== 0
      case 10:
        return narrow(this.#view.getBigUint64(at, little))
      case 11:
        return narrow(this.#view.getBigInt64(at, little))
      default:
        return this.#view.getFloat64(at, little)
    }
  }
}

function sizeOf(type: number): number {
  const size = (scalarBytes as Record<number, number | undefined>)[type]
  if (size === undefined) throw new GgufError(`Metadata of type ${type} is not known`)
  return size
}

function narrow(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}
