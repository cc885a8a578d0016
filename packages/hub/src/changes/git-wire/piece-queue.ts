import { pieceBytes, piecesAhead } from './fetch-job.ts'

/** How long a short piece waits for more to be sent with it. Milliseconds. */
const flushMs = 20

/** Combines the pieces of a response into larger ones and sends them in order, never further ahead than the receiver has consumed. */
export class PieceQueue {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #signal: AbortSignal
  #held: Uint8Array[] = []
  #bytes = 0
  #ahead = 0
  #timer: NodeJS.Timeout | null = null
  /** The short piece has waited long enough, and is sent as soon as the receiver consumes something. */
  #isDue = false
  #wake: () => void = () => {}

  /** @param send receives its own buffers, which it may transfer */
  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void, signal: AbortSignal) {
    this.#send = send
    this.#signal = signal
    signal.addEventListener('abort', () => this.#wake())
  }

  /** Resolves when there is room for more. One call at a time, {@link end} included. @throws the signal's reason */
  async push(piece: Uint8Array): Promise<void> {
    this.#held.push(piece)
    this.#bytes += piece.length
    if (this.#bytes >= pieceBytes) await this.end()
    else this.#timer ??= setTimeout(() => this.#sendShort(), flushMs)
  }

  /** Flushes everything that is buffered. @throws the signal's reason */
  async end(): Promise<void> {
    // Wait for the receiver only here: with two waiters, the later one might be released first.
    while (this.#bytes > 0 && this.#isBehind() && !this.#signal.aborted) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#signal.throwIfAborted()
    this.#sendHeld()
  }

  /** The receiver has consumed a piece. */
  taken(): void {
    this.#ahead--
    if (this.#isDue) this.#sendShort()
    this.#wake()
  }

  /** Nothing more is sent. */
  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#held = []
    this.#bytes = 0
  }

  #isBehind(): boolean {
    return this.#ahead >= piecesAhead
  }

  #sendShort(): void {
    this.#isDue = this.#isBehind()
    if (!this.#isDue && !this.#signal.aborted) this.#sendHeld()
  }

  #sendHeld(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#isDue = false
    if (this.#bytes === 0) return
    const piece = new Uint8Array(this.#bytes)
    let at = 0
    for (const part of this.#held) {
      piece.set(part, at)
      at += part.length
    }
    this.#held = []
    this.#bytes = 0
    this.#ahead++
    this.#send(piece)
  }
}
