/** A verbatim piece of a text, with its start and end in UTF-16 units. */
export interface Span {
  readonly answer: string
  readonly start: number
  readonly end: number
}

/**
 * Finds a decoded answer in its source text: tokenizers change letter case and spaces. An answer that is not found is returned
 * unchanged, with the span 0 to 0.
 */
export function findSpan(text: string, answer: string): Span {
  const letters = [...compact(answer)]
  if (letters.length === 0) return { answer, start: 0, end: 0 }
  const exact = text.indexOf(answer)
  if (exact >= 0) return { answer, start: exact, end: exact + answer.length }
  const places: number[] = []
  let packed = ''
  for (let index = 0; index < text.length; index++) {
    const kept = compact(text.charAt(index))
    packed += kept
    for (let copy = 0; copy < kept.length; copy++) places.push(index)
  }
  const found = packed.indexOf(letters.join(''))
  if (found < 0) return { answer, start: 0, end: 0 }
  const start = places[found] ?? 0
  const end = (places[found + letters.join('').length - 1] ?? 0) + 1
  return { answer: text.slice(start, end), start, end }
}

function compact(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\s\p{M}]/gu, '')
    .toLowerCase()
}
