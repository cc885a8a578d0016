import { groupModelFiles, type GgufModelFile, type GgufRole, nominalBitsPerWeight } from '@portolan/gguf'
import type { GgufModelFacts } from '@portolan/hub'

/** One quantization of a model: a GGUF file, or a set of shards. */
export interface QuantizationView {
  /** `Q4_K_M`, as derived from the name; `null` when it cannot be. */
  readonly label: string | null
  /** The file's role: a model, or something that accompanies one. */
  readonly role: GgufRole
  /** In order; programs are passed the first one. */
  readonly files: readonly { readonly path: string; readonly sizeBytes: number }[]
  readonly sizeBytes: number
  readonly shardCount: number
  /** Numbers of the first few missing parts; `missingCount` in total. */
  readonly missing: readonly number[]
  readonly missingCount: number
  /** Average bits per weight: from this file's size if the model's number of parameters is known, otherwise typical for such files. */
  readonly bits: { readonly value: number; readonly isNominal: boolean } | null
  /** The parameters for estimating the memory it needs. */
  readonly parameters: number | null
  readonly architecture: string | null
  readonly contextLength: number | null
  readonly layers: GgufModelFacts['layers']
}

export interface QuantizationsView {
  readonly rows: readonly QuantizationView[]
  /** How many more there are than rows. */
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
