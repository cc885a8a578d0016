import { type FileType, fileTypes } from './file-types.ts'

/** The quantization of a file, according to its name. */
export interface QuantLabel {
  /** In upper case and without its surroundings: `Q4_K_M`, `UD-Q4_K_XL`, `Q6_K_L`. */
  readonly label: string
  /** The corresponding file type. A variant such as `_L` has the type it is a variant of. */
  readonly type: FileType
  /** Prefixed with `UD-`: bits are distributed over the layers by their importance (one publisher's recipe). */
  readonly isDynamic: boolean
  /** Size variant after the type's own name: `L` in `Q6_K_L`. */
  readonly variation: string | null
  /** Where the label is in the path. */
  readonly start: number
  readonly end: number
}

/** Names in use that are not file types: tensor types, llama.cpp's short names (tools/quantize) and another spelling of the floats. */
const aliases: Readonly<Record<string, FileType>> = {
  FP32: 'F32',
  FP16: 'F16',
  Q3_K: 'Q3_K_M',
  Q4_K: 'Q4_K_M',
  Q5_K: 'Q5_K_M',
  MXFP4: 'MXFP4_MOE',
}
/** Aliases that are only another spelling: the label uses the usual one. */
const spellings: Readonly<Record<string, string>> = { FP32: 'F32', FP16: 'F16' }

// Longest first, so that Q4_0_4_4 is not read as Q4_0; between boundaries, so that BF16 is not read as F16 nor Q1_0_G128 as a variant G.
const names = [...Object.keys(fileTypes), ...Object.keys(aliases)].sort((a, b) => b.length - a.length)
const pattern = new RegExp(`(?<![a-z0-9])(UD-)?(${names.join('|')})(?:_(XXS|XS|S|M|L|XL|XXL))?(?![a-z0-9])`, 'gi')

/**
 * Reads the quantization from the path of a GGUF file; the last one named wins.
 * @returns `null` if the path names none
 */
export function parseQuantLabel(path: string): QuantLabel | null {
  const match = [...path.matchAll(pattern)].at(-1)
  if (!match) return null
  const name = (match[2] ?? '').toUpperCase()
  const type = name in fileTypes ? (name as FileType) : aliases[name]
  if (type === undefined) return null
  const variation = match[3]?.toUpperCase() ?? null
  const isDynamic = match[1] !== undefined
  return {
    label: `${isDynamic ? 'UD-' : ''}${spellings[name] ?? name}${variation === null ? '' : `_${variation}`}`,
    type,
    isDynamic,
    variation,
    start: match.index,
    end: match.index + match[0].length,
  }
}

/** Like {@link parseQuantLabel}, but only the label. */
export function quantLabel(path: string): string | null {
  return parseQuantLabel(path)?.label ?? null
}
