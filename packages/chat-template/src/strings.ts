import { TemplateSyntaxError, shown } from './errors.ts'
import { normalizeLineBreaks } from './whitespace.ts'

/** A string as written in the template. */
export interface StringSource {
  readonly value: string
  /** See `StringLiteral` of the tree. */
  readonly verbatim?: string
}

/**
 * The value of a string token, by Python's rules: Jinja decodes strings as `unicode-escape`.
 * @param source the whole template; `offset` is the token's position in it, for the error
 * @throws {TemplateSyntaxError} `chat_template.invalid_escape`
 */
export function readString(token: string, source: string, offset: number): StringSource {
  const decode = (text: string): string => unescape(text, source, offset)
  const text = token.slice(1, -1)
  const value = decode(normalizeLineBreaks(text))
  // A line break after a backslash is an escape: not part of the value, and not a line break in the literal.
  if (!text.includes('\r') || /\\[\r\n]/.test(text)) return { value }
  return { value, verbatim: verbatim(text, decode) }
}

/** The inside of a literal that keeps carriage returns as in the source; everything else is escaped as usual. */
export function verbatim(text: string, decode: (piece: string) => string = (piece) => piece): string {
  return text
    .split(/(\r\n?)/)
    .map((piece) => (piece.startsWith('\r') ? piece : quote(decode(piece)).slice(1, -1)))
    .join('')
}

function unescape(text: string, source: string, offset: number): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(escape, (whole, octal?: string, hex2?: string, hex4?: string, hex8?: string, other?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    const hex = hex2 ?? hex4 ?? hex8
    if (hex !== undefined) {
      const code = Number.parseInt(hex, 16)
      if (code <= 0x10ffff) return String.fromCodePoint(code)
    } else if (other !== undefined && !'xuUN'.includes(other)) return escapes[other] ?? unknownEscape(other)
    throw new TemplateSyntaxError('chat_template.invalid_escape', `${shown(whole)} is no character`, source, offset)
  })
}

const escape = /\\(?:([0-7]{1,3})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gsu

const escapes: Readonly<Record<string, string | undefined>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * A backslash before anything else stays. Before decoding, Jinja replaces non-ASCII characters with escapes, and a backslash in front of one
 * swallows the backslash of the escape: `\é` is `\xe9`, four characters.
 */
function unknownEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return `\\${character}`
  const hex = code.toString(16)
  return `\\${code < 0x100 ? `x${hex}` : code < 0x10000 ? `u${hex.padStart(4, '0')}` : `U${hex.padStart(8, '0')}`}`
}

/** A string literal in double quotes, with ASCII escapes that both Jinja and JavaScript read; other text is kept as it is. */
export function quote(value: string): string {
  // The two separators end a line in JavaScript regular expressions with the m flag, and U+0085 does in many editors.
  return JSON.stringify(value).replaceAll(
    /[\x7f-\x9f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
