import { isObject } from './values.ts'

/** Clients also reject longer headers. */
const maxHeaderBytes = 25 * 1024 * 1024
/** The format has fewer than twenty. */
const maxTypes = 40

/** Not a safetensors file, or a damaged one. */
export class SafetensorsError extends Error {
  override readonly name = 'SafetensorsError'
}

/** Source of headers, with a limit on how much of them may be read. */
export interface HeaderSource {
  /** Bytes `start` to `end`, inclusive. */
  read(start: number, end: number): Promise<Buffer>
  /** Header bytes that may still be read, for all files combined; decremented on each read. */
  readonly budget?: { headerBytes: number }
}

/** Reads the bytes of a file's header. @throws {SafetensorsError} */
export async function safetensorsHeaderBytes({ read, budget = { headerBytes: maxHeaderBytes } }: HeaderSource): Promise<Buffer> {
  const first = await read(0, 7)
  if (first.length < 8) throw new SafetensorsError('The file is shorter than its header')
  const length = first.readBigUInt64LE(0)
  if (length > BigInt(maxHeaderBytes) || length < 2n) throw new SafetensorsError(`The header has an invalid length of ${length} bytes`)
  if (length > BigInt(budget.headerBytes)) throw new SafetensorsError('The headers of all files together are too large')
  budget.headerBytes -= Number(length)
  const body = await read(8, 7 + Number(length))
  if (body.length < Number(length)) throw new SafetensorsError('The file ends inside its header')
  return body
}

/**
 * Reads a file's header: names of tensors with their types, shapes and offsets, and `__metadata__`.
 * @throws {SafetensorsError}
 * @see https://huggingface.co/docs/safetensors — eight bytes of header length, then JSON
 */
async function readSafetensorsHeader(source: HeaderSource): Promise<Record<string, unknown>> {
  const body = await safetensorsHeaderBytes(source)
  let header: unknown
  try {
    header = JSON.parse(body.toString('utf8'))
  } catch {
    throw new SafetensorsError('The header is not JSON')
  }
  if (!isObject(header)) throw new SafetensorsError('The header is not a JSON object')
  return header
}

/** Counts the parameters per element type from the header of one file. @throws {SafetensorsError} */
export async function safetensorsParameters(source: HeaderSource): Promise<Map<string, number>> {
  const header = await readSafetensorsHeader(source)
  const counts = new Map<string, number>()
  for (const [name, tensor] of Object.entries(header)) {
    if (name === '__metadata__') continue
    const dtype = isObject(tensor) ? tensor['dtype'] : undefined
    const shape = isObject(tensor) ? tensor['shape'] : undefined
    if (typeof dtype !== 'string' || !/^[A-Z0-9_]{1,20}$/.test(dtype) || !Array.isArray(shape))
      throw new SafetensorsError(`The tensor ${name.slice(0, 80)} is malformed`)
    let elements = 1
    for (const side of shape) {
      if (!Number.isSafeInteger(side) || (side as number) < 0)
        throw new SafetensorsError(`The tensor ${name.slice(0, 80)} has a malformed shape`)
      elements *= side as number
    }
    const sum = (counts.get(dtype) ?? 0) + elements
    if (!Number.isSafeInteger(sum)) throw new SafetensorsError('The header lists too many elements')
    counts.set(dtype, sum)
    if (counts.size > maxTypes) throw new SafetensorsError('The header lists too many element types')
  }
  return counts
}
