import { HubError } from '@portolan/contract'
import { bands, encodeBand, encodePkt } from '@portolan/git'
import type { Hub } from '@portolan/hub'

/** How often something is sent while a push is processed, so that no proxy considers the connection dead. Milliseconds. */
const aliveEveryMs = 5_000
/** Minimum interval between progress messages. Milliseconds. */
const progressEveryMs = 1_000

/** Streams the response to a push: lines for the user, then the report. Without side-band there is only the report. */
export class PushResponse {
  readonly sideBand: boolean
  readonly #hub: Hub
  readonly #requestId: string
  readonly #isQuiet: boolean
  #pending: Buffer[] = []
  #ended = false
  #wake: () => void = () => {}
  #toldAt = 0
  readonly #left = new AbortController()

  constructor(hub: Hub, requestId: string, sideBand: boolean, isQuiet: boolean) {
    this.#hub = hub
    this.#requestId = requestId
    this.sideBand = sideBand
    this.#isQuiet = isQuiet
  }

  /** Aborted when the client has left. */
  get left(): AbortSignal {
    return this.#left.signal
  }

  /** Sends a line that git shows with the prefix `remote:`. */
  report(line: string): void {
    this.#say(`${printable(line)}\n`)
  }

  progress({ phase, done, total }: { phase: 'receiving' | 'resolving'; done: number; total: number | null }): void {
    if (this.#isQuiet || phase !== 'resolving' || total === null) return
    const now = Date.now()
    if (done < total && now - this.#toldAt < progressEveryMs) return
    this.#toldAt = now
    const share = `Resolving deltas: ${String(Math.floor((100 * done) / total)).padStart(3)}% (${done}/${total})`
    this.#say(done < total ? `${share}\r` : `${share}, done.\n`)
  }

  finish(report: Buffer): void {
    this.#push(report)
    this.#end()
  }

  /** Reports an error after the response has started, which is possible only in its body. */
  fail(error: unknown): void {
    if (this.#ended) return
    const known = error instanceof HubError
    if (!known) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
      this.#hub.log.error('a push failed', { requestId: this.#requestId, error: text })
    }
    const message = known
      ? error.message
      : `Something went wrong on the server. Its log has details under the request ID ${this.#requestId}.`
    if (this.sideBand) this.#push(Buffer.concat([...encodeBand(bands.error, `${printable(message)}\n`, 'side-band-64k')]))
    this.#end()
  }

  stream(): ReadableStream<Uint8Array> {
    const pieces = this.#pieces()
    const left = this.#left
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        left.abort(clientLeft())
        await pieces.return(undefined)
      },
    })
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const pieces = this.#pending
      this.#pending = []
      if (pieces.length > 0) yield new Uint8Array(Buffer.concat(pieces))
      if (this.#pending.length > 0) continue
      if (this.#ended) return
      const idle = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), aliveEveryMs)
        this.#wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
      })
      // An empty packet on band 1 is a no-op, used as a keepalive as in git's own server.
      if (idle && this.sideBand && !this.#ended) this.#pending.push(encodePkt(Buffer.of(bands.pack)))
    }
  }

  #say(text: string): void {
    if (this.sideBand) this.#push(Buffer.concat([...encodeBand(bands.progress, text, 'side-band-64k')]))
  }

  #push(bytes: Buffer): void {
    if (bytes.length > 0) this.#pending.push(bytes)
    this.#wake()
  }

  #end(): void {
    this.#ended = true
    this.#wake()
  }
}

/** A client that disconnects midway is not a server error worth investigating. */
export function clientLeft(cause?: unknown): HubError {
  return new HubError('body.invalid', { message: 'The connection broke before the push was complete' }, { cause })
}

/** Replaces control characters: paths and messages by other users must not control the reader's terminal. */
function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- those are what is replaced
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '�')
}
