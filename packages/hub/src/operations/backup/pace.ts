import { isHubError } from '@portolan/contract'
import { type Clock, systemClock } from '../../foundation/schedule/index.ts'

/** Below this, waiting is not worth a timer. Milliseconds. */
const leastMs = 20

/** Bounds how fast something is read beside a hub in use, and says when to give up. */
export class Pace {
  readonly #msPerByte: number
  readonly #signal: AbortSignal | undefined
  readonly #clock: Clock
  /** When what was read so far is paid for. */
  #paidAt = 0
  /** All bytes read. */
  bytes = 0

  constructor(bytesPerSecond: number, { signal, clock = systemClock }: { signal?: AbortSignal | undefined; clock?: Clock } = {}) {
    this.#msPerByte = 1000 / bytesPerSecond
    this.#signal = signal
    this.#clock = clock
  }

  /** Call after reading; resolves when more may be read. @throws the reason of the signal */
  async spend(bytes: number): Promise<void> {
    this.#signal?.throwIfAborted()
    this.bytes += bytes
    const now = this.#clock.now()
    this.#paidAt = Math.max(this.#paidAt, now) + bytes * this.#msPerByte
    const ms = this.#paidAt - now
    if (ms < leastMs) return
    const waited = Promise.withResolvers<void>()
    const cancel = this.#clock.after(ms, waited.resolve)
    this.#signal?.addEventListener('abort', () => waited.resolve(), { once: true })
    await waited.promise
    cancel()
    this.#signal?.throwIfAborted()
  }

  /** Whether an error means that nothing can be verified now, rather than damage. */
  mustEnd(error: unknown): boolean {
    return this.#signal?.aborted === true || isHubError(error, 'storage.unavailable') || isHubError(error, 'database.unavailable')
  }
}
