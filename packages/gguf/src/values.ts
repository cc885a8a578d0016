import type { ByteSource } from './byte-source.ts'
import { GgufError } from './errors.ts'
import { ggufLimits } from './limits.ts'
import { valueBytes, valueTypes } from './value-types.ts'

/** 64-bit integers are numbers if a number represents them exactly. */
export type GgufScalar = number | bigint | boolean | string

/** An array, summarized: vocabularies are long. `readArrayValue` reads the values that are not kept. */
export interface GgufArray {
  /** How many values the file has; `values` contains the first of them. */
  readonly length: number
  readonly values: readonly GgufValue[]
  /** Code of the values' type, and the position of the first one in the file. */
  readonly type: number
  readonly offset: number
}
export type GgufValue = GgufScalar | GgufArray

/** Counts and lengths take 4 bytes in version 1 and 8 since. */
export async function readCount(
  source: ByteSource,
  isWide: boolean,
  limit: number,
  tooMuch: (count: bigint) => GgufError,
): Promise<number> {
  await source.need(isWide ? 8 : 4)
  const count = isWide ? source.u64() : BigInt(source.u32())
  if (count > BigInt(limit)) throw tooMuch(count)
  return Number(count)
}

export async function readText(source: ByteSource, isWide: boolean, limitBytes: number): Promise<string> {
  const length = await readCount(source, isWide, limitBytes, textTooLong)
  if (!source.has(length)) await source.need(length)
  return source.text(length)
}

function textTooLong(length: bigint): GgufError {
  return new GgufError('gguf.text_too_long', `The header names a text of ${length} bytes`)
}

/** How many array values may still be kept: for the current array, and for all arrays of the header. */
export class ArrayBudget {
  #left = 0
  #leftOfAll: number = ggufLimits.heldArrayValues

  /** At the start of a metadata value. */
  renew(): this {
    this.#left = Math.min(ggufLimits.arrayValues, this.#leftOfAll)
    return this
  }

  /** Whether one more may be kept. */
  take(): boolean {
    if (this.#left <= 0) return false
    this.#left--
    this.#leftOfAll--
    return true
  }
}

/** Reads one metadata value of the type, keeping as many array values as the budget allows, across nesting levels. */
export async function readValue(source: ByteSource, type: number, isWide: boolean, budget: ArrayBudget, depth = 0): Promise<GgufValue> {
  if (type === valueTypes.string) return readTextValue(source, isWide)
  if (type === valueTypes.array) return readArray(source, isWide, budget, depth)
  const bytes = valueBytes(type) ?? unknownType(type)
  if (!source.has(bytes)) await source.need(bytes)
  return readScalar(source, type)
}

/** A text too long to keep, such as an embedded tokenizer, is summarized as an array of its bytes with no values kept. */
async function readTextValue(source: ByteSource, isWide: boolean): Promise<GgufValue> {
  const length = await readCount(source, isWide, ggufLimits.headerBytes, textTooLong)
  if (length > ggufLimits.textBytes) {
    const offset = source.position
    source.skip(length)
    return { length, values: [], type: valueTypes.uint8, offset }
  }
  if (!source.has(length)) await source.need(length)
  return source.text(length)
}

async function readArray(source: ByteSource, isWide: boolean, budget: ArrayBudget, depth: number): Promise<GgufArray> {
  const { type, length } = await readArrayHead(source, isWide, depth)
  const offset = source.position
  const values: GgufValue[] = []
  while (values.length < length && budget.take()) values.push(await readValue(source, type, isWide, budget, depth + 1))
  await passValues(source, type, length - values.length, isWide, depth + 1)
  return { length, values, type, offset }
}

async function readArrayHead(source: ByteSource, isWide: boolean, depth: number): Promise<{ type: number; length: number }> {
  if (depth >= ggufLimits.depth) throw new GgufError('gguf.nested_too_deep', `Arrays stand within arrays deeper than ${ggufLimits.depth}`)
  if (!source.has(4)) await source.need(4)
  const type = source.u32()
  if (valueBytes(type) === undefined) unknownType(type)
  // The shortest value takes a byte, so there are never more values than bytes.
  const length = await readCount(
    source,
    isWide,
    ggufLimits.headerBytes,
    (count) => new GgufError('gguf.too_many', `The header names an array of ${count} values`),
  )
  return { type, length }
}

/** Skips `count` values of an array. Only awaits bytes that are not buffered: vocabularies have hundreds of thousands of values. */
export async function passValues(source: ByteSource, type: number, count: number, isWide: boolean, depth: number): Promise<void> {
  const bytes = valueBytes(type)
  if (bytes === undefined) unknownType(type)
  if (typeof bytes === 'number') return source.skip(bytes * count)
  const prefix = isWide ? 8 : 4
  for (let i = 0; i < count; i++) {
    if (type === valueTypes.array) {
      const inner = await readArrayHead(source, isWide, depth)
      await passValues(source, inner.type, inner.length, isWide, depth + 1)
      continue
    }
    if (!source.has(prefix)) await source.need(prefix)
    const length = isWide ? source.u64() : BigInt(source.u32())
    if (length > BigInt(ggufLimits.headerBytes)) throw textTooLong(length)
    source.skip(Number(length))
  }
}

function readScalar(source: ByteSource, type: number): GgufScalar {
  switch (type) {
    case valueTypes.uint8:
      return source.u8()
    case valueTypes.int8:
      return source.i8()
    case valueTypes.uint16:
      return source.u16()
    case valueTypes.int16:
      return source.i16()
    case valueTypes.uint32:
      return source.u32()
    case valueTypes.int32:
      return source.i32()
    case valueTypes.float32:
      return source.f32()
    case valueTypes.bool:
      return source.u8() !== 0
    case valueTypes.uint64:
      return narrow(source.u64())
    case valueTypes.int64:
      return narrow(source.i64())
    default:
      return source.f64()
  }
}

function narrow(value: bigint): number | bigint {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
}

function unknownType(type: number): never {
  throw new GgufError('gguf.unknown_value_type', `Metadata of type ${type} is not known`)
}
