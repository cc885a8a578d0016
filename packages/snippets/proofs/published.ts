import { MODEL_LIBRARIES_UI_ELEMENTS } from '@huggingface/tasks'

/** A generator of the published package: for comparison only, never part of what we ship. */
type Generator = (model: unknown) => string | readonly string[]

const elements = MODEL_LIBRARIES_UI_ELEMENTS as Readonly<Record<string, { readonly snippets?: Generator } | undefined>>

/** Keys of the libraries that the published package has a generator for. */
export const publishedLibraries: readonly string[] = Object.keys(elements).filter((key) => elements[key]?.snippets !== undefined)

/** The published package's output for a record; an Error when it throws. */
export function publishedSnippets(library: string, model: unknown): readonly string[] | Error {
  try {
    const answer = elements[library]?.snippets?.(model) ?? []
    return typeof answer === 'string' ? [answer] : answer
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The language of a published block: the package does not specify it, so it is derived from the library and the first words. */
export function publishedLanguage(library: string, code: string): 'python' | 'javascript' | 'shell' | 'csharp' {
  if (library === 'transformers.js') return 'javascript'
  if (library === 'unity-sentis') return 'csharp'
  const first = code
    .split('\n')
    .find((line) => line.trim() !== '' && !line.startsWith('#'))
    ?.trim()
  return first !== undefined && shellStart.test(first) ? 'shell' : 'python'
}

const shellStart =
  /^(pip3?|pipx|uvx?|conda|git|cargo|brew|curl|hf|huggingface-cli|npm|npx|docker|export|cd|python3? -|python3? \S+\.py|mlagents-\S+|whisperkit-cli|openasr|opendde|cortiq|litert-lm|htrflow|MEMRA_\w+=|JEV_\w+=|memra-\S+|ls)(\s|$)/
