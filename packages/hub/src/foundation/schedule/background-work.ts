import type { Logger } from '../../logger.ts'
import { type Clock, systemClock } from './clock.ts'

/**
 * Jobs that outlive the request that started them, such as a garbage collection started from a page. Disposing aborts them and waits, with a
 * time limit: what they use is closed next.
 */
export class BackgroundWork implements AsyncDisposable {
  readonly #log: Logger
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #stop = new AbortController()
  readonly #running = new Map<symbol, { readonly name: string; readonly end: Promise<unknown> }>()

  constructor({ log, clock = systemClock, timeoutMs = 10_000 }: { log: Logger; clock?: Clock; timeoutMs?: number }) {
    this.#log = log
    this.#clock = clock
    this.#timeoutMs = timeoutMs
  }

  /** Fires when the hub closes: jobs that can be resumed later should end soon. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  /** @returns the result of the job */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const id = Symbol(name)
    const result = work()
    this.#running.set(id, { name, end: Promise.allSettled([result]) })
    try {
      return await result
    } finally {
      this.#running.delete(id)
    }
  }

  /**
   * Calls again and again until the hub closes, never twice at once. A call that fails is logged.
   * @param ms between the end of a call and the next one
   * @returns how to end it earlier; a call in flight goes on
   */
  every(name: string, ms: number, call: () => Promise<void> | void): () => void {
    let cancel = (): void => {}
    const next = (): void => {
      cancel = this.#clock.after(ms, () => {
        this.run(name, async () => call())
          .catch((error: unknown) => this.#log.error('a recurring task failed', { work: name, error: String(error) }))
          .finally(() => {
            if (!stopped) next()
          })
      })
    }
    let stopped = this.signal.aborted
    const stop = (): void => {
      stopped = true
      cancel()
      this.signal.removeEventListener('abort', stop)
    }
    if (stopped) return stop
    this.signal.addEventListener('abort', stop)
    next()
    return stop
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('The hub is closing.'))
    const patience = Promise.withResolvers<void>()
    const cancel = this.#clock.after(this.#timeoutMs, patience.resolve)
    await Promise.race([Promise.all([...this.#running.values()].map(({ end }) => end)), patience.promise])
    cancel()
    const left = [...this.#running.values()].map(({ name }) => name)
    if (left.length > 0) this.#log.warn('closing without waiting for running work any longer', { work: left.join(', ') })
  }
}
