import pTimeout from 'p-timeout'

export { TimeoutError } from 'p-timeout'

export interface TimeoutOptions<Instead> {
  /** Message of the `TimeoutError`, or the error to reject with instead. */
  readonly message?: string | Error
  /** Supplies a result instead of an error. */
  readonly fallback?: () => Instead | Promise<Instead>
  readonly signal?: AbortSignal | undefined
  /** For tests. */
  readonly timers?: { readonly setTimeout: typeof globalThis.setTimeout; readonly clearTimeout: typeof globalThis.clearTimeout }
}

/**
 * The promise with a timeout in milliseconds; Infinity means no limit, 0 the shortest. On timeout or abort, `promise.cancel()` is called if there is
 * such a method.
 * @throws {TimeoutError} "Promise timed out after N milliseconds"; the signal's reason when it aborts first.
 * @throws {TypeError} when the milliseconds are negative, NaN or not a number.
 */
export function timeout<Result, Instead = Result>(
  promise: PromiseLike<Result>,
  milliseconds: number,
  { message, fallback, signal, timers }: TimeoutOptions<Instead> = {},
): Promise<Result | Instead> {
  // p-timeout rejects 0, which is a valid timeout.
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
