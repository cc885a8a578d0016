import { newDiffBudget } from './diff-budget.ts'
import { type LineEdit, lineEdits, splitLines } from './line-edits.ts'

/** What to do when both sides changed the same lines: give up, or keep the lines of both (for lists such as .gitattributes). */
export type TextMergeMode = 'strict' | 'union'

/**
 * Three-way merge of texts by lines, exact for any bytes. As in git, adjacent changes conflict: there must be a line between them.
 * @returns `null` when the sides changed the same lines in different ways
 */
export function mergeText(base: Buffer, ours: Buffer, theirs: Buffer, mode: TextMergeMode = 'strict'): Buffer | null {
  const o = splitLines(base)
  const a = splitLines(ours)
  const b = splitLines(theirs)
  const budget = newDiffBudget()
  const chunks = chunksOf(lineEdits(o, a, budget), lineEdits(o, b, budget))
  const merged: string[] = []
  let at = 0
  const shift = { ours: 0, theirs: 0 }
  for (const { start, end, byOurs, byTheirs } of chunks) {
    for (; at < start; at++) merged.push(o[at] ?? '')
    const our = a.slice(start + shift.ours, end + shift.ours + byOurs)
    const their = b.slice(start + shift.theirs, end + shift.theirs + byTheirs)
    const isOurs = chunkIs(our, o, start, end)
    const isTheirs = chunkIs(their, o, start, end)
    if (isTheirs || sameLines(our, their)) merged.push(...our)
    else if (isOurs) merged.push(...their)
    else if (mode === 'strict') return null
    else merged.push(...unionOf(our, their))
    shift.ours += byOurs
    shift.theirs += byTheirs
    at = end
  }
  for (; at < o.length; at++) merged.push(o[at] ?? '')
  return Buffer.from(merged.join(''), 'latin1')
}

/** Lines `[start, end)` of the base, and how many lines each side adds. */
interface Chunk {
  readonly start: number
  end: number
  byOurs: number
  byTheirs: number
}

function chunksOf(ours: readonly LineEdit[], theirs: readonly LineEdit[]): Chunk[] {
  const edits = [...ours.map((edit) => ({ edit, side: 'byOurs' as const })), ...theirs.map((edit) => ({ edit, side: 'byTheirs' as const }))]
  edits.sort((x, y) => x.edit.oldStart - y.edit.oldStart || x.edit.oldEnd - y.edit.oldEnd)
  const chunks: Chunk[] = []
  for (const { edit, side } of edits) {
    let chunk = chunks.at(-1)
    if (!chunk || edit.oldStart > chunk.end) chunks.push((chunk = { start: edit.oldStart, end: edit.oldEnd, byOurs: 0, byTheirs: 0 }))
    chunk.end = Math.max(chunk.end, edit.oldEnd)
    chunk[side] += edit.newEnd - edit.newStart - (edit.oldEnd - edit.oldStart)
  }
  return chunks
}

function chunkIs(lines: readonly string[], base: readonly string[], start: number, end: number): boolean {
  return lines.length === end - start && lines.every((line, i) => line === base[start + i])
}

function sameLines(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((line, i) => line === b[i])
}

/** Ours, then the additional lines of theirs. Lines are compared without their ending: the last line of a file may lack it. */
function unionOf(ours: readonly string[], theirs: readonly string[]): string[] {
  const known = new Set(ours.map((line) => line.trimEnd()))
  const more = theirs.filter((line) => !known.has(line.trimEnd()))
  const ended = ours.map((line) => (more.length > 0 && !line.endsWith('\n') ? `${line}\n` : line))
  return [...ended, ...more]
}
