import { pieceBytes, piecesAhead } from './fetch-job.ts'

/** What is short waits so long for more to go with it. Milliseconds. */
const flushMs = 20

/** Puts the pieces of an answer together to larger ones and sends them in their order, no further ahead than the receiver takes them. */
export class PieceQueue {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void
  readonly #signal: AbortSignal
  #held: Uint8Array[] = []
  #bytes = 0
  #ahead = 0
  #timer: NodeJS.Timeout | null = null
  /** What is short has waited long enough, and goes as soon as the receiver takes something. */
  #isDue = false
  #wake: () => void = () => {}

  /** @param send gets buffers of its own, which it may give away */
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

  /** Everything that is held is sent. @throws the signal's reason */
  async end(): Promise<void> {
    // Only here is the receiver waited for: of two who wait, the later one might be let go first.
    while (this.#bytes > 0 && this.#isBehind() && !this.#signal.aborted) await new Promise<void>((resolve) => (this.#wake = resolve))
    this.#signal.throwIfAborted()
    this.#sendHeld()
  }

  /** The receiver has taken a piece. */
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
