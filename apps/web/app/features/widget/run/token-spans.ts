interface Group {
  readonly entity_group: string
  readonly score: number
  readonly word: string
}

/** Locates the words that a model labeled: the runtime returns only the words, in order. Words that are not found are left out. */
export function spansOf(text: string, groups: readonly Group[]): (Group & { readonly start: number; readonly end: number })[] {
  const spans: (Group & { start: number; end: number })[] = []
  const low = text.toLowerCase()
  let from = 0
  for (const group of groups) {
    const word = group.word.trim().toLowerCase()
    // Word pieces are joined with spaces that the text may not contain: "Saint - Malo".
    const pattern = new RegExp(
      word
        .split(/\s+/)
        .map((piece) => piece.replace(/^##/, '').replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
        .join(String.raw`\s*`),
      'u',
    )
    const found = word === '' ? null : pattern.exec(low.slice(from))
    if (!found) continue
    const start = from + found.index
    from = start + found[0].length
    spans.push({ ...group, word: text.slice(start, from), start, end: from })
  }
  return spans
}
