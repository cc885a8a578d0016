/*
 * Numbers as Jinja's lexer reads them (integer_re, float_re). Scanned by hand, forward only: a regular expression with nested repetitions would keep
 * a backtracking position for every digit of a hostile megabyte.
 */

/** The end and kind of the number that starts here; `null` if none does. */
export function endOfNumber(source: string, start: number): { kind: 'integer' | 'float'; end: number } | null {
  if (!isDigit(source[start])) return null
  const digits = endOfDigits(source, start, isDigit)
  // No float starts after a dot: a.0.1 is two member accesses.
  if (source[start - 1] !== '.') {
    const fraction = source[digits] === '.' && isDigit(source[digits + 1]) ? endOfDigits(source, digits + 1, isDigit) : digits
    const end = endOfExponent(source, fraction)
    if (end > digits) return { kind: 'float', end }
  }
  return { kind: 'integer', end: source[start] === '0' ? endOfPrefixed(source, start) : digits }
}

/** The end of `0x1f`, `0b10`, `0o17` or plain digits that start with a zero. */
function endOfPrefixed(source: string, start: number): number {
  const isPrefixed = prefixes[source[start + 1]?.toLowerCase() ?? '']
  if (isPrefixed) {
    const first = source[start + 2] === '_' ? start + 3 : start + 2
    if (isPrefixed(source[first])) return endOfDigits(source, first, isPrefixed)
  }
  return endOfDigits(source, start, isDigit)
}

const prefixes: Readonly<Record<string, ((character: string | undefined) => boolean) | undefined>> = {
  x: (character) => character !== undefined && /^[\da-f]$/i.test(character),
  o: (character) => character !== undefined && character >= '0' && character <= '7',
  b: (character) => character === '0' || character === '1',
}

function endOfExponent(source: string, at: number): number {
  if (source[at] !== 'e' && source[at] !== 'E') return at
  const first = source[at + 1] === '+' || source[at + 1] === '-' ? at + 2 : at + 1
  return isDigit(source[first]) ? endOfDigits(source, first, isDigit) : at
}

/** Digits with single underscores between them. */
function endOfDigits(source: string, start: number, isOne: (character: string | undefined) => boolean): number {
  let end = start + 1
  while (isOne(source[end]) || (source[end] === '_' && isOne(source[end + 1]))) end++
  return end
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
