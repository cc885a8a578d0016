import PQueue from 'p-queue'
import pRetry from 'p-retry'
import { systemClock, type Clock } from './clock.ts'
import { retryDelay } from './retry-delay.ts'
import { mayRetry } from './retry-rules.ts'
import { thrownError } from './thrown-error.ts'
import { timeout, TimeoutError } from './timeout.ts'

export interface RequestQueueOptions {
  /** Concurrent calls, including those waiting for their next attempt. Unlimited by default. */
  readonly maxConcurrency?: number
  /** Attempts after the first. Default 6. */
  readonly maxRetries?: number
  /** The first pause, doubled with each retry; a Retry-After from the server takes precedence. Milliseconds; default 1000. */
  readonly minTimeoutMs?: number
  /** Maximum pause. Milliseconds; unlimited by default. If the server asks for more in Retry-After, the call fails with the server's error. */
  readonly maxTimeoutMs?: number
  /** Whether a call may be retried after this error. Default: see `retry-rules.ts`. A TypeError in the program is always final. */
  readonly mayRetry?: (error: Error) => boolean
  /** Called after each failed attempt, including the last. If it throws, that error ends the call instead. */
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

/** The argument passed to the called function. */
export interface RequestContext {
  /** Aborts when the caller's signal does, or when the attempt times out: pass it on to whatever does the work. */
  readonly signal: AbortSignal | undefined
  /** 1 for the first. */
  readonly attemptNumber: number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Attempts after the first, overriding the queue's. 0 for a call that must not be repeated. */
  readonly maxRetries?: number
  /**
   * Timeout per attempt. It does not end anything the function has already returned, such as a response whose body is still arriving. Milliseconds.
   */
  readonly timeoutMs?: number | undefined
}

/**
 * Runs network calls with limited concurrency, and retries failures that may be temporary. The rules are in `retry-rules.ts`, the pauses in
 * `retry-delay.ts`. A call has succeeded when its function returns: if it returns a response before the body has arrived, it is not retried when the
 * body breaks off.
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
   * @throws the signal's reason as soon as it aborts, whether the call is waiting for a slot, in flight, or waiting for its next attempt.
   * @throws {TimeoutError} when the last attempt took longer than `timeoutMs`.
   * @throws {InsufficientQuotaError} when the error code in the response is `insufficient_quota`.
   * @throws otherwise the function's last error; anything thrown that is not an Error is wrapped in one, with its fields.
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
        // The pause is handled below: p-retry supports neither Retry-After nor a replaceable clock.
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

/** Calls the function with a signal that aborts when the caller's does or the attempt times out. */
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
