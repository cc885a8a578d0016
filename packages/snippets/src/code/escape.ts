/** Characters that are invisible or change how others are displayed; a plain space is the only blank that is kept as is. */
export const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

/** Escapes each unseen character, and each of `special`, with `escape`; the rest stays as is. Lone surrogates count as one character. */
export function escapeCharacters(text: string, special: ReadonlyMap<string, string>, escape: (codePoint: number) => string): string {
  let out = ''
  for (const character of text) {
    const known = special.get(character)
    if (known !== undefined) out += known
    else out += unseen.test(character) ? escape(character.codePointAt(0) ?? 0) : character
  }
  return out
}

export function hex(codePoint: number, digits: number): string {
  return codePoint.toString(16).padStart(digits, '0')
}

const shared: readonly (readonly [string, string])[] = [
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]
const quoted = new Map(shared)

/** Text that every language here prints between double quotes as is. */
const plainText = /^[ !#-[\]-~]*$/

export function pythonString(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  return `"${escapeCharacters(text, quoted, (code) => (code < 0x100 ? `\\x${hex(code, 2)}` : code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}"`
}

export function javascriptString(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  return `"${escapeCharacters(text, quoted, (code) => (code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 1)}}`))}"`
}

/** A regular C# string. A lone surrogate cannot be stored in a source file, so it is escaped like the rest. */
export function csharpString(text: string): string {
  if (plainText.test(text)) return `"${text}"`
  return `"${escapeCharacters(text, quoted, (code) => (code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`))}"`
}

/** A word that needs no quoting in any shell; a leading `=` would be a path lookup in zsh. */
const plainWord = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/
const ansi = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** One shell word. It cannot contain a NUL, which is omitted; a lone surrogate has no bytes and becomes U+FFFD. */
export function shellWord(text: string): string {
  if (plainWord.test(text)) return text
  const word = text.replaceAll('\0', '').toWellFormed()
  if (plainWord.test(word)) return word
  if (!unseen.test(word)) return `'${word.replaceAll("'", `'\\''`)}'`
  const bytes = (code: number) =>
    [...new TextEncoder().encode(String.fromCodePoint(code))].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
  return `$'${escapeCharacters(word, ansi, bytes)}'`
}
