/** `owner/name` of every repo in lower case, in one block of memory; changes are kept separately. */
export class NameTable {
  readonly #bytes: Uint8Array
  /** Repo `id` has the bytes from `starts[id]` to `starts[id + 1]`. */
  readonly #starts: Uint32Array
  readonly #changed = new Map<number, string>()

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes
    this.#starts = starts
  }

  /** Number of names outside the table. */
  get changes(): number {
    return this.#changed.size
  }

  set(id: number, fullName: string): void {
    const name = fullName.toLowerCase()
    if (this.get(id) !== name) this.#changed.set(id, name)
  }

  get(id: number): string {
    const changed = this.#changed.get(id)
    if (changed !== undefined) return changed
    const start = this.#starts[id]
    const end = this.#starts[id + 1]
    return start === undefined || end === undefined ? '' : String.fromCharCode(...this.#bytes.subarray(start, end))
  }

  /** Whether the name contains all of these lower-case words. */
  contains(id: number, words: readonly NameWord[]): boolean {
    const changed = this.#changed.size === 0 ? undefined : this.#changed.get(id)
    for (const { text, bytes } of words) {
      if (changed !== undefined ? !changed.includes(text) : !this.#find(id, bytes)) return false
    }
    return true
  }

  #find(id: number, word: Uint8Array): boolean {
    if (id + 1 >= this.#starts.length) return false
    const bytes = this.#bytes
    const first = word[0] as number
    const last = (this.#starts[id + 1] as number) - word.length
    search: for (let at = this.#starts[id] as number; at <= last; at++) {
      if (bytes[at] !== first) continue
      for (let i = 1; i < word.length; i++) if (bytes[at + i] !== word[i]) continue search
      return true
    }
    return false
  }
}

export interface NameWord {
  readonly text: string
  readonly bytes: Uint8Array
}

/** Names are ASCII, and so are words that can occur in one. */
export function nameWords(words: readonly string[]): NameWord[] {
  return words.map((text) => ({ text, bytes: Buffer.from(text, 'latin1') }))
}
