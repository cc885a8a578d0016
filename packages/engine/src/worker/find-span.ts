/** A piece of a text as it stands there, with where it begins and ends, counted in UTF-16 units. */
export interface Span {
  readonly answer: string
  readonly start: number
  readonly end: number
}

/**
 * Finds a decoded answer in the text that it was taken from: tokenizers change letter case and blanks. An answer that is not there comes back as it
 * is, from 0 to 0.
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
