import type { Json } from '../code/index.ts'
import { LazyFacts } from './lazy-facts.ts'

/** Everything a library's cases may read from a model: normalized, so that no case can throw or print `undefined`, whatever the card contains. */
export interface ModelFacts {
  /** `owner/name`. */
  readonly id: string
  /** The part after the slash. */
  readonly name: string
  readonly tags: ReadonlySet<string>
  readonly task: string | null
  readonly library: string | null
  /** Paths of the files, if known. */
  readonly files: readonly string[]
  readonly hasCustomCode: boolean
  readonly isConversational: boolean
  readonly hasChatTemplate: boolean
  /** transformers classes; `null` when the model type is unknown. */
  readonly transformers: { readonly auto: string; readonly processor: string | null } | null
  readonly maskToken: string | null
  /** The first of {@link baseModels}. */
  readonly baseModel: string | null
  readonly baseModels: readonly string[]
  readonly instancePrompt: string | null
  readonly widgetText: string | null
  /** The card's sample sentences to compare, about three; empty when it has none. */
  readonly sentences: readonly string[]
  readonly peft: { readonly base: string | null; readonly taskType: string | null }
  readonly sklearn: { readonly file: string | null; readonly isPickle: boolean }
  readonly kerasTasks: readonly string[]
  readonly pipelineClass: string | null
  /** `architectures` from the configuration: validated class names. */
  readonly architectures: readonly string[]
  readonly modelType: string | null
  /** The base model of an adapter-transformers adapter. */
  readonly adapterModelName: string | null
  readonly speechbrainInterface: string | null
  /** `awq`, `gptq` and similar. */
  readonly quantMethod: string | null
  readonly hasGguf: boolean
  /** Path of the GGUF file the user chose; `null` to use the one most people want. */
  readonly ggufFile: string | null
  /** From the header of the GGUF files; `null` when there is none, or none that could be read. */
  readonly gguf: { readonly contextLength: number | null; readonly architecture: string | null; readonly total: number | null } | null
  /** Parameters by data type of the safetensors files; `null` when unknown. */
  readonly safetensors: { readonly total: number | null; readonly parameters: Readonly<Record<string, number>> } | null
  /** The chat template, or the first of several; `null` when there is none. */
  readonly chatTemplate: string | null
}

/**
 * The facts of a model record as returned by the API. Accepts anything; a field of the wrong type counts as absent. A fact is computed when it is
 * first read; the record must not change after that.
 */
export function toModelFacts(record: unknown): ModelFacts {
  return new LazyFacts(record) as LazyFacts & ModelFacts
}

/** The files with an extension, by path. */
export function filesEnding(facts: ModelFacts, ending: string): string[] {
  return facts.files.filter((file) => file.toLowerCase().endsWith(ending)).sort()
}

/** A chat with one turn, as JSON. */
export function chat(content: Json): Json {
  return [{ role: 'user', content }]
}
