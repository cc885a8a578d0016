import { diffArrays } from 'diff'
import { type DiffBudget, maxEditLength, newDiffBudget } from './diff-budget.ts'
import { slideEdits } from './slide-edits.ts'

/** Lines `[oldStart, oldEnd)` of the old text were replaced by `[newStart, newEnd)` of the new. Zero-based; either may be empty, but not both. */
export interface LineEdit {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
}

/**
 * Splits a text into lines, each with its line feed; the last may lack it. Bytes as characters (latin1), so that nothing is lost whatever
 * the encoding: {@link lineText} makes a line readable.
 */
export function splitLines(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  const lines: string[] = []
  for (let at = 0; at < text.length;) {
    const feed = text.indexOf('\n', at)
    const end = feed < 0 ? text.length : feed + 1
    lines.push(text.slice(at, end))
    at = end
  }
  return lines
}

/** A line of {@link splitLines} for display, without its line ending. Invalid UTF-8 becomes U+FFFD. */
export function lineText(line: string): string {
  return Buffer.from(line.endsWith('\n') ? line.slice(0, -1) : line, 'latin1').toString('utf8')
}

/**
 * The edits that turn one list of lines into the other, in order. Minimal while the budget lasts; always exact.
 */
export function lineEdits(before: readonly string[], after: readonly string[], budget: DiffBudget = newDiffBudget()): LineEdit[] {
  // Numbers compare faster than lines, and an array of them is small.
  const ids = new Map<string, number>()
  const number = (line: string): number => {
    const known = ids.get(line)
    if (known !== undefined) return known
    ids.set(line, ids.size)
    return ids.size - 1
  }
  const a = before.map(number)
  const b = after.map(number)
  const edits: LineEdit[] = []
  compare(a, b, { oldStart: 0, oldEnd: a.length, newStart: 0, newEnd: b.length }, budget, edits)
  return slideEdits(joined(edits), before, after)
}

function compare(a: readonly number[], b: readonly number[], range: LineEdit, budget: DiffBudget, edits: LineEdit[]): void {
  const gap = trimmed(a, b, range)
  if (gap.oldStart === gap.oldEnd && gap.newStart === gap.newEnd) return
  if (!haveCommon(a, b, gap)) {
    edits.push(gap)
    return
  }
  if (shortest(a, b, gap, budget, edits)) return
  const anchors = budget.steps > 0 ? uniqueCommon(a, b, gap) : []
  if (anchors.length === 0) {
    edits.push(gap)
    return
  }
  let { oldStart, newStart } = gap
  for (const [oldAt, newAt] of [...anchors, [gap.oldEnd, gap.newEnd] as const]) {
    compare(a, b, { oldStart, oldEnd: oldAt, newStart, newEnd: newAt }, budget, edits)
    oldStart = oldAt + 1
    newStart = newAt + 1
  }
}

function haveCommon(a: readonly number[], b: readonly number[], gap: LineEdit): boolean {
  const old = new Set<number>()
  for (let at = gap.oldStart; at < gap.oldEnd; at++) old.add(a[at] as number)
  for (let at = gap.newStart; at < gap.newEnd; at++) if (old.has(b[at] as number)) return true
  return false
}

function trimmed(a: readonly number[], b: readonly number[], range: LineEdit): LineEdit {
  let { oldStart, oldEnd, newStart, newEnd } = range
  while (oldStart < oldEnd && newStart < newEnd && a[oldStart] === b[newStart]) {
    oldStart++
    newStart++
  }
  while (oldStart < oldEnd && newStart < newEnd && a[oldEnd - 1] === b[newEnd - 1]) {
    oldEnd--
    newEnd--
  }
  return { oldStart, oldEnd, newStart, newEnd }
}

/** Finds the shortest edit script; returns false when it is longer than the limit. */
function shortest(a: readonly number[], b: readonly number[], gap: LineEdit, budget: DiffBudget, edits: LineEdit[]): boolean {
  const limit = Math.min(maxEditLength, Math.floor(Math.sqrt(Math.max(0, budget.steps))))
  // The minimum number of edits needed: do not start what cannot succeed.
  if (Math.abs(gap.oldEnd - gap.oldStart - (gap.newEnd - gap.newStart)) > limit) return false
  const changes = diffArrays(a.slice(gap.oldStart, gap.oldEnd), b.slice(gap.newStart, gap.newEnd), { maxEditLength: limit })
  if (changes === undefined) {
    budget.steps -= limit * limit
    return false
  }
  let oldAt = gap.oldStart
  let newAt = gap.newStart
  let length = 0
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      oldAt += count
      newAt += count
      continue
    }
    length += count
    edits.push({ oldStart: oldAt, oldEnd: oldAt + (removed ? count : 0), newStart: newAt, newEnd: newAt + (added ? count : 0) })
    if (removed) oldAt += count
    if (added) newAt += count
  }
  budget.steps -= length * length
  return true
}

/** Lines that are unique on both sides, as many as keep their order: patience diff, after Bram Cohen. */
function uniqueCommon(a: readonly number[], b: readonly number[], gap: LineEdit): (readonly [number, number])[] {
  const inOld = positions(a, gap.oldStart, gap.oldEnd)
  const inNew = positions(b, gap.newStart, gap.newEnd)
  const pairs: (readonly [number, number])[] = []
  for (const [id, oldAt] of inOld) {
    const newAt = inNew.get(id)
    if (oldAt >= 0 && newAt !== undefined && newAt >= 0) pairs.push([oldAt, newAt])
  }
  return longestRising(pairs)
}

/** The position of each number; -1 for those that occur twice. In the order of the list. */
function positions(list: readonly number[], start: number, end: number): Map<number, number> {
  const found = new Map<number, number>()
  for (let at = start; at < end; at++) {
    const id = list[at] as number
    found.set(id, found.has(id) ? -1 : at)
  }
  return found
}

/** The longest subsequence of the pairs whose second numbers increase; the first ones already do. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = []
  const previous = new Int32Array(pairs.length).fill(-1)
  for (const [index, [, value]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] as number]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    if (low > 0) previous[index] = ends[low - 1] as number
    ends[low] = index
  }
  const rising: (readonly [number, number])[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) rising.push(pairs[at] as readonly [number, number])
  return rising.reverse()
}

/** Merges adjacent edits. */
function joined(edits: readonly LineEdit[]): LineEdit[] {
  const result: LineEdit[] = []
  for (const edit of edits) {
    const last = result.at(-1)
    if (last && last.oldEnd === edit.oldStart && last.newEnd === edit.newStart)
      result[result.length - 1] = { ...last, oldEnd: edit.oldEnd, newEnd: edit.newEnd }
    else result.push(edit)
  }
  return result
}
