import { setImmediate } from 'node:timers/promises'

/**
 * Begins one piece of work per round of the event loop. Many that begin in the same round would run to their end one after the other before anything else had its
 * turn, since SQLite answers at once.
 */
export class PageTurns {
  #last: Promise<unknown> = Promise.resolve()

  /** Waits for one's turn, in the order of asking. */
  take(): Promise<unknown> {
    this.#last = this.#last.then(() => setImmediate())
    return this.#last
  }
}
