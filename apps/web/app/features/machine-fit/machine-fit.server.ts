import type { CardPage, QuantizationView } from '@portolan/pages'
import { estimateMemory, type Fit, fitOf, type MemoryEstimate, type MemoryQuestion, toModelFacts, weightBytes } from '@portolan/snippets'
import type { MachineChoice } from './machine-choice.server.ts'

/** The memory a model requires, and whether it fits a machine. */
export interface MachineFit {
  readonly asked: string
  readonly machine: {
    readonly id: string
    readonly name: string
    readonly make: string
    readonly memory: number
    readonly sizes: readonly number[]
    readonly kind: 'gpu' | 'cpu' | 'shared'
  } | null
  readonly matches: readonly { readonly id: string; readonly name: string; readonly make: string; readonly memory: string }[]
  /** Context length in tokens, and the lengths to choose from; 0 and empty for models without a context cache. */
  readonly context: number
  readonly contexts: readonly number[]
  /** The weights that the page's code loads come first. */
  readonly subjects: readonly FitSubject[]
}

export interface FitSubject {
  readonly label: string
  /** Path of the GGUF file; `null` for the repo's own weights. */
  readonly file: string | null
  readonly estimate: MemoryEstimate
  /** `null` until a machine is chosen. */
  readonly fit: Fit | null
}

const defaultContext = 4096
const offeredContexts = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072, 262_144, 1_048_576]
/** Used when the model does not state its maximum context length. */
const usualLimit = 32_768
const maxSubjects = 24

/** Tasks whose models generate token by token, and keep a context cache while they do. */
const writing = new Set(['text-generation', 'image-text-to-text', 'audio-text-to-text', 'video-text-to-text', 'any-to-any'])

/**
 * Estimates the memory of a model's weights and compares it with the chosen machine.
 * @param file the GGUF file that the code loads
 * @param wantedContext tokens, as requested in the URL
 * @returns `null` for a model whose weights are unknown
 */
export function machineFit(page: CardPage, choice: MachineChoice, file: string | null, wantedContext: number): MachineFit | null {
  if (page.header.type !== 'model') return null
  const questions = [...ofGguf(page), ...ofSafetensors(page)]
  if (questions.length === 0) return null
  const limits = questions.flatMap(({ limit }) => limit ?? [])
  const limit = limits.length > 0 ? Math.max(...limits) : 0
  const contexts = limit === 0 ? [] : [...new Set([...offeredContexts.filter((tokens) => tokens < limit), limit])]
  const context = contexts.find((tokens) => tokens === wantedContext) ?? Math.min(defaultContext, limit)
  const { hardware, memory } = choice
  const subjects = questions
    .toSorted((a, b) => Number(b.file === file) - Number(a.file === file))
    .slice(0, maxSubjects)
    .map(({ label, file: path, question, limit: own }): FitSubject => {
      const estimate = estimateMemory({ ...question, context: own === null ? 0 : Math.min(context, own) })
      return { label, file: path, estimate, fit: hardware === null ? null : fitOf(estimate, { memory: memory ?? 0, kind: hardware.kind }) }
    })
  return {
    asked: choice.asked,
    machine:
      hardware === null
        ? null
        : {
            id: hardware.id,
            name: hardware.name,
            make: hardware.make,
            memory: memory ?? 0,
            sizes: hardware.memory,
            kind: hardware.kind,
          },
    matches: choice.matches.map(({ id, name, make, memory: sizes }) => ({ id, name, make, memory: sizes.join(', ') })),
    context,
    contexts,
    subjects,
  }
}

interface Weights {
  readonly label: string
  readonly file: string | null
  readonly question: MemoryQuestion
  /** The maximum context in tokens; `null` for models without a context cache. */
  readonly limit: number | null
}

function ofGguf({ quantizations }: CardPage): Weights[] {
  return quantizations.rows.flatMap((row) => {
    const [first] = row.files
    if (!first || row.role !== 'model' || row.missingCount > 0 || row.sizeBytes === 0) return []
    const parameters = row.parameters ?? (row.sizeBytes * 8) / (row.bits?.value ?? 16)
    return [
      {
        label: row.label ?? first.path,
        file: first.path,
        question: { weights: row.sizeBytes, parameters, shape: row.layers },
        limit: ggufLimit(row),
      },
    ]
  })
}

/**
 * Encoders keep no context cache, and neither does a model whose header has no context length. If the header was not read, the usual limit is
 * assumed.
 */
function ggufLimit({ architecture, contextLength }: QuantizationView): number | null {
  if (architecture === null) return usualLimit
  return contextLength === null || /bert|^t5encoder$|^clip$/.test(architecture) ? null : contextLength
}

function ofSafetensors({ record, facts, header }: CardPage): Weights[] {
  const { safetensors, isConversational } = toModelFacts(record)
  const parameters = safetensors?.parameters ?? {}
  const counts = Object.entries(parameters)
  const weights = weightBytes(parameters)
  if (weights === 0) return []
  const types = counts.toSorted(([, a], [, b]) => b - a).map(([type]) => type)
  const keepsContext = isConversational || (header.task !== null && writing.has(header.task))
  return [
    {
      label: `${types.slice(0, 2).join(' and ')} safetensors`,
      file: null,
      question: { weights, parameters: safetensors?.total ?? counts.reduce((sum, [, n]) => sum + n, 0) },
      limit: keepsContext ? (facts.contextLength ?? usualLimit) : null,
    },
  ]
}
