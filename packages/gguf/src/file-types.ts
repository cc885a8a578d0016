/**
 * Values of `general.file_type` in a GGUF file: how most of its tensors are stored (`llama_ftype` of llama.cpp).
 * Codes from 1000 on are names used by one publisher's files, not official values.
 */
export const fileTypes = {
  F32: 0,
  F16: 1,
  Q4_0: 2,
  Q4_1: 3,
  Q4_1_SOME_F16: 4,
  Q4_2: 5,
  Q4_3: 6,
  Q8_0: 7,
  Q5_0: 8,
  Q5_1: 9,
  Q2_K: 10,
  Q3_K_S: 11,
  Q3_K_M: 12,
  Q3_K_L: 13,
  Q4_K_S: 14,
  Q4_K_M: 15,
  Q5_K_S: 16,
  Q5_K_M: 17,
  Q6_K: 18,
  IQ2_XXS: 19,
  IQ2_XS: 20,
  Q2_K_S: 21,
  IQ3_XS: 22,
  IQ3_XXS: 23,
  IQ1_S: 24,
  IQ4_NL: 25,
  IQ3_S: 26,
  IQ3_M: 27,
  IQ2_S: 28,
  IQ2_M: 29,
  IQ4_XS: 30,
  IQ1_M: 31,
  BF16: 32,
  Q4_0_4_4: 33,
  Q4_0_4_8: 34,
  Q4_0_8_8: 35,
  TQ1_0: 36,
  TQ2_0: 37,
  MXFP4_MOE: 38,
  NVFP4: 39,
  Q1_0: 40,
  Q2_0: 41,
  Q2_K_XL: 1000,
  Q3_K_XL: 1001,
  Q4_K_XL: 1002,
  Q5_K_XL: 1003,
  Q6_K_XL: 1004,
  Q8_K_XL: 1005,
} as const
export type FileType = keyof typeof fileTypes

/** All file types from largest to smallest: the order in which files are offered. */
export const fileTypesBySize: readonly FileType[] = [
  ...(['F32', 'BF16', 'F16', 'Q8_K_XL', 'Q8_0', 'Q6_K_XL', 'Q6_K'] as const),
  ...(['Q5_K_XL', 'Q5_K_M', 'Q5_K_S', 'Q5_0', 'Q5_1'] as const),
  ...(['Q4_K_XL', 'Q4_K_M', 'Q4_K_S', 'IQ4_NL', 'IQ4_XS', 'Q4_0_4_4', 'Q4_0_4_8', 'Q4_0_8_8'] as const),
  ...(['Q4_1_SOME_F16', 'Q4_0', 'Q4_1', 'Q4_2', 'Q4_3', 'MXFP4_MOE', 'NVFP4'] as const),
  ...(['Q3_K_XL', 'Q3_K_L', 'Q3_K_M', 'Q3_K_S', 'IQ3_M', 'IQ3_S', 'IQ3_XS', 'IQ3_XXS'] as const),
  ...(['Q2_K_XL', 'Q2_K', 'Q2_K_S', 'IQ2_M', 'IQ2_S', 'IQ2_XS', 'IQ2_XXS', 'Q2_0'] as const),
  ...(['IQ1_S', 'IQ1_M', 'TQ1_0', 'TQ2_0', 'Q1_0'] as const),
]

const byCode = new Map(Object.entries(fileTypes).map(([name, code]) => [code as number, name as FileType]))
const places = new Map(fileTypesBySize.map((name, place) => [name, place]))

/** The name of a file type code, or `null` for an unknown code. */
export function fileTypeName(code: number): FileType | null {
  return byCode.get(code) ?? null
}

/** Index in {@link fileTypesBySize}: 0 for the largest type. */
export function fileTypePlace(type: FileType): number {
  return places.get(type) ?? fileTypesBySize.length
}

/**
 * The type to use instead of `wanted`: the largest available one that is not larger, else the smallest available one.
 * @returns `null` if none is available
 */
export function nearestFileType(wanted: FileType, available: Iterable<FileType>): FileType | null {
  const sorted = [...available].filter((type) => places.has(type)).sort((a, b) => fileTypePlace(a) - fileTypePlace(b))
  return sorted.find((type) => fileTypePlace(type) >= fileTypePlace(wanted)) ?? sorted.at(-1) ?? null
}
