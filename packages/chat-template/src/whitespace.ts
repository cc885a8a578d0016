/*
 * Whitespace as Python has it (str.isspace, `\s` of its regular expressions): with the separators U+001C to U+001F and U+0085, without the byte order
 * mark, unlike `\s` here.
 */

/** A class of a regular expression. */
export const pythonSpace = String.raw`[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`

const spacesHere = new RegExp(`${pythonSpace}+`, 'y')
const onlySpaces = new RegExp(`^${pythonSpace}*$`)
const oneSpace = new RegExp(pythonSpace)

/** Where the whitespace that begins at `start` ends; `start` itself when there is none. */
export function endOfSpaces(source: string, start: number): number {
  spacesHere.lastIndex = start
  return spacesHere.test(source) ? spacesHere.lastIndex : start
}

export function isBlank(text: string): boolean {
  return onlySpaces.test(text)
}

export function trimStart(text: string): string {
  return text.slice(endOfSpaces(text, 0))
}

export function trimEnd(text: string): string {
  // From the end by hand: an expression ending in `$` would try every run of whitespace in the text.
  let end = text.length
  while (end > 0 && oneSpace.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Line breaks as Jinja makes them before it reads anything: `\r\n` and `\r` become `\n`. */
export function normalizeLineBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
