import type { QuantizationView } from '@portolan/hub'
import { estimateMemory, fitOf } from '@portolan/snippets/hardware'

/** What running a quantisation takes. */
export interface MemoryNeed {
  readonly bytes: number
  /** Memory in GB of the smallest graphics card that holds it; `null` when none does. */
  readonly card: number | null
  /** The cache of the context was guessed from the number of parameters. */
  readonly isGuess: boolean
}

/** Tokens of context that the memory is reckoned with, or fewer when the model keeps fewer. */
export const assumedContext = 4096

/** Memory that graphics cards are sold with, in GB (2³⁰ bytes). */
const cards = [2, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 141, 180, 192, 288] as const

/** `null` for what is not run by itself, and for a set with a part missing: its size is not known. */
export function memoryNeed(row: QuantizationView): MemoryNeed | null {
  if (row.role !== 'model' || row.missingCount > 0 || row.sizeBytes === 0) return null
  const context = keepsContext(row) ? Math.min(assumedContext, row.contextLength ?? assumedContext) : 0
  const estimate = estimateMemory({ weights: row.sizeBytes, parameters: row.parameters, context, shape: row.layers })
  return {
    bytes: estimate.total,
    card: cards.find((memory) => fitOf(estimate, { memory, kind: 'gpu' }) !== 'too-large') ?? null,
    isGuess: !estimate.isShapeKnown,
  }
}

/** Encoders read a text at once and keep nothing; of a model whose header tells no context none is assumed. */
function keepsContext({ architecture, contextLength }: QuantizationView): boolean {
  return contextLength !== null && !/bert|^t5encoder$|^clip$/.test(architecture ?? '')
}
