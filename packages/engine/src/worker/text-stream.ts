import type { Tokenizer } from './runtime.ts'

/**
 * Decodes tokens to text as they arrive: a piece is emitted once it can no longer change, that is, when no character is cut in half and no stop text
 * may have begun. The library calls `put` with the prompt first, then with each token, and finally `end`.
 */
export class TextStream {
  /** Everything emitted so far. */
  text = ''
  /** Tokens written by the model. */
  tokens = 0
  lastToken: number | null = null
  /** A stop text was reached. */
  stopped = false
  readonly #tokenizer: Tokenizer
  readonly #stops: readonly string[]
  readonly #onText: (text: string) => void
  readonly #onStop: () => void
  #seenPrompt = false
  #ids: bigint[] = []
  /** Start of the decoding window, and how much of it was emitted: a token's text depends on the tokens before it. */
  #window = 0
  #emitted = 0
  /** Decoded, but held back because it may be the beginning of a stop text. */
  #held = ''

  constructor(tokenizer: Tokenizer, stops: readonly string[], onText: (text: string) => void, onStop: () => void) {
    this.#tokenizer = tokenizer
    this.#stops = stops
    this.#onText = onText
    this.#onStop = onStop
  }

  put(value: readonly (readonly bigint[])[]): void {
    if (!this.#seenPrompt) {
      this.#seenPrompt = true
      return
    }
    const ids = value[0] ?? []
    this.tokens += ids.length
    this.lastToken = ids.length > 0 ? Number(ids.at(-1)) : this.lastToken
    this.#ids.push(...ids)
    const before = this.#decode(this.#window, this.#emitted)
    const now = this.#decode(this.#window, this.#ids.length)
    if (now.length <= before.length || now.endsWith('\uFFFD')) return
    this.#window = this.#emitted
    this.#emitted = this.#ids.length
    this.#emit(now.slice(before.length), false)
  }

  end(): void {
    this.#emit(this.#decode(this.#window, this.#ids.length).slice(this.#decode(this.#window, this.#emitted).length), true)
  }

  #decode(from: number, to: number): string {
    return from === to
      ? ''
      : this.#tokenizer.decode(this.#ids.slice(from, to), { skip_special_tokens: true, clean_up_tokenization_spaces: false })
  }

  #emit(piece: string, last: boolean): void {
    if (this.stopped) return
    let text = this.#held + piece
    this.#held = ''
    const at = Math.min(...this.#stops.map((stop) => text.indexOf(stop)).filter((index) => index >= 0))
    if (Number.isFinite(at)) {
      text = text.slice(0, at)
      this.stopped = true
      this.#onStop()
    } else if (!last) {
      const keep = this.#mayBegin(text)
      this.#held = text.slice(text.length - keep)
      text = text.slice(0, text.length - keep)
    }
    if (text === '') return
    this.text += text
    this.#onText(text)
  }

  /** How many trailing characters may be the beginning of a stop text. */
  #mayBegin(text: string): number {
    const longest = Math.min(text.length, Math.max(0, ...this.#stops.map(({ length }) => length - 1)))
    for (let length = longest; length > 0; length--) {
      if (this.#stops.some((stop) => stop.startsWith(text.slice(text.length - length)))) return length
    }
    return 0
  }
}
