/** One of several parts of a whole that is gone through in turn, a part at a time. */
export interface Part {
  /** From 1. */
  readonly number: number
  readonly of: number
}

/** Reads `2/4`. @throws {Error} when it is no part of anything */
export function parsePart(text: string): Part {
  const [number = 0, of = 0, ...more] = text.split('/').map(Number)
  if (more.length > 0 || !Number.isInteger(number) || !Number.isInteger(of) || number < 1 || number > of)
    throw new Error(`${text} is not a part: 2/4 is the second of four`)
  return { number, of }
}

/** The items whose turn it is, in their order; all of them for `null`. Neighbors come in different turns. */
export function inPart<T>(part: Part | null, items: readonly T[]): T[] {
  return part === null ? [...items] : items.filter((_, index) => index % part.of === part.number - 1)
}

/** The part whose turn is on a day, so that `of` days in a row go through everything. */
export function partOfDay(day: Date, of: number): Part {
  return { number: (Math.floor(day.getTime() / 86_400_000) % of) + 1, of }
}

/** What `npm test` asks for: `PORTOLAN_PROOF_PART=2/4`; everything without it. */
export function askedPart(): Part | null {
  const text = process.env['PORTOLAN_PROOF_PART']
  return text === undefined ? null : parsePart(text)
}
