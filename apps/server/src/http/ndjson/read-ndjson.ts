import type { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { LongLine } from './long-line.ts'
import type { Spool } from './spool.ts'

/** Lines up to this length are held in memory and parsed at once. Bytes. */
const heldLineBytes = 1024 * 1024
const newline = 0x0a

export interface NdjsonLimits {
  /** Limit for the whole body. */
  readonly bodyBytes: number
  /** Limit for the raw text of one string, without its quotes. */
  readonly stringBytes: number
}

/**
 * Reads newline-delimited JSON with bounded memory, however long its lines: long strings go to the spool and are returned as
 * {@link SpooledString}, valid until the next line is requested. Empty lines are skipped; the last newline may be missing.
 * @yields each value with its line number, from 1
 * @throws {HubError} `body.invalid` with `line`, `body.too_large`, `commit.file_too_large`, `storage.full`
 */
export async function* readNdjson(
  body: Readable | AsyncIterable<Uint8Array>,
  spool: Spool,
  limits: NdjsonLimits,
): AsyncGenerator<{ readonly number: number; readonly value: unknown }> {
  let number = 1
  let received = 0
  let line = new Line(spool, limits)
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    received += bytes.length
    if (received > limits.bodyBytes)
      throw new HubError('body.too_large', {
        message: `A commit can have at most ${limits.bodyBytes} bytes. Send several commits.`,
        line: number,
      })
    for (let at = 0; at < bytes.length;) {
      const end = bytes.indexOf(newline, at)
      await atLine(number, line.push(bytes.subarray(at, end < 0 ? bytes.length : end)))
      if (end < 0) break
      at = end + 1
      const value = parse(line, number)
      if (value !== undefined) yield { number, value }
      await spool.clear()
      line = new Line(spool, limits)
      number++
    }
  }
  const value = parse(line, number)
  if (value !== undefined) yield { number, value }
}

/** A line: buffered while it is short, parsed incrementally once it gets long. */
class Line {
  readonly #spool: Spool
  readonly #limits: NdjsonLimits
  #held: Buffer[] = []
  #heldSize = 0
  #long: LongLine | null = null

  constructor(spool: Spool, limits: NdjsonLimits) {
    this.#spool = spool
    this.#limits = limits
  }

  async push(bytes: Buffer): Promise<void> {
    if (this.#long !== null) return this.#long.push(bytes)
    this.#held.push(bytes)
    this.#heldSize += bytes.length
    if (this.#heldSize <= heldLineBytes) return
    this.#long = new LongLine(this.#spool, this.#limits.stringBytes)
    for (const piece of this.#held) await this.#long.push(piece)
    this.#held = []
  }

  /** `undefined` for an empty line. */
  value(): unknown {
    if (this.#long !== null) return this.#long.value()
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#held))
    return text.trim() === '' ? undefined : (JSON.parse(text) as unknown)
  }
}

function parse(line: Line, number: number): unknown {
  try {
    return line.value()
  } catch (cause) {
    if (cause instanceof HubError) throw cause
    throw new HubError('body.invalid', { message: `Line ${number} is not valid JSON`, line: number }, { cause })
  }
}

async function atLine(number: number, work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof HubError)) throw error
    throw new HubError(error.code, { ...error.details, message: `Line ${number}: ${error.message}`, line: number }, { cause: error })
  }
}
