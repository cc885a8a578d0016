import { setImmediate } from 'node:timers/promises'

/**
 * Starts one piece of work per iteration of the event loop. If many started in the same iteration, they would all run to completion one after
 * another before anything else got a turn, since SQLite responds synchronously.
 */
export class PageScheduler {
  #last: Promise<unknown> = Promise.resolve()

  /** Waits for a turn, in the order of the calls. */
  take(): Promise<unknown> {
    this.#last = this.#last.then(() => setImmediate())
    return this.#last
  }
}
