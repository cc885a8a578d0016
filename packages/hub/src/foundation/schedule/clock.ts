/** A scheduler's source of time: the machine's clock, or a test's. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Calls back once, `ms` from now. @returns a function that cancels it */
  after(ms: number, call: () => void): () => void
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
