import { diffArrays } from 'diff'

/** Characters `[start, end)` of a line (UTF-16 units) that its counterpart does not have. */
export interface MarkedRange {
  readonly start: number
  readonly end: number
}

/** Longer lines are skipped. Characters. */
const maxLine = 600
const maxEdits = 80
/** Lines that share less than this are two different lines: highlighting would only be noise. */
const leastCommon = 0.4

/** The differences within a pair of lines, in whole words; `null` if there is nothing to show. */
export function intralineMarks(before: string, after: string): { before: MarkedRange[]; after: MarkedRange[] } | null {
  if (before.length > maxLine || after.length > maxLine || before === after) return null
  const changes = diffArrays(words(before), words(after), { maxEditLength: maxEdits })
  if (changes === undefined) return null
  const marks = { before: [] as MarkedRange[], after: [] as MarkedRange[] }
  let oldAt = 0
  let newAt = 0
  let common = 0
  for (const { added, removed, value } of changes) {
    const length = value.reduce((sum, word) => sum + word.length, 0)
    if (removed) marks.before.push({ start: oldAt, end: oldAt + length })
    if (added) marks.after.push({ start: newAt, end: newAt + length })
    if (!added && !removed) common += value.reduce((sum, word) => sum + word.trim().length, 0)
    if (!added) oldAt += length
    if (!removed) newAt += length
  }
  const larger = Math.max(before.trim().length, after.trim().length)
  return larger > 0 && common >= larger * leastCommon ? marks : null
}

function words(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? []
}
