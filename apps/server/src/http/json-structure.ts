import { HubError } from '@portolan/contract'

/** Parsing JSON takes time in proportion to its structure, not to its size: a long text is cheap, four million brackets take a second. */
const maxDepth = 100
/** Objects, lists, and names of objects. */
const maxParts = 50_000
const maxValues = 250_000
/** Texts with escapes take more than twice as long as others. Base64 with its slashes escaped has as many in 64 MiB. */
const maxEscapes = 2_000_000

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c

/**
 * Checks the structure of a JSON text piece by piece, as it arrives: what would hold up the server is refused before it is parsed.
 * Whether the text is valid JSON is for `JSON.parse` to say.
 */
export class JsonStructure {
  #depth = 0
  #parts = 0
  #values = 0
  #escapes = 0
  #inText = false
  #escaped = false

  /** @throws {HubError} `body.invalid` */
  take(piece: Uint8Array): void {
    for (const byte of piece) {
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false
        else if (byte === backslash) {
          this.#escaped = true
          this.#escapes++
        } else if (byte === quote) this.#inText = false
      } else if (byte === quote) this.#inText = true
      else if (byte === comma) this.#values++
      else if (byte === colon) this.#parts++
      // [ and {
      else if (byte === 0x5b || byte === 0x7b) {
        this.#parts++
        if (++this.#depth > maxDepth)
          throw new HubError('body.invalid', { message: `The JSON is nested more than ${maxDepth} levels deep` })
      }
      // ] and }
      else if (byte === 0x5d || byte === 0x7d) this.#depth--
    }
    if (this.#parts > maxParts || this.#values > maxValues)
      throw new HubError('body.invalid', { message: 'The JSON has too many values. Send several requests.' })
    if (this.#escapes > maxEscapes) throw new HubError('body.invalid', { message: 'The JSON has too many escaped characters' })
  }
}
