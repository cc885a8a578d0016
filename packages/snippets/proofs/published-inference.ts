import { type InferenceProviderMappingEntry, type InferenceProviderOrPolicy, snippets } from '@huggingface/inference'
import type { ModelDataMinimal } from '@huggingface/tasks'

/** One snippet of the published package: for comparison only. */
export interface PublishedSnippet {
  readonly language: string
  readonly client: string
  readonly content: string
}

/** The published package's output for a call; an Error when it throws. Its logging of unsupported calls is silenced. */
export function publishedInference(
  model: Readonly<Record<string, unknown>>,
  provider: string,
  mapping?: object,
  opts?: Readonly<Record<string, unknown>>,
): readonly PublishedSnippet[] | Error {
  try {
    return snippets.getInferenceSnippets(
      model as unknown as ModelDataMinimal,
      provider as InferenceProviderOrPolicy,
      mapping as InferenceProviderMappingEntry | undefined,
      opts,
    ) as PublishedSnippet[]
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
