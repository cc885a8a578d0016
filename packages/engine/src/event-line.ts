/** An event queue: pushed as events arrive, read in order, however slow the reader is. For a single reader. */
export class EventLine<T> {
  readonly #waiting: T[] = []
  #wake: (() => void) | null = null
  #end: { readonly error?: unknown } | null = null

  push(event: T): void {
    this.#waiting.push(event)
    this.#wake?.()
  }

  /** Ends the events; the reader gets the error, if any, after what was pushed. */
  close(...error: [] | [unknown]): void {
    this.#end = error.length === 0 ? {} : { error: error[0] }
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift() as T
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        return
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
