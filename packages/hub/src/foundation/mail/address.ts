/** Characters that have a meaning in mail headers or in SMTP, besides all that cannot be seen. */
const part = String.raw`[^\s@<>()[\]\\,;:"\p{C}]+`
const address = new RegExp(`^${part}@${part}$`, 'u')
/** RFC 5321, 4.5.3.1: 64 for what is before the `@`, 255 behind it, and 256 with the angle brackets. */
const longest = 254

/** Whether mail can be sent to this address: it has the form of one, and nothing in it could end up in another header. */
export function isMailAddress(text: string): boolean {
  return text.length <= longest && address.test(text) && text.indexOf('@') <= 64
}

/** One line of text for a header or a sentence: without line breaks, control characters and marks that change the direction of what follows. */
export function oneLine(text: string, longest = 200): string {
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  // Not through the middle of a character.
  return line.length <= longest ? line : `${line.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
