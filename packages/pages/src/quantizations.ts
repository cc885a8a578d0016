import { groupModelFiles, type GgufModelFile, type GgufRole, nominalBitsPerWeight } from '@portolan/gguf'
import type { GgufModelFacts } from '@portolan/hub'

/** One quantization of a model: a GGUF file, or the set it is split into. */
export interface QuantizationView {
  /** `Q4_K_M`, as the name tells; `null` when it tells nothing. */
  readonly label: string | null
  /** What the file is there for: a model, or what goes with one. */
  readonly role: GgufRole
  /** In order; programs are given the first one. */
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[]
  readonly sizeBytes: number
  readonly shardCount: number
  /** Numbers of the parts that are not here, the first of them; `missingCount` in all. */
  readonly missing: readonly number[]
  readonly missingCount: number
  /** Average bits of a weight: from this file's size where the model's parameters are known, else what such files usually have. */
  readonly bits: { readonly value: number; readonly isNominal: boolean } | null
  /** What the memory that it needs is estimated from. */
  readonly parameters: number | null
  readonly architecture: string | null
  readonly contextLength: number | null
  readonly layers: GgufModelFacts['layers']
}

export interface QuantizationsView {
  readonly rows: readonly QuantizationView[]
  /** How many there are beyond the rows. */
  readonly more: number
}

const maxRows = 80
const maxFiles = 20

/** The GGUF files of a commit as one table, the largest quantization first. */
export function quantizationsOf(
  files: readonly { readonly path: string; readonly size: number }[],
  models: readonly GgufModelFacts[],
): QuantizationsView {
  const groups = groupModelFiles(files.map(({ path, size }) => ({ path, sizeBytes: size })))
  const byStem = new Map(models.map((model) => [model.stem, model]))
  return {
    rows: groups.slice(0, maxRows).map((group) => toView(group, group.role === 'model' ? byStem.get(group.stem) : undefined)),
    more: Math.max(0, groups.length - maxRows),
  }
}

function toView(group: GgufModelFile, model: GgufModelFacts | undefined): QuantizationView {
  const parameters = model?.parameters ?? null
  return {
    label: group.quant?.label ?? null,
    role: group.role,
    files: group.files.slice(0, maxFiles),
    sizeBytes: group.sizeBytes,
    shardCount: group.shardCount,
    missing: group.missing.slice(0, maxFiles),
    missingCount: group.missingCount,
    bits: bitsOf(group, parameters),
    parameters,
    architecture: model?.architecture ?? null,
    contextLength: model?.contextLength ?? null,
    layers: model?.layers ?? null,
  }
}

function bitsOf({ role, sizeBytes, missingCount, quant }: GgufModelFile, parameters: number | null): QuantizationView['bits'] {
  if (role === 'imatrix') return null
  if (parameters !== null && parameters > 0 && missingCount === 0) return { value: (sizeBytes * 8) / parameters, isNominal: false }
  const nominal = quant && nominalBitsPerWeight(quant.type)
  return nominal ? { value: nominal.bits, isNominal: true } : null
}
