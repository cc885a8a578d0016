import pTimeout from 'p-timeout'

export { TimeoutError } from 'p-timeout'

export interface TimeoutOptions<Instead> {
  /** Text of the `TimeoutError`, or the error to reject with instead. */
  readonly message?: string | Error
  /** Gives the result in place of an error. */
  readonly fallback?: () => Instead | Promise<Instead>
  readonly signal?: AbortSignal | undefined
  /** For tests. */
  readonly timers?: { readonly setTimeout: typeof globalThis.setTimeout; readonly clearTimeout: typeof globalThis.clearTimeout }
}

/**
 * The promise, for at most so many milliseconds; Infinity is no limit, 0 the shortest. When the time is up or the signal aborts, `promise.cancel()` is
 * called if there is such a method.
 * @throws {TimeoutError} "Promise timed out after N milliseconds"; the signal's reason when it aborts first.
 * @throws {TypeError} when the milliseconds are negative, NaN or no number.
 */
export function timeout<Result, Instead = Result>(
  promise: PromiseLike<Result>,
  milliseconds: number,
  { message, fallback, signal, timers }: TimeoutOptions<Instead> = {},
): Promise<Result | Instead> {
  // p-timeout refuses 0, which is a time limit like any other.
  const shortest = milliseconds === 0
  const said = message ?? (shortest ? 'Promise timed out after 0 milliseconds' : undefined)
  return pTimeout(promise, {
    milliseconds: shortest ? Number.MIN_VALUE : milliseconds,
    ...(said !== undefined && { message: said }),
    ...(fallback !== undefined && { fallback }),
    ...(signal !== undefined && { signal }),
    ...(timers !== undefined && { customTimers: timers }),
  }) as Promise<Result | Instead>
}
