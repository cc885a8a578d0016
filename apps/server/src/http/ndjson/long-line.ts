import { randomUUID } from 'node:crypto'
import { HubError } from '@portolan/contract'
import type { Spool } from './spool.ts'
import { SpooledString } from './spooled-string.ts'

/** Strings up to this length stay in memory. Bytes. */
const heldStringBytes = 64 * 1024
/** The limit for the rest of a line, without its long strings. Bytes. */
const envelopeBytes = 1024 * 1024

const quote = 0x22
const backslash = 0x5c

/**
 * Parses one JSON line that is too long to hold in memory, as it arrives. Long strings go to the spool and come back as
 * {@link SpooledString}; the rest is small and goes to `JSON.parse` at the end.
 */
export class LongLine {
  readonly #spool: Spool
  readonly #marker = `spooled-${randomUUID()}-`
  readonly #strings: SpooledString[] = []
  readonly #envelope: Uint8Array[] = []
  readonly #maxStringBytes: number
  #envelopeSize = 0
  #held: Uint8Array[] = []
  #heldSize = 0
  /** The start of the current string in the spool; `null` while it is held in memory. */
  #spoolStart: number | null = null
  #inString = false
  #afterBackslash = false

  constructor(spool: Spool, maxStringBytes: number) {
    this.#spool = spool
    this.#maxStringBytes = maxStringBytes
  }

  /** @throws {HubError} `body.invalid`, `commit.file_too_large`, `storage.full` */
  async push(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      if (!this.#inString) {
        const open = bytes.indexOf(quote, at)
        const next = open < 0 ? bytes.length : open + 1
        this.#addToEnvelope(bytes.subarray(at, next))
        this.#inString = open >= 0
        at = next
        continue
      }
      const close = this.#findEnd(bytes, at)
      await this.#addToString(bytes.subarray(at, close < 0 ? bytes.length : close))
      if (close < 0) return
      this.#endString()
      at = close + 1
    }
  }

  /** The end of the current string, or -1 when it continues past these bytes. A quote after an odd number of backslashes is part of it. */
  #findEnd(bytes: Buffer, start: number): number {
    const from = start + (this.#afterBackslash ? 1 : 0)
    this.#afterBackslash = false
    for (let close = bytes.indexOf(quote, from); close >= 0; close = bytes.indexOf(quote, close + 1)) {
      if (backslashesBefore(bytes, close, from) % 2 === 0) return close
    }
    this.#afterBackslash = backslashesBefore(bytes, bytes.length, from) % 2 === 1
    return -1
  }

  /** The value of the line. @throws {SyntaxError} when it is not JSON, {TypeError} when it is not UTF-8 */
  value(): unknown {
    if (this.#inString) throw new SyntaxError('A string is not terminated')
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(this.#envelope))
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' && value.startsWith(this.#marker) ? this.#strings[Number(value.slice(this.#marker.length))] : value,
    )
  }

  async #addToString(bytes: Uint8Array): Promise<void> {
    if (this.#spoolStart !== null) {
      await this.#spool.append(bytes)
    } else {
      this.#held.push(bytes)
      this.#heldSize += bytes.byteLength
      if (this.#heldSize <= heldStringBytes) return
      this.#spoolStart = this.#spool.bytes
      await this.#spool.append(Buffer.concat(this.#held))
      this.#held = []
      this.#heldSize = 0
    }
    if (this.#spool.bytes - this.#spoolStart > this.#maxStringBytes) {
      throw new HubError('commit.file_too_large', {
        message: 'A file is too large to be sent inline in a commit. Upload it as a large file (LFS).',
      })
    }
  }

  #endString(): void {
    this.#inString = false
    if (this.#spoolStart === null) {
      for (const piece of this.#held) this.#addToEnvelope(piece)
    } else {
      this.#addToEnvelope(Buffer.from(`${this.#marker}${this.#strings.length}`))
      this.#strings.push(new SpooledString(this.#spool, this.#spoolStart, this.#spool.bytes))
    }
    this.#held = []
    this.#heldSize = 0
    this.#spoolStart = null
    this.#addToEnvelope(Buffer.of(quote))
  }

  #addToEnvelope(bytes: Uint8Array): void {
    this.#envelopeSize += bytes.byteLength
    if (this.#envelopeSize > envelopeBytes)
      throw new HubError('body.invalid', { message: 'The line has too much data besides the content of its file' })
    this.#envelope.push(bytes)
  }
}

function backslashesBefore(bytes: Buffer, end: number, from: number): number {
  let count = 0
  while (end - count > from && bytes[end - count - 1] === backslash) count++
  return count
}
