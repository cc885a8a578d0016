import { fileTypes } from './types.ts'

// Longest first, so that Q4_0_4_4 is not read as Q4_0. `MXFP4` and plain `Q4_K` are names that files carry without being codes.
const names = [...Object.keys(fileTypes), 'MXFP4', 'Q2_K', 'Q3_K', 'Q4_K', 'Q5_K', 'FP16', 'FP32'].sort((a, b) => b.length - a.length)
const label = new RegExp(`(?<![A-Z0-9])(UD-)?(${names.join('|')})(_[A-Z]{1,2}(?![A-Z0-9]))?(?![A-Z0-9])`, 'g')
const aliases: Record<string, string> = { FP16: 'F16', FP32: 'F32' }

/**
 * The quantisation that a path of a GGUF file tells, such as `Q4_K_M` or `UD-Q4_K_XL`; the last one wins. `null` when it tells none.
 */
export function quantLabel(path: string): string | null {
  const last = [...path.toUpperCase().matchAll(label)].at(-1)
  if (!last) return null
  const [, prefix = '', name = '', variation = ''] = last
  return `${prefix}${aliases[name] ?? name}${variation}`
}

/** Splits `model-00001-of-00003.gguf` into its set and its place; `null` when the file is whole. */
export function shardOf(path: string): { prefix: string; index: number; total: number } | null {
  const match = /^(.*)-(\d{5})-of-(\d{5})\.gguf$/i.exec(path)
  return match ? { prefix: match[1] ?? '', index: Number(match[2]), total: Number(match[3]) } : null
}
