/** How the elements of a tensor are stored (`ggml_type` of ggml.h). Codes left out belong to types that ggml no longer reads. */
export const tensorTypes = {
  F32: 0,
  F16: 1,
  Q4_0: 2,
  Q4_1: 3,
  Q5_0: 6,
  Q5_1: 7,
  Q8_0: 8,
  Q8_1: 9,
  Q2_K: 10,
  Q3_K: 11,
  Q4_K: 12,
  Q5_K: 13,
  Q6_K: 14,
  Q8_K: 15,
  IQ2_XXS: 16,
  IQ2_XS: 17,
  IQ3_XXS: 18,
  IQ1_S: 19,
  IQ4_NL: 20,
  IQ3_S: 21,
  IQ2_S: 22,
  IQ4_XS: 23,
  I8: 24,
  I16: 25,
  I32: 26,
  I64: 27,
  F64: 28,
  IQ1_M: 29,
  BF16: 30,
  TQ1_0: 34,
  TQ2_0: 35,
  MXFP4: 39,
  NVFP4: 40,
  Q1_0: 41,
  Q2_0: 42,
} as const
export type TensorType = keyof typeof tensorTypes

/** Elements are stored in blocks: `elements` of them in `bytes`, scales included. */
export interface TensorBlock {
  readonly elements: number
  readonly bytes: number
}

const block = (elements: number, bytes: number): TensorBlock => ({ elements, bytes })

/** Block of each type: the structs of ggml-common.h (llama.cpp at 01243c58, where Q1_0, Q2_0 and NVFP4 were checked). */
export const tensorBlocks: Readonly<Record<TensorType, TensorBlock>> = {
  F64: block(1, 8),
  F32: block(1, 4),
  F16: block(1, 2),
  BF16: block(1, 2),
  I64: block(1, 8),
  I32: block(1, 4),
  I16: block(1, 2),
  I8: block(1, 1),
  Q1_0: block(128, 18),
  Q2_0: block(64, 18),
  Q4_0: block(32, 18),
  Q4_1: block(32, 20),
  Q5_0: block(32, 22),
  Q5_1: block(32, 24),
  Q8_0: block(32, 34),
  Q8_1: block(32, 36),
  Q2_K: block(256, 84),
  Q3_K: block(256, 110),
  Q4_K: block(256, 144),
  Q5_K: block(256, 176),
  Q6_K: block(256, 210),
  Q8_K: block(256, 292),
  IQ1_S: block(256, 50),
  IQ1_M: block(256, 56),
  IQ2_XXS: block(256, 66),
  IQ2_XS: block(256, 74),
  IQ2_S: block(256, 82),
  IQ3_XXS: block(256, 98),
  IQ3_S: block(256, 110),
  IQ4_NL: block(32, 18),
  IQ4_XS: block(256, 136),
  TQ1_0: block(256, 54),
  TQ2_0: block(256, 66),
  MXFP4: block(32, 17),
  NVFP4: block(64, 36),
}

const byCode = new Map(Object.entries(tensorTypes).map(([name, code]) => [code as number, name as TensorType]))

/** The name of a tensor type code, or `null` for an unknown code. */
export function tensorTypeName(code: number): TensorType | null {
  return byCode.get(code) ?? null
}

/** Bits per element, including its share of the block's scales. */
export function tensorBitsPerWeight(type: TensorType): number {
  const { elements, bytes } = tensorBlocks[type]
  return (bytes * 8) / elements
}

/** Bytes of a tensor's data. Rows, the first dimension, consist of whole blocks. */
export function tensorBytes(type: TensorType, shape: readonly number[]): number {
  const { elements, bytes } = tensorBlocks[type]
  const [row = 1, ...rest] = shape
  return rest.reduce((product, size) => product * size, Math.ceil(row / elements) * bytes)
}
