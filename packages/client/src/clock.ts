/** The clock of the queue, which tests can replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `milliseconds`; rejects with the signal's reason as soon as it aborts. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>
}

/** The longest delay that `setTimeout` can represent; more would fire at once. Milliseconds. */
const longestTimer = 2 ** 31 - 1

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async wait(milliseconds, signal) {
    for (let left = milliseconds; left > 0; left -= longestTimer) await oneTimer(Math.min(left, longestTimer), signal)
    signal?.throwIfAborted()
  },
}

function oneTimer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error)
      return
    }
    const onAbort = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
