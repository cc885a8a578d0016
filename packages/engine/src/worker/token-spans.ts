/** A labeled token, as returned by transformers.js. */
export interface LabeledToken {
  readonly entity: string
  readonly score: number
  readonly index: number
  readonly word: string
}

/** The same with its position in the text, in UTF-16 units; `null` if it cannot be found. */
export interface PlacedToken extends LabeledToken {
  readonly start: number | null
  readonly end: number | null
}

export interface EntityGroup {
  readonly entity_group: string
  readonly score: number
  readonly word: string
  readonly start: number | null
  readonly end: number | null
}

/** The library does not report token positions: each is searched for after the previous one, ignoring case. */
export function placeTokens(text: string, tokens: readonly LabeledToken[]): PlacedToken[] {
  const lower = text.toLowerCase()
  let from = 0
  return tokens.map((token) => {
    const word = token.word.replace(/^##/, '').trim().toLowerCase()
    const at = word === '' || lower.length !== text.length ? -1 : lower.indexOf(word, from)
    if (at < 0) return { ...token, start: null, end: null }
    from = at + word.length
    return { ...token, start: at, end: from }
  })
}

/** Merges adjacent tokens of one entity: `B-PER I-PER` is one person. The score is the mean, the word is the original text. */
export function groupTokens(text: string, tokens: readonly PlacedToken[]): EntityGroup[] {
  const groups: PlacedToken[][] = []
  for (const token of tokens) {
    const open = groups.at(-1)
    const last = open?.at(-1)
    const continues = last !== undefined && last.index === token.index - 1 && kind(last) === kind(token) && !/^[BS]-/.test(token.entity)
    if (continues && open) open.push(token)
    else groups.push([token])
  }
  return groups.map((group) => {
    const start = group[0]?.start ?? null
    const end = group.at(-1)?.end ?? null
    const known = start !== null && end !== null
    return {
      entity_group: kind(group[0]),
      score: group.reduce((sum, { score }) => sum + score, 0) / group.length,
      word: known
        ? text.slice(start, end)
        : group
            .map(({ word }) => word)
            .join(' ')
            .replaceAll(' ##', ''),
      start,
      end,
    }
  })
}

function kind(token: PlacedToken | undefined): string {
  return (token?.entity ?? '').replace(/^[BIES]-/, '')
}
