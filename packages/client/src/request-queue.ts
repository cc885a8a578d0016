import PQueue from 'p-queue'
import pRetry from 'p-retry'
import { systemClock, type Clock } from './clock.ts'
import { retryDelay } from './retry-delay.ts'
import { mayRetry } from './retry-rules.ts'
import { thrownError } from './thrown-error.ts'
import { timeout, TimeoutError } from './timeout.ts'

export interface RequestQueueOptions {
  /** Calls under way at once, those that wait for their next attempt included. Unlimited by default. */
  readonly maxConcurrency?: number
  /** Attempts after the first. Default 6. */
  readonly maxRetries?: number
  /** The first pause, doubled with each retry; a server that asks for another one in Retry-After gets it. Milliseconds; default 1000. */
  readonly minTimeoutMs?: number
  /** No pause is longer. Milliseconds; unlimited by default. A server that asks for more in Retry-After ends the call with its error. */
  readonly maxTimeoutMs?: number
  /** Whether the same call may be made again after this error. By default what `retry-rules.ts` says; a TypeError of the program is final in any case. */
  readonly mayRetry?: (error: Error) => boolean
  /** Called after each failed attempt, also the last. What it throws ends the call in place of the error. */
  readonly onFailedAttempt?: (attempt: FailedAttempt) => void | Promise<void>
  /** For tests. */
  readonly clock?: Clock
  /** For tests: uniform in [0, 1). */
  readonly random?: () => number
}

export interface FailedAttempt {
  readonly error: Error
  /** 1 for the first. */
  readonly attemptNumber: number
  /** 0 also when the rules forbid another attempt. */
  readonly retriesLeft: number
}

/** What the called function learns. */
export interface RequestContext {
  /** Aborts when the caller's does, or when the attempt has taken too long: pass it on to what does the work. */
  readonly signal: AbortSignal | undefined
  /** 1 for the first. */
  readonly attemptNumber: number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Attempts after the first, in place of the queue's. 0 for a call that must not be made twice. */
  readonly maxRetries?: number
  /** So long the function may take for each attempt. What it has returned by then, such as an answer whose body still comes, is not ended. Milliseconds. */
  readonly timeoutMs?: number | undefined
}

/**
 * Runs calls over the network: so many at once, and again after a failure that may pass. The rules are in `retry-rules.ts`, the pauses in `retry-delay.ts`.
 * A call has succeeded when its function returns: one that returns an answer before its body has come is not made again when the body breaks off.
 *
 *     const queue = new RequestQueue({ maxConcurrency: 4 })
 *     const response = await queue.call(({ signal }) => fetchOrThrow(url, { signal }), { signal: AbortSignal.timeout(60_000) })
 */
export class RequestQueue {
  readonly #queue: PQueue
  readonly #options: Required<RequestQueueOptions>

  constructor(options: RequestQueueOptions = {}) {
    this.#options = {
      maxConcurrency: Number.POSITIVE_INFINITY,
      maxRetries: 6,
      minTimeoutMs: 1000,
      maxTimeoutMs: Number.POSITIVE_INFINITY,
      mayRetry,
      onFailedAttempt: () => {},
      clock: systemClock,
      random: Math.random,
      ...options,
    }
    this.#queue = new PQueue({ concurrency: this.#options.maxConcurrency })
  }

  /**
   * Calls the function until it succeeds, in a slot of the queue.
   * @throws the signal's reason as soon as it aborts, whether the call waits for a slot, is under way or waits for its next attempt.
   * @throws {TimeoutError} when the last attempt took longer than `timeoutMs`.
   * @throws {InsufficientQuotaError} when the answer's code is `insufficient_quota`.
   * @throws the function's last error otherwise; what it threw that was no Error comes wrapped in one, with its fields.
   */
  call<Result>(
    run: (context: RequestContext) => Result | PromiseLike<Result>,
    { signal, timeoutMs, maxRetries = this.#options.maxRetries }: CallOptions = {},
  ): Promise<Result> {
    const { minTimeoutMs, maxTimeoutMs, mayRetry, onFailedAttempt, clock, random } = this.#options
    const attempt = async (attemptNumber: number): Promise<Result> => {
      try {
        return await (timeoutMs === undefined
          ? run({ signal, attemptNumber })
          : withinTime((limited) => run({ signal: limited, attemptNumber }), timeoutMs, signal))
      } catch (thrown) {
        throw thrownError(thrown)
      }
    }
    const withRetries = (): Promise<Result> =>
      pRetry(attempt, {
        retries: maxRetries,
        // The pause is taken below: p-retry knows neither Retry-After nor a clock other than the machine's.
        minTimeout: 0,
        signal,
        onFailedAttempt: ({ error, attemptNumber, retriesLeft }) =>
          onFailedAttempt({ error, attemptNumber, retriesLeft: mayRetry(error) ? retriesLeft : 0 }),
        shouldRetry: async ({ error, retriesConsumed }) => {
          if (!mayRetry(error)) return false
          const delay = retryDelay(error, retriesConsumed, { minTimeoutMs, maxTimeoutMs, random, now: () => clock.now() })
          if (delay === null) return false
          await clock.wait(delay, signal)
          return true
        },
      })
    return this.#queue.add(withRetries, { signal }) as Promise<Result>
  }
}

/** Calls the function with a signal that aborts when the caller's does or the time is up. */
async function withinTime<Result>(
  run: (signal: AbortSignal) => Result | PromiseLike<Result>,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const limit = new AbortController()
  const both = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal])
  try {
    return await timeout(Promise.resolve(run(both)), timeoutMs)
  } catch (error) {
    if (error instanceof TimeoutError) limit.abort(error)
    throw error
  }
}
