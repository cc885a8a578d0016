import { tensorBytes, type TensorType, tensorTypes } from '../tensor-types.ts'
import { valueTypes } from '../value-types.ts'

type ScalarType = Exclude<keyof typeof valueTypes, 'array'>

/** A metadata value with the type to write it as. An array of arrays has arrays as its values. */
export type TypedValue =
  | { readonly type: ScalarType; readonly value: string | number | bigint | boolean }
  | { readonly type: 'array'; readonly of: ScalarType; readonly values: readonly (string | number | bigint | boolean)[] }
  | { readonly type: 'array'; readonly of: 'array'; readonly values: readonly TypedValue[] }

export interface WriteGguf {
  readonly version?: 1 | 2 | 3
  readonly littleEndian?: boolean
  /** Keys in order. Unless typed, text becomes a string, integers become uint32, and other numbers float32. */
  readonly metadata?: Readonly<Record<string, string | number | boolean | TypedValue>>
  readonly tensors?: readonly { readonly name: string; readonly type: TensorType; readonly shape: readonly number[] }[]
  /** Alignment of tensors in bytes; written to the metadata if it is not 32. */
  readonly alignment?: number
  /** Includes tensor data, all zeros; otherwise the file ends after its header. */
  readonly withData?: boolean
}

/** Writes a valid GGUF file. For tests and demo content: it keeps the whole file in memory. */
export function writeGguf({
  version = 3,
  littleEndian = true,
  metadata = {},
  tensors = [],
  alignment = 32,
  withData = true,
}: WriteGguf): Uint8Array<ArrayBuffer> {
  const out = new ByteSink(littleEndian, version > 1)
  const pairs = Object.entries(metadata).map(([key, value]) => [key, typed(value)] as const)
  if (alignment !== 32) pairs.push(['general.alignment', { type: 'uint32', value: alignment }])
  out.bytes(new TextEncoder().encode('GGUF'))
  out.number('uint32', version)
  out.count(tensors.length)
  out.count(pairs.length)
  for (const [key, value] of pairs) {
    out.text(key)
    out.number('uint32', valueTypes[value.type])
    out.value(value)
  }
  let offset = 0
  for (const { name, type, shape } of tensors) {
    out.text(name)
    out.number('uint32', shape.length)
    for (const size of shape) out.count(size)
    out.number('uint32', tensorTypes[type])
    out.number('uint64', BigInt(offset))
    offset += pad(tensorBytes(type, shape), alignment)
  }
  if (withData && tensors.length > 0) out.bytes(new Uint8Array(pad(out.length, alignment) - out.length + offset))
  return out.finish()
}

function typed(value: string | number | boolean | TypedValue): TypedValue {
  if (typeof value === 'object') return value
  if (typeof value === 'string') return { type: 'string', value }
  if (typeof value === 'boolean') return { type: 'bool', value }
  return { type: Number.isInteger(value) && value >= 0 ? 'uint32' : 'float32', value }
}

function pad(length: number, alignment: number): number {
  return Math.ceil(length / alignment) * alignment
}

const setters = {
  uint8: [1, (view, value, _little) => view.setUint8(0, Number(value))],
  int8: [1, (view, value, _little) => view.setInt8(0, Number(value))],
  uint16: [2, (view, value, little) => view.setUint16(0, Number(value), little)],
  int16: [2, (view, value, little) => view.setInt16(0, Number(value), little)],
  uint32: [4, (view, value, little) => view.setUint32(0, Number(value), little)],
  int32: [4, (view, value, little) => view.setInt32(0, Number(value), little)],
  float32: [4, (view, value, little) => view.setFloat32(0, Number(value), little)],
  bool: [1, (view, value, _little) => view.setUint8(0, Number(value))],
  uint64: [8, (view, value, little) => view.setBigUint64(0, BigInt(value), little)],
  int64: [8, (view, value, little) => view.setBigInt64(0, BigInt(value), little)],
  float64: [8, (view, value, little) => view.setFloat64(0, Number(value), little)],
} as const satisfies Record<
  Exclude<ScalarType, 'string'>,
  readonly [bytes: number, set: (view: DataView, value: number | bigint | boolean, littleEndian: boolean) => void]
>

class ByteSink {
  readonly #parts: Uint8Array[] = []
  readonly #littleEndian: boolean
  readonly #isWide: boolean
  length = 0

  constructor(littleEndian: boolean, isWide: boolean) {
    this.#littleEndian = littleEndian
    this.#isWide = isWide
  }

  bytes(part: Uint8Array): void {
    this.#parts.push(part)
    this.length += part.length
  }

  number(type: Exclude<ScalarType, 'string'>, value: number | bigint | boolean): void {
    const [size, set] = setters[type]
    const part = new Uint8Array(size)
    set(new DataView(part.buffer), value, this.#littleEndian)
    this.bytes(part)
  }

  count(value: number): void {
    this.number(this.#isWide ? 'uint64' : 'uint32', this.#isWide ? BigInt(value) : value)
  }

  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.count(bytes.length)
    this.bytes(bytes)
  }

  value(value: TypedValue): void {
    if (value.type !== 'array') return this.#scalar(value.type, value.value)
    this.number('uint32', valueTypes[value.of])
    this.count(value.values.length)
    if (value.of === 'array') for (const inner of value.values) this.value(inner)
    else for (const inner of value.values) this.#scalar(value.of, inner)
  }

  #scalar(type: ScalarType, value: string | number | bigint | boolean): void {
    if (type === 'string') this.text(String(value))
    else this.number(type, typeof value === 'string' ? Number(value) : value)
  }

  finish(): Uint8Array<ArrayBuffer> {
    const whole = new Uint8Array(this.length)
    let at = 0
    for (const part of this.#parts) {
      whole.set(part, at)
      at += part.length
    }
    return whole
  }
}
