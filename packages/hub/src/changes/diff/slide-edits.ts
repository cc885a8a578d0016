import type { LineEdit } from './line-edits.ts'

/** How far an edit may be moved to where it reads best. Lines. */
const maxSlide = 100

/**
 * An insertion or deletion can often be shown in several ways: of `b }` inserted before `}`, either brace may be the new one. Each is moved
 * to where a reader would see a block begin: after an empty line and at low indentation (the idea behind git's `--indent-heuristic`).
 */
export function slideEdits(edits: readonly LineEdit[], before: readonly string[], after: readonly string[]): LineEdit[] {
  const result: LineEdit[] = []
  for (const [index, edit] of edits.entries()) {
    const pureInsertion = edit.oldStart === edit.oldEnd
    if (!pureInsertion && edit.newStart !== edit.newEnd) {
      result.push(edit)
      continue
    }
    const previous = result.at(-1)
    const next = edits[index + 1]
    const lines = pureInsertion ? after : before
    const [start, end] = pureInsertion ? [edit.newStart, edit.newEnd] : [edit.oldStart, edit.oldEnd]
    // One equal line stays between two edits, so that they remain separate.
    const floor = previous === undefined ? 0 : (pureInsertion ? previous.newEnd : previous.oldEnd) + 1
    const ceiling = next === undefined ? lines.length : (pureInsertion ? next.newStart : next.oldStart) - 1
    const by = bestSlide(lines, start, end, floor, ceiling)
    result.push({ oldStart: edit.oldStart + by, oldEnd: edit.oldEnd + by, newStart: edit.newStart + by, newEnd: edit.newEnd + by })
  }
  return result
}

function bestSlide(lines: readonly string[], start: number, end: number, floor: number, ceiling: number): number {
  let up = 0
  while (up < maxSlide && start - up > floor && lines[start - up - 1] === lines[end - up - 1]) up++
  let down = 0
  while (down < maxSlide && end + down < ceiling && lines[start + down] === lines[end + down]) down++
  let best = down
  let bestCost = Infinity
  for (let by = down; by >= -up; by--) {
    const cost = costOf(lines, start + by) + costOf(lines, end + by)
    if (cost < bestCost) {
      best = by
      bestCost = cost
    }
  }
  return best
}

/** The cost of a cut before this line: the deeper the indentation of what follows, the worse; a preceding empty line helps. */
function costOf(lines: readonly string[], at: number): number {
  if (at === 0 || at >= lines.length) return 0
  const line = lines[at] ?? ''
  if (isBlank(line)) return 60
  return Math.min(50, line.length - line.trimStart().length) * 2 + (isBlank(lines[at - 1] ?? '') ? 0 : 5)
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}
