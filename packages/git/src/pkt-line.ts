import { GitProtocolError } from './protocol-error.ts'

/** Bytes of a whole pkt-line, including its four length digits (gitprotocol-common, "pkt-line Format"). */
export const maxPktBytes = 65_520
/** Maximum payload of one pkt-line in bytes. */
export const maxPktDataBytes = maxPktBytes - 4

/** One pkt-line. `data` is the payload as sent, including a trailing line feed if there is one. */
export type Packet =
  | { readonly kind: 'data'; readonly data: Buffer }
  | { readonly kind: 'flush' }
  | { readonly kind: 'delim' }
  | { readonly kind: 'response-end' }

export const flushPkt = Buffer.from('0000')
/** Between the sections of a version 2 message (gitprotocol-v2, "Packet-Line Framing"). */
export const delimPkt = Buffer.from('0001')
export const responseEndPkt = Buffer.from('0002')

/**
 * A pkt-line around a payload, which is used as is: a text line includes its own line feed.
 * @throws {RangeError} if the payload is empty (not allowed by the protocol) or longer than {@link maxPktDataBytes}
 */
export function encodePkt(payload: string | Uint8Array): Buffer {
  const data = typeof payload === 'string' ? Buffer.from(payload) : payload
  if (data.length === 0 || data.length > maxPktDataBytes) throw new RangeError(`A pkt-line cannot carry ${data.length} bytes`)
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, '0')), data])
}

/** A payload as text, without the trailing line feed if there is one. */
export function pktText(data: Buffer): string {
  const end = data.length > 0 && data[data.length - 1] === 0x0a ? data.length - 1 : data.length
  return data.toString('utf8', 0, end)
}

export interface PktReaderLimits {
  /** Per payload. Default: what the format allows. */
  readonly maxLineBytes?: number
  /** For everything read as pkt-lines, not counting what {@link PktReader.rest} yields. Default: no limit. */
  readonly maxTotalBytes?: number
  /** Number of pkt-lines. Default: no limit. */
  readonly maxLines?: number
}

const empty: Buffer = Buffer.alloc(0)

/**
 * Reads pkt-lines from a stream of bytes, however it is split. Keeps at most one line and one chunk in memory.
 * `next` and `rest` must not be called during an earlier call.
 */
export class PktReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #maxLine: number
  readonly #maxTotal: number
  readonly #maxLines: number
  #held: Buffer = empty
  #total = 0
  #lines = 0
  #ended = false

  constructor(source: AsyncIterable<Uint8Array>, limits: PktReaderLimits = {}) {
    this.#source = source[Symbol.asyncIterator]()
    this.#maxLine = Math.min(limits.maxLineBytes ?? maxPktDataBytes, maxPktDataBytes)
    this.#maxTotal = limits.maxTotalBytes ?? Infinity
    this.#maxLines = limits.maxLines ?? Infinity
  }

  /**
   * The next pkt-line, or `null` at the end of the input. The payload is a view that stays valid.
   * @throws {GitProtocolError} if the input ends in the middle of a line, a length is invalid, or a limit is exceeded
   */
  async next(): Promise<Packet | null> {
    const head = await this.#take(4)
    if (head === null) return null
    if (++this.#lines > this.#maxLines) throw new GitProtocolError(`A request has more than ${this.#maxLines} lines`)
    this.#count(4)
    const length = lineLength(head)
    if (length < 4) return special(length)
    if (length - 4 > this.#maxLine) throw new GitProtocolError(`A pkt-line is longer than ${this.#maxLine} bytes`)
    this.#count(length - 4)
    if (length === 4) return { kind: 'data', data: empty }
    const data = await this.#take(length - 4)
    if (data === null) throw new GitProtocolError('The input ends in the middle of a pkt-line')
    return { kind: 'data', data }
  }

  /** What follows the pkt-lines read so far, as raw bytes: a pack, for example. */
  async *rest(): AsyncGenerator<Buffer> {
    const held = this.#held
    this.#held = empty
    if (held.length > 0) yield held
    for (;;) {
      const piece = await this.#pull()
      if (piece === null) return
      if (piece.length > 0) yield piece
    }
  }

  /** Releases the source: nothing more is read from it. */
  async close(): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.#held = empty
    await this.#source.return?.()
  }

  /** Exactly this many bytes; `null` if the input ends before the first. */
  async #take(bytes: number): Promise<Buffer | null> {
    if (this.#held.length < bytes && !(await this.#fill(bytes))) {
      if (this.#held.length === 0) return null
      throw new GitProtocolError('The input ends in the middle of a pkt-line')
    }
    const taken = this.#held.subarray(0, bytes)
    this.#held = this.#held.subarray(bytes)
    return taken
  }

  /** Pulls until this many bytes are buffered. Chunks are joined once, so that input in single bytes costs no more than its length. */
  async #fill(bytes: number): Promise<boolean> {
    const pieces = [this.#held]
    let held = this.#held.length
    while (held < bytes) {
      const piece = await this.#pull()
      if (piece === null) break
      pieces.push(piece)
      held += piece.length
    }
    this.#held = pieces.length === 1 ? this.#held : Buffer.concat(pieces)
    return held >= bytes
  }

  async #pull(): Promise<Buffer | null> {
    if (this.#ended) return null
    const { done, value } = await this.#source.next()
    if (done) {
      this.#ended = true
      return null
    }
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  }

  #count(bytes: number): void {
    this.#total += bytes
    if (this.#total > this.#maxTotal) throw new GitProtocolError(`A request has more than ${this.#maxTotal} bytes of lines`)
  }
}

/** Four hex digits of either case. */
function lineLength(head: Buffer): number {
  const text = head.toString('latin1')
  if (!/^[0-9a-fA-F]{4}$/.test(text)) throw new GitProtocolError(`${JSON.stringify(text)} is not a valid pkt-line length`)
  return Number.parseInt(text, 16)
}

function special(length: number): Packet {
  if (length === 0) return { kind: 'flush' }
  if (length === 1) return { kind: 'delim' }
  if (length === 2) return { kind: 'response-end' }
  throw new GitProtocolError('0003 is not a valid pkt-line length')
}
