import { ByteSource, type ReadRange } from './byte-source.ts'
import { GgufError } from './errors.ts'
import { ggufLimits } from './limits.ts'
import { tensorBytes, type TensorType, tensorTypeName } from './tensor-types.ts'
import { totalsOf, type TensorTotals } from './totals.ts'
import { ArrayBudget, type GgufArray, type GgufScalar, type GgufValue, passValues, readCount, readText, readValue } from './values.ts'

export interface GgufTensor {
  readonly name: string
  /** `null` for an unknown type; see `typeCode`. */
  readonly type: TensorType | null
  readonly typeCode: number
  /** In ggml's order: the first dimension is the one whose elements are contiguous. Empty for a scalar. */
  readonly shape: readonly number[]
  readonly elements: number
  /** Bytes from the start of the tensor data. */
  readonly offset: number | bigint
}

export interface GgufHeader extends TensorTotals {
  readonly version: 1 | 2 | 3
  readonly littleEndian: boolean
  readonly metadata: ReadonlyMap<string, GgufValue>
  readonly tensors: readonly GgufTensor[]
  /** Where the header ends, and where, aligned, the tensor data starts. */
  readonly headerBytes: number
  readonly dataOffset: number
}

/**
 * Reads a GGUF header (versions 1 to 3, either byte order) through ranged reads; never the tensors themselves. Reads at most `ggufLimits.headerBytes`
 * and keeps at most `ggufLimits.heldTextBytes` of text, whatever the file says.
 * @throws {GgufError} for anything wrong with the file; what `read` throws passes through
 * @see https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export async function readGgufHeader(read: ReadRange): Promise<GgufHeader> {
  const source = new ByteSource(read)
  const version = await readVersion(source)
  const isWide = version > 1
  const tensorCount = await readCount(source, isWide, ggufLimits.tensors, (count) => tooMany(count, 'tensors'))
  const pairCount = await readCount(source, isWide, ggufLimits.pairs, (count) => tooMany(count, 'metadata entries'))
  const metadata = new Map<string, GgufValue>()
  const budget = new ArrayBudget()
  for (let i = 0; i < pairCount; i++) {
    const key = await readText(source, isWide, ggufLimits.keyBytes)
    if (metadata.has(key)) throw new GgufError('gguf.duplicate_key', `The key ${quote(key)} stands in the header twice`)
    await source.need(4)
    metadata.set(key, await readValue(source, source.u32(), isWide, budget.renew()))
  }
  const tensors = await readTensors(source, tensorCount, isWide)
  await source.finish()
  const headerBytes = source.position
  return {
    version,
    littleEndian: source.littleEndian,
    metadata,
    tensors,
    headerBytes,
    dataOffset: align(headerBytes, metadata.get('general.alignment')),
    ...totalsOf(tensors),
  }
}

/** Reads the magic and the version, which also reveals the byte order: read the wrong way round, its low half is zero. */
async function readVersion(source: ByteSource): Promise<1 | 2 | 3> {
  await source.need(4)
  if (source.text(4) !== 'GGUF') throw new GgufError('gguf.not_gguf', 'The file does not start with GGUF')
  await source.need(4)
  let version = source.u32()
  if ((version & 0xffff) === 0) {
    source.littleEndian = false
    version = ((version >>> 24) | ((version >>> 8) & 0xff00)) >>> 0
  }
  if (version !== 1 && version !== 2 && version !== 3)
    throw new GgufError('gguf.unsupported_version', `GGUF version ${version} is not known`)
  return version
}

async function readTensors(source: ByteSource, count: number, isWide: boolean): Promise<GgufTensor[]> {
  const tensors: GgufTensor[] = []
  const names = new Set<string>()
  for (let i = 0; i < count; i++) {
    const name = await readText(source, isWide, ggufLimits.keyBytes)
    if (names.has(name)) throw new GgufError('gguf.duplicate_tensor', `The tensor ${quote(name)} stands in the header twice`)
    names.add(name)
    const shape = await readShape(source, name, isWide)
    const elements = shape.reduce((product, size) => product * size, 1)
    if (!Number.isSafeInteger(elements)) throw tooManyElements(`The tensor ${quote(name)} has`)
    await source.need(12)
    const typeCode = source.u32()
    const offset = source.u64()
    tensors.push({
      name,
      type: tensorTypeName(typeCode),
      typeCode,
      shape,
      elements,
      offset: offset <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(offset) : offset,
    })
  }
  return tensors
}

async function readShape(source: ByteSource, name: string, isWide: boolean): Promise<number[]> {
  await source.need(4)
  const dimensions = source.u32()
  if (dimensions > ggufLimits.dimensions)
    throw new GgufError('gguf.too_many_dimensions', `The tensor ${quote(name)} has ${dimensions} dimensions`)
  const shape: number[] = []
  for (let i = 0; i < dimensions; i++)
    shape.push(await readCount(source, isWide, Number.MAX_SAFE_INTEGER, () => tooManyElements(`The tensor ${quote(name)} has`)))
  return shape
}

/** The next multiple of the alignment set in the file, 32 by default. */
function align(position: number, asked: GgufValue | undefined): number {
  const alignment = asked ?? 32
  const isPower = typeof alignment === 'number' && Number.isInteger(Math.log2(alignment))
  if (!isPower || alignment < 1 || alignment > ggufLimits.alignment)
    throw new GgufError('gguf.invalid_alignment', `The alignment ${typeof alignment === 'object' ? 'is a list' : quote(String(alignment))}`)
  return Math.ceil(position / alignment) * alignment
}

/**
 * The minimum length of a file with this header: the end of its last tensor. A shorter file is truncated, or its header is wrong.
 * @returns `null` if a tensor has an unknown type
 */
export function requiredFileBytes(header: Pick<GgufHeader, 'tensors' | 'headerBytes' | 'dataOffset'>): number | null {
  let end = header.headerBytes
  for (const { type, shape, offset } of header.tensors) {
    if (type === null) return null
    end = Math.max(end, header.dataOffset + Number(offset) + tensorBytes(type, shape))
  }
  return end
}

/**
 * One value of an array that is only partly kept in the header, such as a token of the vocabulary. Reads the file again up to it.
 * @returns `null` if the array has no such index
 * @throws {GgufError}
 */
export async function readArrayValue(
  read: ReadRange,
  header: Pick<GgufHeader, 'version' | 'littleEndian'>,
  array: GgufArray,
  index: number,
): Promise<GgufScalar | GgufArray | null> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= array.length) return null
  const held = array.values[index]
  if (held !== undefined) return held
  const source = new ByteSource(read, array.offset, header.littleEndian)
  const isWide = header.version > 1
  await passValues(source, array.type, index, isWide, 1)
  return readValue(source, array.type, isWide, new ArrayBudget().renew(), 1)
}

function tooMany(count: bigint, what: string): GgufError {
  return new GgufError('gguf.too_many', `The header names ${count} ${what}`)
}

function tooManyElements(subject: string): GgufError {
  return new GgufError('gguf.too_many_elements', `${subject} more elements than can be counted`)
}

/** A name from the file for use in a message: short, and without characters that affect how the rest is displayed. */
function quote(name: string): string {
  const short = name.length > 80 ? `${name.slice(0, 80)}…` : name
  return JSON.stringify(short).replaceAll(/\p{C}/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
