import type { Json } from '../code/index.ts'
import { LazyFacts } from './lazy-facts.ts'

/**
 * All that a library's cases may read of a model: normalised, so that no case can throw or print `undefined`, whatever the card says.
 */
export interface ModelFacts {
  /** `owner/name`. */
  readonly id: string
  /** What follows the slash. */
  readonly name: string
  readonly tags: ReadonlySet<string>
  readonly task: string | null
  readonly library: string | null
  /** Paths of the files, when known. */
  readonly files: readonly string[]
  readonly hasCustomCode: boolean
  readonly isConversational: boolean
  readonly hasChatTemplate: boolean
  /** Classes of transformers; `null` when the type of the model is unknown. */
  readonly transformers: { readonly auto: string; readonly processor: string | null } | null
  readonly maskToken: string | null
  /** The first of {@link baseModels}. */
  readonly baseModel: string | null
  readonly baseModels: readonly string[]
  readonly instancePrompt: string | null
  readonly widgetText: string | null
  /** Three or so sentences that the card compares; empty when it has none. */
  readonly sentences: readonly string[]
  readonly peft: { readonly base: string | null; readonly taskType: string | null }
  readonly sklearn: { readonly file: string | null; readonly isPickle: boolean }
  readonly kerasTasks: readonly string[]
  readonly pipelineClass: string | null
  /** `architectures` of the configuration: checked class names. */
  readonly architectures: readonly string[]
  readonly modelType: string | null
  /** The model that an adapter of adapter-transformers belongs to. */
  readonly adapterModelName: string | null
  readonly speechbrainInterface: string | null
  /** `awq`, `gptq` and their like. */
  readonly quantMethod: string | null
  readonly hasGguf: boolean
  /** The GGUF file that somebody chose, by its path; `null` to take the one that most people want. */
  readonly ggufFile: string | null
  /** What the header of the GGUF files says; `null` when there is none, or none that could be read. */
  readonly gguf: { readonly contextLength: number | null; readonly architecture: string | null; readonly total: number | null } | null
  /** Parameters by data type of the safetensors files; `null` when unknown. */
  readonly safetensors: { readonly total: number | null; readonly parameters: Readonly<Record<string, number>> } | null
  /** The chat template, the first when there are several; `null` when there is none. */
  readonly chatTemplate: string | null
}

/**
 * The facts of a model record as the API gives it. Takes anything; every field of the wrong type counts as absent. A fact is worked out when it is
 * first read; the record may not change after that.
 */
export function toModelFacts(record: unknown): ModelFacts {
  return new LazyFacts(record) as LazyFacts & ModelFacts
}

/** The files with an ending, by path. */
export function filesEnding(facts: ModelFacts, ending: string): string[] {
  return facts.files.filter((file) => file.toLowerCase().endsWith(ending)).sort()
}

/** A chat of one turn, as JSON. */
export function chat(content: Json): Json {
  return [{ role: 'user', content }]
}
