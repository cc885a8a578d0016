const maxLength = 300

/** The first paragraph of a Markdown text as plain text, truncated at a word boundary; `null` when there is none. */
export function summaryOf(markdown: string): string | null {
  // Enough for any first paragraph; a ten-megabyte line must not be searched entirely.
  const head = markdown.slice(0, 20_000).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
  for (const block of head.split(/\r?\n[ \t]*\r?\n/)) {
    const lines = block.split(/\r?\n/).filter((line) => !/^(#{1,6}\s|={3,}|-{3,}|\||!\[|>?\s*\[!)/.test(line.trimStart()))
    const joined = lines.join(' ').trim()
    if (joined === '' || /^(```|~~~|<|>|[-*+]\s|\d+\.\s|:)/.test(joined) || isUnfilled(joined)) continue
    const plain = joined
      .replaceAll(/!\[[^\]]{0,500}\]\([^)]{0,2000}\)/g, '')
      .replaceAll(/\[([^\]]{0,500})\]\([^)]{0,2000}\)/g, '$1')
      .replaceAll(/<[^>]{0,500}>/g, '')
      .replaceAll(/[*_`~]{1,3}(\S[^*_`~]{0,500})[*_`~]{1,3}/g, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim()
    if (plain.length < 3) continue
    return shorten(plain)
  }
  return null
}

/** A part of the template of cards that nobody has filled in, or an invitation to do so. */
function isUnfilled(text: string): boolean {
  return /\[more information needed\]/i.test(text) || /^this modelcard aims to be a base template/i.test(text)
}

/** Puts a text on one line, truncated at a word boundary if it is too long for a summary. */
export function shorten(text: string | null): string | null {
  if (text === null) return null
  const line = text
    .slice(0, 4 * maxLength)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line.length <= maxLength) return line === '' ? null : line
  const cut = line.slice(0, maxLength - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), maxLength / 2)).toWellFormed()}…`
}
