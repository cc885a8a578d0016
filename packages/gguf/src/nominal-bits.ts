import type { FileType } from './file-types.ts'
import { tensorBitsPerWeight, type TensorType } from './tensor-types.ts'

/** The type of most tensors in a file. `null` for the two types whose layout ggml has dropped. */
export const mainTensorTypes: Readonly<Record<FileType, TensorType | null>> = {
  F32: 'F32',
  F16: 'F16',
  BF16: 'BF16',
  Q4_0: 'Q4_0',
  Q4_1: 'Q4_1',
  Q4_1_SOME_F16: 'Q4_1',
  Q4_2: null,
  Q4_3: null,
  Q8_0: 'Q8_0',
  Q5_0: 'Q5_0',
  Q5_1: 'Q5_1',
  Q2_K: 'Q2_K',
  Q2_K_S: 'Q2_K',
  Q3_K_S: 'Q3_K',
  Q3_K_M: 'Q3_K',
  Q3_K_L: 'Q3_K',
  Q4_K_S: 'Q4_K',
  Q4_K_M: 'Q4_K',
  Q5_K_S: 'Q5_K',
  Q5_K_M: 'Q5_K',
  Q6_K: 'Q6_K',
  IQ1_S: 'IQ1_S',
  IQ1_M: 'IQ1_M',
  IQ2_XXS: 'IQ2_XXS',
  IQ2_XS: 'IQ2_XS',
  IQ2_S: 'IQ2_XS',
  IQ2_M: 'IQ2_S',
  IQ3_XXS: 'IQ3_XXS',
  IQ3_XS: 'IQ3_S',
  IQ3_S: 'IQ3_S',
  IQ3_M: 'IQ3_S',
  IQ4_NL: 'IQ4_NL',
  IQ4_XS: 'IQ4_XS',
  // The same blocks as Q4_0, in a different order.
  Q4_0_4_4: 'Q4_0',
  Q4_0_4_8: 'Q4_0',
  Q4_0_8_8: 'Q4_0',
  TQ1_0: 'TQ1_0',
  TQ2_0: 'TQ2_0',
  MXFP4_MOE: 'MXFP4',
  NVFP4: 'NVFP4',
  Q1_0: 'Q1_0',
  Q2_0: 'Q2_0',
  Q2_K_XL: 'Q2_K',
  Q3_K_XL: 'Q3_K',
  Q4_K_XL: 'Q4_K',
  Q5_K_XL: 'Q5_K',
  Q6_K_XL: 'Q6_K',
  Q8_K_XL: 'Q8_0',
}

/**
 * Bits per weight of whole files of mixed types, measured on Llama 3.1 8B (tools/quantize/README.md of llama.cpp at 311c2c9f; values from the tool's
 * own help, which gives sizes in GiB, were divided by 8.03e9 weights). Other models have other mixtures.
 */
const measured: Partial<Record<FileType, number>> = {
  IQ1_S: 2.0,
  IQ1_M: 2.15,
  IQ2_XXS: 2.38,
  IQ2_XS: 2.59,
  IQ2_S: 2.74,
  IQ2_M: 2.93,
  IQ3_XXS: 3.25,
  IQ3_XS: 3.5,
  IQ3_S: 3.66,
  IQ3_M: 3.76,
  IQ4_XS: 4.46,
  IQ4_NL: 4.68,
  Q2_K_S: 2.97,
  Q2_K: 3.16,
  Q3_K_S: 3.64,
  Q3_K_M: 4.0,
  Q3_K_L: 4.3,
  Q4_0: 4.64,
  Q4_1: 5.11,
  Q4_K_S: 4.67,
  Q4_K_M: 4.89,
  Q5_0: 5.57,
  Q5_1: 6.04,
  Q5_K_S: 5.57,
  Q5_K_M: 5.7,
}

/**
 * The typical bits per weight of such a file, if the file itself is not available: `measured` on one well-known model, or the `blocks` of the main
 * tensor type, which a mixture with larger ones exceeds.
 * @returns `null` for a type whose layout is unknown
 */
export function nominalBitsPerWeight(type: FileType): { readonly bits: number; readonly basis: 'measured' | 'blocks' } | null {
  const bits = measured[type]
  if (bits !== undefined) return { bits, basis: 'measured' }
  const main = mainTensorTypes[type]
  return main === null ? null : { bits: tensorBitsPerWeight(main), basis: 'blocks' }
}
