import { HubError } from '@portolan/contract'

/** Memory for request bodies that must be whole before work on them begins: who finds none left is asked to come back. */
export class ByteRoom {
  readonly #maxEach: number
  #left: number

  /** Bytes for all bodies together, and for one. */
  constructor(max: number, maxEach: number) {
    this.#left = max
    this.#maxEach = maxEach
  }

  /**
   * Room for a body, until it is disposed of.
   * @param contentLength the header; a body of unknown length takes as much as one may
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
