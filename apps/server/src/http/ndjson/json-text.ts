/** Thrown for bytes that are not a JSON string, UTF-8, or base64; the caller knows the line number. */
export class MalformedText extends Error {}

/**
 * Decodes the inside of a JSON string from chunks of raw UTF-8. Escapes and characters may span chunks.
 * @param checked false when the caller validates every character anyway: text without escapes is then passed on as is
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

/** Encodes text that arrives in chunks as UTF-8. @throws {MalformedText} for an unpaired surrogate */
export async function* utf8Bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    if (!piece.isWellFormed()) throw new MalformedText('The text is not well-formed Unicode')
    yield Buffer.from(piece)
  }
}

/** Decodes base64 text that arrives in chunks: standard alphabet, padded, no whitespace. @throws {MalformedText} */
export async function* base64Bytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    // The last four characters may contain the padding, so hold them back until the end.
    const cut = Math.max(0, Math.floor(text.length / 4) * 4 - 4)
    held = text.slice(cut)
    if (cut > 0) yield decodeBase64(text.slice(0, cut), false)
  }
  if (held !== '') yield decodeBase64(held, true)
}

/**
 * Node skips characters that are not base64 and accepts the URL-safe alphabet too. Skipped characters show up in the length of the result;
 * a regular expression over a hundred megabytes would take longer than everything else.
 */
function decodeBase64(text: string, isLast: boolean): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const padding = isLast ? (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0) : 0
  const isWhole = text.length % 4 === 0 && bytes.length === (text.length / 4) * 3 - padding
  if (!isWhole || text.includes('-') || text.includes('_') || Buffer.byteLength(text) !== text.length) {
    throw new MalformedText('The content is not valid base64')
  }
  return bytes
}

function decode(decoder: TextDecoder, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true })
  } catch (cause) {
    throw new MalformedText('The text is not valid UTF-8', { cause })
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

/** The start of the last escape that may be incomplete. Both halves of an escaped surrogate pair stay together. */
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
