/** How long one piece of work may keep the process from everything else. Milliseconds. */
const turnMs = 8

/** Lets others have their turn in long work that waits for nothing. */
export class Turns {
  #last = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#last < turnMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#last = performance.now()
  }
}
