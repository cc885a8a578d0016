import { GgufError } from './errors.ts'
import { tensorBytes, type TensorType } from './tensor-types.ts'

/** Totals over the tensors of a header. */
export interface TensorTotals {
  /** Elements of all tensors. */
  readonly parameters: number
  /** By tensor type, most parameters first. */
  readonly parametersByType: readonly TypeTotal[]
  /** Bytes of the tensors' data without padding; `null` if a type is unknown. */
  readonly tensorBytes: number | null
  /** Average over all parameters; `null` if a type is unknown or there are none. */
  readonly bitsPerWeight: number | null
}

export interface TypeTotal {
  readonly type: TensorType | null
  readonly typeCode: number
  readonly parameters: number
  readonly tensors: number
}

interface Tensor {
  readonly type: TensorType | null
  readonly typeCode: number
  readonly shape: readonly number[]
  readonly elements: number
}

/** @throws {GgufError} `gguf.too_many_elements` if the sums exceed exact integers */
export function totalsOf(tensors: readonly Tensor[]): TensorTotals {
  const byCode = new Map<number, { type: TensorType | null; typeCode: number; parameters: number; tensors: number }>()
  let parameters = 0
  let bytes: number | null = 0
  for (const { type, typeCode, shape, elements } of tensors) {
    const total = byCode.get(typeCode) ?? { type, typeCode, parameters: 0, tensors: 0 }
    total.parameters += elements
    total.tensors++
    byCode.set(typeCode, total)
    parameters += elements
    bytes = bytes === null || type === null ? null : bytes + tensorBytes(type, shape)
  }
  if (!Number.isSafeInteger(parameters) || (bytes !== null && !Number.isSafeInteger(bytes)))
    throw new GgufError('gguf.too_many_elements', 'The tensors have more elements than can be counted')
  return {
    parameters,
    parametersByType: [...byCode.values()].sort((a, b) => b.parameters - a.parameters || a.typeCode - b.typeCode),
    tensorBytes: bytes,
    bitsPerWeight: bytes === null || parameters === 0 ? null : (bytes * 8) / parameters,
  }
}
