/** One of several parts of a whole, processed in rotation, one part at a time. */
export interface Part {
  /** Starts at 1. */
  readonly number: number
  readonly of: number
}

/** Parses `2/4`. @throws {Error} when it is not a valid part */
export function parsePart(text: string): Part {
  const [number = 0, of = 0, ...more] = text.split('/').map(Number)
  if (more.length > 0 || !Number.isInteger(number) || !Number.isInteger(of) || number < 1 || number > of)
    throw new Error(`${text} is not a part: 2/4 is the second of four`)
  return { number, of }
}

/** The items of this part, in order; all of them for `null`. Neighbors are in different parts. */
export function inPart<T>(part: Part | null, items: readonly T[]): T[] {
  return part === null ? [...items] : items.filter((_, index) => index % part.of === part.number - 1)
}

/** The part for a day, so that `of` consecutive days cover everything. */
export function partOfDay(day: Date, of: number): Part {
  return { number: (Math.floor(day.getTime() / 86_400_000) % of) + 1, of }
}

/** The part selected for `npm test`: `PORTOLAN_PROOF_PART=2/4`; everything if unset. */
export function selectedPart(): Part | null {
  const text = process.env['PORTOLAN_PROOF_PART']
  return text === undefined ? null : parsePart(text)
}
