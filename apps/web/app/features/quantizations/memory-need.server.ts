import type { QuantizationView } from '@portolan/pages'
import { estimateMemory, fitOf, hardware } from '@portolan/snippets'

/** What running a quantization takes. */
export interface MemoryNeed {
  readonly bytes: number
  /** Memory in GB of the smallest graphics card that holds it; `null` when none does. */
  readonly card: number | null
  /** The cache of the context was guessed from the number of parameters. */
  readonly isGuess: boolean
}

/** Tokens of context that the memory is reckoned with, or fewer when the model keeps fewer. */
export const assumedContext = 4096

/** Memory that the graphics cards of the hardware list come with, in GB (2³⁰ bytes), smallest first. */
const cards = [...new Set(hardware.flatMap(({ kind, memory }) => (kind === 'gpu' ? memory : [])))].sort((a, b) => a - b)

/** `null` for what is not run by itself, and for a set with a part missing: its size is not known. */
export function memoryNeed(row: QuantizationView): MemoryNeed | null {
  if (row.role !== 'model' || row.missingCount > 0 || row.sizeBytes === 0) return null
  const estimate = estimateMemory({ weights: row.sizeBytes, parameters: parametersOf(row), context: contextOf(row), shape: row.layers })
  return {
    bytes: estimate.total,
    card: cards.find((memory) => fitOf(estimate, { memory, kind: 'gpu' }) !== 'too-large') ?? null,
    isGuess: !estimate.isShapeKnown,
  }
}

/** Counted, else what the size gives at the bits that such files usually have. */
function parametersOf({ parameters, sizeBytes, bits }: QuantizationView): number {
  return parameters ?? (sizeBytes * 8) / (bits?.value ?? 16)
}

/** Encoders read a text at once and keep nothing, nor does a model whose header names no context. Of a header that was not read the usual is assumed. */
function contextOf({ architecture, contextLength }: QuantizationView): number {
  if (architecture === null) return assumedContext
  return contextLength === null || /bert|^t5encoder$|^clip$/.test(architecture) ? 0 : Math.min(assumedContext, contextLength)
}
