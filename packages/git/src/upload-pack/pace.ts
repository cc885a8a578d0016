/** Called often during long work: yields to the event loop now and then. @throws if the work is to be aborted */
export type Pace = () => Promise<void> | void

/** How long the event loop may be blocked. Milliseconds. */
const turnMs = 8

/** Work that shares its thread, and stops once nobody is waiting for it. */
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
