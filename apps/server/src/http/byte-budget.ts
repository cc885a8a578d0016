import { HubError } from '@portolan/contract'

/** The memory budget for request bodies that must be complete before processing starts. When it is used up, callers must retry later. */
export class ByteBudget {
  readonly #maxEach: number
  #left: number

  /** @param max bytes for all bodies together @param maxEach bytes for one body */
  constructor(max: number, maxEach: number) {
    this.#left = max
    this.#maxEach = maxEach
  }

  /**
   * Reserves memory for a body until disposed.
   * @param contentLength the header; a body of unknown length reserves the maximum for one body
   * @throws {HubError} `xet.busy`, `body.too_large`
   */
  reserve(contentLength: string | undefined): Disposable & { readonly bytes: number } {
    const bytes = contentLength !== undefined && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : this.#maxEach
    if (bytes > this.#maxEach) throw new HubError('body.too_large', { maxBytes: this.#maxEach })
    if (bytes > this.#left) throw new HubError('xet.busy')
    this.#left -= bytes
    let held = true
    return {
      bytes,
      [Symbol.dispose]: () => {
        if (held) this.#left += bytes
        held = false
      },
    }
  }
}
