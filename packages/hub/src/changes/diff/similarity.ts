import { splitLines } from './line-edits.ts'

/** The contents of a file by line: the number of bytes of each. */
export interface ContentProfile {
  readonly bytes: number
  readonly lines: ReadonlyMap<string, number>
}

export function profileOf(content: Buffer): ContentProfile {
  const lines = new Map<string, number>()
  for (const line of splitLines(content)) lines.set(line, (lines.get(line) ?? 0) + line.length)
  return { bytes: content.length, lines }
}

/** Percentage of the larger file's bytes that are in lines of both. */
export function similarity(one: ContentProfile, other: ContentProfile): number {
  const largest = Math.max(one.bytes, other.bytes)
  if (largest === 0) return 100
  const [small, large] = one.lines.size <= other.lines.size ? [one, other] : [other, one]
  let common = 0
  for (const [line, bytes] of small.lines) common += Math.min(bytes, large.lines.get(line) ?? 0)
  return Math.floor((common * 100) / largest)
}
