/** Called often inside long work: lets others in now and then. @throws when the work is to be given up */
export type Pace = () => Promise<void> | void

/** How long others may be kept waiting. Milliseconds. */
const turnMs = 8

/** Work that shares its thread with everybody else, and ends when nobody waits for it any more. */
export function pacedBy(signal: AbortSignal): Pace {
  let since = performance.now()
  return () => {
    signal.throwIfAborted()
    if (performance.now() - since < turnMs) return undefined
    return new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      since = performance.now()
      signal.throwIfAborted()
    })
  }
}
