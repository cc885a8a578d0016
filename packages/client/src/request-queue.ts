import PQueue from 'p-queue'
import pRetry from 'p-retry'
import { systemClock, type Clock } from './clock.ts'
import { retryDelay } from './retry-delay.ts'
import { mayRetry } from './retry-rules.ts'
import { thrownError } from './thrown-error.ts'

export interface RequestQueueOptions {
  /** Calls under way at once, those that wait for their next attempt included. Unlimited by default. */
  readonly maxConcurrency?: number
  /** Attempts after the first. Default 6. */
  readonly maxRetries?: number
  /** No pause is longer. Milliseconds; unlimited by default. A server that asks for more in Retry-After ends the call with its error. */
  readonly maxTimeoutMs?: number
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
  /** Aborts when the caller's does: pass it on to what does the work. */
  readonly signal: AbortSignal | undefined
  /** 1 for the first. */
  readonly attemptNumber: number
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

/**
 * Runs calls over the network: so many at once, and again after a failure that may pass. The rules are in `retry-rules.ts`, the pauses in `retry-delay.ts`.
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
      maxTimeoutMs: Number.POSITIVE_INFINITY,
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
   * @throws {InsufficientQuotaError} when the answer's code is `insufficient_quota`.
   * @throws the function's last error otherwise; what it threw that was no Error comes wrapped in one, with its fields.
   */
  call<Result>(run: (context: RequestContext) => Result | PromiseLike<Result>, { signal }: CallOptions = {}): Promise<Result> {
    const { maxRetries, maxTimeoutMs, onFailedAttempt, clock, random } = this.#options
    const attempt = async (attemptNumber: number): Promise<Result> => {
      try {
        return await run({ signal, attemptNumber })
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
          const delay = retryDelay(error, retriesConsumed, { maxTimeoutMs, random, now: () => clock.now() })
          if (delay === null) return false
          await clock.wait(delay, signal)
          return true
        },
      })
    return this.#queue.add(withRetries, { signal }) as Promise<Result>
  }
}
