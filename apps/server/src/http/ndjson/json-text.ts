/** Thrown for bytes that are no JSON string, no UTF-8 or no base64; the caller knows the line. */
export class MalformedText extends Error {}

/**
 * Turns the inside of a JSON string, in pieces of raw UTF-8, into text. Escapes and characters may stand across pieces.
 * @param checked false when the caller checks every character anyway: then text without escapes is passed on as it is
 * @throws {MalformedText}
 */
export async function* jsonText(pieces: AsyncIterable<Uint8Array>, checked = true): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let held = ''
  for await (const piece of pieces) {
    const text = held + decode(decoder, piece)
    const cut = endOfWholeUnits(text)
    held = text.slice(cut)
    yield unescape(text.slice(0, cut), checked)
  }
  yield unescape(held + decode(decoder), checked)
}

/** UTF-8 bytes of text that comes in pieces. @throws {MalformedText} for half of a surrogate pair */
export async function* utf8Bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (!piece.isWellFormed()) throw new MalformedText('The text is not well-formed Unicode')
    yield Buffer.from(piece)
  }
}

/** Bytes of base64 text that comes in pieces: the standard alphabet, padded, no white space. @throws {MalformedText} */
export async function* base64Bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    // The last four characters may hold the padding; they wait for the end.
    const cut = Math.max(0, Math.floor(text.length / 4) * 4 - 4)
    held = text.slice(cut)
    if (cut > 0) yield decodeBase64(text.slice(0, cut), false)
  }
  if (held !== '') yield decodeBase64(held, true)
}

/**
 * Node skips what is not base64 and takes the URL-safe letters too. What it skipped shows in the length of the result:
 * a regular expression over a hundred megabytes takes longer than everything else.
 */
function decodeBase64(text: string, isLast: boolean): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const padding = isLast ? (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0) : 0
  const isWhole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding
  if (!isWhole || text.includes('-') || text.includes('_') || Buffer.byteLength(text) !== text.length) {
    throw new MalformedText('The content is not base64')
  }
  return bytes
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new MalformedText('The text is not UTF-8', { cause })
  }
}

function unescape(text: string, checked: boolean): string {
  if (!checked && !text.includes('\\')) return text
  try {
    return JSON.parse(`"${text}"`) as string
  } catch (cause) {
    throw new MalformedText('A string is malformed', { cause })
  }
}

/** Where the last escape that may still go on begins. Both halves of an escaped surrogate pair stay together. */
function endOfWholeUnits(text: string): number {
  for (let at = 0; ;) {
    const start = text.indexOf('\\', at)
    if (start < 0) return text.length
    if (text[start + 1] === undefined) return start
    if (text[start + 1] !== 'u') {
      at = start + 2
      continue
    }
    if (start + 6 > text.length) return start
    const isHighHalf = /^d[89ab]/i.test(text.slice(start + 2, start + 6))
    if (isHighHalf && start + 12 > text.length) return start
    at = start + (isHighHalf && text.startsWith('\\u', start + 6) ? 12 : 6)
  }
}
