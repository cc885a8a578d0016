import type { DiffBudget } from './diff-budget.ts'
import { type LineEdit, lineEdits, lineText, splitLines } from './line-edits.ts'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** As stored, bytes as characters, with its line feed if it has one. */
  readonly raw: string
  /** One-based line numbers; `null` where the line does not exist. */
  readonly oldNumber: number | null
  readonly newNumber: number | null
}

/** A run of changed lines with its context. */
export interface DiffHunk {
  /** One-based; 0 when there are no lines on that side. */
  readonly oldStart: number
  readonly oldLines: number
  readonly newStart: number
  readonly newLines: number
  /** The last preceding line that looks like a heading (of a function, a section), as git shows it. */
  readonly heading: string
  readonly lines: readonly DiffLine[]
}

export interface TextDiff {
  readonly hunks: readonly DiffHunk[]
  /** Total lines added and removed. */
  readonly added: number
  readonly removed: number
  readonly oldTotal: number
  readonly newTotal: number
}

export interface TextDiffOptions {
  /** Equal lines around a change. Default: 3. */
  readonly context?: number
  /** Default: a new one. */
  readonly budget?: DiffBudget
}

/** Compares two texts line by line. Exact for any bytes; the budget bounds the time. */
export function textDiff(before: Buffer, after: Buffer, options: TextDiffOptions = {}): TextDiff {
  const a = splitLines(before)
  const b = splitLines(after)
  const edits = lineEdits(a, b, options.budget)
  const context = options.context ?? 3
  let added = 0
  let removed = 0
  for (const edit of edits) {
    added += edit.newEnd - edit.newStart
    removed += edit.oldEnd - edit.oldStart
  }
  return {
    hunks: grouped(edits, context).map((group) => toHunk(group, a, b, context)),
    added,
    removed,
    oldTotal: a.length,
    newTotal: b.length,
  }
}

/** The text of a diff line for display, without its line ending. */
export function diffLineText(line: DiffLine): string {
  return lineText(line.raw)
}

/** Merges edits whose context overlaps into one hunk. */
function grouped(edits: readonly LineEdit[], context: number): LineEdit[][] {
  const groups: LineEdit[][] = []
  for (const edit of edits) {
    const last = groups.at(-1)
    const end = last?.at(-1)?.oldEnd
    if (last && end !== undefined && edit.oldStart - end <= 2 * context) last.push(edit)
    else groups.push([edit])
  }
  return groups
}

function toHunk(group: readonly LineEdit[], a: readonly string[], b: readonly string[], context: number): DiffHunk {
  const first = group[0] as LineEdit
  const last = group.at(-1) as LineEdit
  const lead = Math.min(context, first.oldStart, first.newStart)
  const oldFrom = first.oldStart - lead
  const newFrom = first.newStart - lead
  const oldTo = Math.min(a.length, last.oldEnd + context)
  const newTo = Math.min(b.length, last.newEnd + context)
  const lines: DiffLine[] = []
  let oldAt = oldFrom
  let newAt = newFrom
  const same = (until: number) => {
    for (; oldAt < until; oldAt++, newAt++) lines.push({ kind: 'same', raw: a[oldAt] ?? '', oldNumber: oldAt + 1, newNumber: newAt + 1 })
  }
  for (const edit of group) {
    same(edit.oldStart)
    for (; oldAt < edit.oldEnd; oldAt++) lines.push({ kind: 'removed', raw: a[oldAt] ?? '', oldNumber: oldAt + 1, newNumber: null })
    for (; newAt < edit.newEnd; newAt++) lines.push({ kind: 'added', raw: b[newAt] ?? '', oldNumber: null, newNumber: newAt + 1 })
  }
  same(oldTo)
  const oldLines = oldTo - oldFrom
  const newLines = newTo - newFrom
  return {
    oldStart: oldLines === 0 ? oldFrom : oldFrom + 1,
    oldLines,
    newStart: newLines === 0 ? newFrom : newFrom + 1,
    newLines,
    heading: headingBefore(a, oldFrom),
    lines,
  }
}

/** How far back to look for a heading. Lines. */
const headingReach = 2_000

/** The last preceding line that begins with a letter, `_` or `$`: git's default, at most 80 bytes of it. */
function headingBefore(lines: readonly string[], before: number): string {
  for (let at = before - 1; at >= Math.max(0, before - headingReach); at--) {
    const line = lines[at] ?? ''
    if (/^[A-Za-z_$]/.test(line)) return line.slice(0, 80).trimEnd()
  }
  return ''
}
