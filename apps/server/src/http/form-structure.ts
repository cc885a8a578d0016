import { HubError } from '@portolan/contract'

/** Parsing a form takes time in proportion to its fields, not to its size. No page has this many. */
const maxFields = 1_000
/** Of a form in parts, whose headers are lines: a picture of 1 MiB has about four thousand bytes that look like ends of lines. */
const maxLines = 20_000

const ampersand = 0x26
const dash = 0x2d
const lineFeed = 0x0a

/** Counts the fields of a form piece by piece, as it arrives: what would hold up the server is refused before it is parsed. */
export class FormStructure {
  readonly #isInParts: boolean
  #fields = 1
  #lines = 0
  /** Dashes since the start of a line; -1 within one. */
  #dashes = 0

  constructor(contentType: string | undefined) {
    this.#isInParts = /^\s*multipart\//i.test(contentType ?? '')
  }

  /** @throws {HubError} `body.invalid` */
  take(piece: Uint8Array): void {
    for (const byte of piece) {
      if (!this.#isInParts) {
        if (byte === ampersand) this.#fields++
      } else if (byte === lineFeed) {
        this.#lines++
        this.#dashes = 0
      } else if (byte !== dash) this.#dashes = -1
      // Each part follows a line that starts with two dashes.
      else if (this.#dashes >= 0 && ++this.#dashes === 2) this.#fields++
    }
    if (this.#fields > maxFields || this.#lines > maxLines) throw new HubError('body.invalid', { message: 'The form has too many fields' })
  }
}
