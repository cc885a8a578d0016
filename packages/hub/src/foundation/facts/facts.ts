import type { RepoType } from '@portolan/contract'
import type { GgufModelFacts } from './gguf.ts'

/** The files of one commit, as seen by the extraction. */
export interface FactsSource {
  readonly type: RepoType
  readonly files: readonly { readonly path: string; readonly size: number; readonly lfs: boolean }[]
  /** Bytes `start` to `end`, inclusive, or fewer at the end of the file; the whole file if no range is given. */
  read(path: string, range?: { start: number; end: number }): Promise<Buffer>
}

/** Something in the files that could not be interpreted: shown on the page, never a failed push. */
export interface FactsWarning {
  readonly path: string
  readonly code: 'card.invalid' | 'card.odd' | 'card.too_large' | 'json.invalid' | 'safetensors.invalid' | 'gguf.invalid'
  readonly message: string
  readonly line?: number
}

export interface TransformersInfo {
  readonly auto_model: string
  readonly custom_class?: string
  readonly pipeline_tag?: string
  readonly processor?: string
}

/** What a commit's files say about the repo. Plain JSON: stored and read back as is. */
export interface RepoFacts {
  readonly version: 1
  /** The front matter of README.md. */
  readonly cardData: Record<string, unknown> | null
  /** README.md without its front matter, at most 1 MiB. */
  readonly cardBody: string | null
  /** First paragraph as plain text, at most 300 characters. */
  readonly summary: string | null
  readonly pipelineTag: string | null
  readonly libraryName: string | null
  readonly license: string | null
  readonly languages: readonly string[]
  /** Wire tags: what `filter=` matches. Models have bare languages (`en`), datasets prefixed ones (`language:en`). */
  readonly tags: readonly string[]
  /** The facet each tag belongs to. */
  readonly tagNamespaces: readonly { readonly value: string; readonly ns: string }[]
  /** Digest of configuration files for snippets. */
  readonly config: Record<string, unknown> | null
  readonly transformersInfo: TransformersInfo | null
  readonly safetensors: { readonly parameters: Record<string, number>; readonly total: number } | null
  readonly gguf: Record<string, unknown> | null
  readonly widgetData: readonly unknown[] | null
  readonly maskToken: string | null
  readonly modelIndex: readonly unknown[] | null
  readonly sdk: string | null
  /** Number of parameters, if the weights reveal it. */
  readonly params: number | null
  readonly baseModels: { readonly relation: string; readonly ids: readonly string[] } | null
  readonly ggufFiles: readonly string[]
  /** Only for repos with such files; missing in facts stored by earlier versions. */
  readonly ggufModels?: readonly GgufModelFacts[]
  readonly warnings: readonly FactsWarning[]
}

/** A source for files in memory. */
export function inMemorySource(type: RepoType, files: readonly { path: string; content: Buffer }[]): FactsSource {
  const byPath = new Map(files.map(({ path, content }) => [path, content]))
  return {
    type,
    files: files.map(({ path, content }) => ({ path, size: content.length, lfs: false })),
    read: async (path, range) => {
      const content = byPath.get(path) ?? Buffer.alloc(0)
      return range ? content.subarray(range.start, range.end + 1) : content
    },
  }
}
