/**
 * The outcome of `work`, or the reason of the signal as soon as it fires: a store or a database may take a minute until it fails, and whoever stops does
 * not wait for that. The work goes on until it looks at the signal itself.
 */
export async function orAborted<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
  if (signal === undefined) return work
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason as Error)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => {})
  }
}
