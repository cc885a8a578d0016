import { setTimeout as delay } from 'node:timers/promises'
import { HubError } from '@portolan/contract'

/** Time between two probes of a store that may be away, and how long each may take. Probes overlap. Milliseconds. */
const probeEveryMs = 1_000
const probeMs = 5_000
/** Clients are asked to come back after so long. Seconds. */
export const storeRetryAfter = 5

/** What callers get while the store is away. The cause is for the operator. */
export function storeUnavailable(cause?: unknown): HubError {
  return new HubError('storage.unavailable', { retryAfter: storeRetryAfter }, cause === undefined ? {} : { cause })
}

/** Reports that the store is away, with the reason, and that it is back. */
export type StoreListener = (state: { readonly available: boolean; readonly reason?: string }) => void

/**
 * Knows whether the store responds, so that requests do not each wait for one that does not. A request that failed or waits for long raises a doubt;
 * then the store is probed until it responds, and counts as away as soon as one probe has failed.
 */
export class S3Availability {
  readonly #probe: (signal: AbortSignal) => Promise<unknown>
  readonly #reasonOf: (error: unknown) => string
  readonly #onChange: StoreListener
  readonly #closed = new AbortController()
  #isProbing = false
  #away: PromiseWithResolvers<void> | null = null
  readonly #watchers = new Set<() => void>()

  /**
   * @param probe resolves when the store works
   * @param reasonOf the reason of a failure, for the operator
   */
  constructor(probe: (signal: AbortSignal) => Promise<unknown>, reasonOf: (error: unknown) => string, onChange: StoreListener) {
    this.#probe = probe
    this.#reasonOf = reasonOf
    this.#onChange = onChange
  }

  get isAway(): boolean {
    return this.#away !== null
  }

  /** A request failed, or waits for long: the store may be away. */
  doubt(): void {
    if (this.#isProbing || this.#closed.signal.aborted) return
    this.#isProbing = true
    void this.#probeUntilItResponds()
  }

  /** Calls a function when the store is found to be away, until disposed of. */
  watch(whenAway: () => void): Disposable {
    this.#watchers.add(whenAway)
    return { [Symbol.dispose]: () => void this.#watchers.delete(whenAway) }
  }

  /** Waits until the store is no longer away. @returns false when it still is after `ms` */
  async returned(ms: number): Promise<boolean> {
    if (this.#away === null) return true
    const timer = new AbortController()
    try {
      const late = delay(ms, false, { signal: timer.signal }).catch(() => false)
      return await Promise.race([this.#away.promise.then(() => true), late])
    } finally {
      timer.abort()
    }
  }

  close(): void {
    this.#closed.abort()
    this.#away?.resolve()
  }

  async #probeUntilItResponds(): Promise<void> {
    const responded = new AbortController()
    const over = AbortSignal.any([responded.signal, this.#closed.signal])
    while (!over.aborted) {
      this.#probe(AbortSignal.any([over, AbortSignal.timeout(probeMs)])).then(
        () => responded.abort(),
        (error: unknown) => over.aborted || this.#setAway(error),
      )
      await delay(probeEveryMs, undefined, { signal: over, ref: false }).catch(() => {})
    }
    this.#isProbing = false
    if (this.#away === null) return
    this.#away.resolve()
    this.#away = null
    if (!this.#closed.signal.aborted) this.#onChange({ available: true })
  }

  #setAway(error: unknown): void {
    if (this.#away !== null) return
    this.#away = Promise.withResolvers()
    this.#onChange({ available: false, reason: this.#reasonOf(error) })
    for (const whenAway of this.#watchers) whenAway()
  }
}
