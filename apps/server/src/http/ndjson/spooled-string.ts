import { base64Bytes, jsonText, utf8Bytes } from './json-text.ts'
import type { Spool } from './spool.ts'

/** A JSON string that was too long to hold in memory; its raw inside is in a spool. */
export class SpooledString {
  readonly #spool: Spool
  readonly #start: number
  readonly #end: number

  constructor(spool: Spool, start: number, end: number) {
    this.#spool = spool
    this.#start = start
    this.#end = end
  }

  /** Length of the raw text; each escape counts with its escaped length. */
  get rawBytes(): number {
    return this.#end - this.#start
  }

  /** The bytes that the string represents. @throws {MalformedText} */
  decode(encoding: 'base64' | 'utf-8'): AsyncGenerator<Buffer> {
    const text = jsonText(this.#spool.read(this.#start, this.#end), encoding !== 'base64')
    return encoding === 'base64' ? base64Bytes(text) : utf8Bytes(text)
  }
}
