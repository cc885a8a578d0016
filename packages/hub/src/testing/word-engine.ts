import type { EngineError, EngineEvent, EngineRequest, LocalEngine } from '../products/inference/index.ts'

/**
 * An engine whose only model counts words: texts with the same words are similar. It runs in this process, and can be made to fail.
 */
export class WordEngine implements LocalEngine {
  readonly unavailable: string | null = null
  /** How many texts it has been called with. */
  asked = 0
  failing: EngineError | null = null

  refuses({ files }: { readonly files: readonly string[] }): string | null {
    return files.some((path) => path.endsWith('.onnx')) ? null : 'It has no weights in ONNX format.'
  }

  async *run({ inputs }: EngineRequest, signal: AbortSignal): AsyncGenerator<EngineEvent> {
    signal.throwIfAborted()
    if (this.failing) throw this.failing
    const texts = inputs as readonly string[]
    this.asked += texts.length
    yield { type: 'result', value: texts.map(countWords) }
  }

  status() {
    return { loaded: [] }
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

const dims = 64

function countWords(text: string): number[] {
  const counts = Array.from({ length: dims }, () => 0)
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
    const place = hash % dims
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
