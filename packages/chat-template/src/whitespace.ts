/*
 * Whitespace as Python defines it (str.isspace, `\s` in its regular expressions): unlike `\s` in JavaScript, it includes the separators U+001C to
 * U+001F and U+0085, but not the byte order mark.
 */

/** A character class for a regular expression. */
export const pythonSpace = String.raw`[\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]`

const spacesHere = new RegExp(`${pythonSpace}+`, 'y')
const onlySpaces = new RegExp(`^${pythonSpace}*$`)
const oneSpace = new RegExp(pythonSpace)

/** Where the whitespace that starts at `start` ends; `start` itself if there is none. */
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
  // Scanned by hand from the end: an expression ending in `$` would try every run of whitespace in the text.
  let end = text.length
  while (end > 0 && oneSpace.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Normalizes line breaks as Jinja does before it reads anything: `\r\n` and `\r` become `\n`. */
export function normalizeLineBreaks(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}
