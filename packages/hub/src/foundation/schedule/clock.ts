/** What a scheduler takes its time from: the machine's, or that of a test. */
export interface Clock {
  /** Milliseconds. */
  now(): number
  /** Calls once, `ms` from now. @returns how to call it off */
  after(ms: number, call: () => void): () => void
}

/** The machine's clock. What waits for it does not keep the process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
