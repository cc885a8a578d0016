import { type ErrorCode, HubError } from '@portolan/contract'

export interface SlotLimits {
  /** Maximum number of requests processed concurrently, over all callers. */
  readonly atOnce: number
  /** Maximum number of those for a single caller. */
  readonly perCaller: number
  /** Maximum number of requests in the queue. */
  readonly waiting: number
  /** How long a request waits in the queue. Milliseconds. */
  readonly timeoutMs: number
}

interface Waiting {
  readonly caller: string
  begin(): void
}

/** Limits how many requests of a kind are processed concurrently, so memory stays bounded whatever clients do: a slow client holds one turn. */
export class RequestSlots {
  readonly #limits: SlotLimits
  readonly #busy: ErrorCode
  readonly #running = new Map<string, number>()
  #count = 0
  readonly #waiting: Waiting[] = []

  /** @param busy the error for requests that cannot wait */
  constructor(limits: SlotLimits, busy: ErrorCode) {
    this.#limits = limits
    this.#busy = busy
  }

  /**
   * Waits for a turn; dispose it when done.
   * @throws {HubError} with the code for busy servers when the queue is full, or no turn became free in time
   */
  async take(caller: string): Promise<Disposable> {
    if (this.#isFree(caller)) this.#enter(caller)
    else await this.#wait(caller)
    return { [Symbol.dispose]: () => this.#give(caller) }
  }

  #isFree(caller: string): boolean {
    return this.#count < this.#limits.atOnce && (this.#running.get(caller) ?? 0) < this.#limits.perCaller
  }

  #enter(caller: string): void {
    this.#count++
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1)
  }

  #wait(caller: string): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw new HubError(this.#busy, { retryAfter: 30 })
    return new Promise((resolve, reject) => {
      const entry = {
        caller,
        begin: () => {
          clearTimeout(timer)
          this.#enter(caller)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        const at = this.#waiting.indexOf(entry)
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(new HubError(this.#busy, { retryAfter: 30 }))
      }, this.#limits.timeoutMs)
      this.#waiting.push(entry)
    })
  }

  #give(caller: string): void {
    this.#count--
    const left = (this.#running.get(caller) ?? 1) - 1
    if (left === 0) this.#running.delete(caller)
    else this.#running.set(caller, left)
    const next = this.#waiting.findIndex((entry) => this.#isFree(entry.caller))
    if (next >= 0) this.#waiting.splice(next, 1)[0]?.begin()
  }
}
