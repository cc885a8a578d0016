/** How long one job may block the process. Milliseconds. */
const turnMs = 8

/** Yields to other work during long computations that never wait. */
export class Turns {
  #last = performance.now()

  async take(): Promise<void> {
    if (performance.now() - this.#last < turnMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#last = performance.now()
  }
}
