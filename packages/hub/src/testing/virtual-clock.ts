import type { Clock } from '../foundation/schedule/clock.ts'

interface Call {
  readonly at: number
  readonly order: number
  readonly call: () => void
}

/** A clock that stands still until a test moves it. */
export class VirtualClock implements Clock {
  readonly #calls = new Set<Call>()
  #now: number
  #order = 0

  constructor(now = 0) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, call: () => void): () => void {
    const entry = { at: this.#now + ms, order: this.#order++, call }
    this.#calls.add(entry)
    return () => this.#calls.delete(entry)
  }

  /** Advances the time without calling timers: those that are due are called on the next regular advance. */
  skip(ms: number): void {
    this.#now += ms
  }

  /**
   * Advances the time, calling due timers along the way, in order.
   * @param settle awaited after each call, so that what it started has ended before time moves on
   */
  async advance(ms: number, settle: () => Promise<void> = async () => {}): Promise<void> {
    const until = this.#now + ms
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#calls.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.call()
      await settle()
    }
    this.#now = until
  }

  #next(until: number): Call | undefined {
    return [...this.#calls].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at || a.order - b.order)[0]
  }
}
