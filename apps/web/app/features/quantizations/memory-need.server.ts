import type { QuantizationView } from '@portolan/pages'
import { estimateMemory, fitOf, hardware } from '@portolan/snippets'

/** The memory required to run a quantization. */
export interface MemoryNeed {
  readonly bytes: number
  /** Memory in GB of the smallest graphics card that fits it; `null` when none does. */
  readonly card: number | null
  /** Whether the context cache was estimated from the number of parameters. */
  readonly isGuess: boolean
}

/** Tokens of context assumed for the memory estimate, or fewer if the model supports fewer. */
export const assumedContext = 4096

/** Memory sizes of the graphics cards in the hardware list, in GB (2³⁰ bytes), smallest first. */
const cards = [...new Set(hardware.flatMap(({ kind, memory }) => (kind === 'gpu' ? memory : [])))].sort((a, b) => a - b)

/** Returns `null` for files that are not run on their own, and for sets with a missing part, whose size is unknown. */
export function memoryNeed(row: QuantizationView): MemoryNeed | null {
  if (row.role !== 'model' || row.missingCount > 0 || row.sizeBytes === 0) return null
  const estimate = estimateMemory({ weights: row.sizeBytes, parameters: parametersOf(row), context: contextOf(row), shape: row.layers })
  return {
    bytes: estimate.total,
    card: cards.find((memory) => fitOf(estimate, { memory, kind: 'gpu' }) !== 'too-large') ?? null,
    isGuess: !estimate.isShapeKnown,
  }
}

/** The actual parameter count, or an estimate from the file size and the usual bits per weight of such files. */
function parametersOf({ parameters, sizeBytes, bits }: QuantizationView): number {
  return parameters ?? (sizeBytes * 8) / (bits?.value ?? 16)
}

/**
 * Encoders process a text at once and keep no context cache, and neither does a model whose header has no context length. If the header was not read,
 * the usual length is assumed.
 */
function contextOf({ architecture, contextLength }: QuantizationView): number {
  if (architecture === null) return assumedContext
  return contextLength === null || /bert|^t5encoder$|^clip$/.test(architecture) ? 0 : Math.min(assumedContext, contextLength)
}
