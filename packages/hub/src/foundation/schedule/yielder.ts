/** How long one job may block the process. Milliseconds. */
const sliceMs = 8

/** Yields to other work during long computations that never wait. */
export class Yielder {
  #last = performance.now()

  /** Lets other work run when this job has held the event loop for its share of time. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#last < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#last = performance.now()
  }
}
