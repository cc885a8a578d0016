import { intralineMarks, type MarkedRange } from './intraline.ts'
import { diffLineText, type DiffLine } from './text-diff.ts'

/** What differs within lines: the index of a line, and the parts of it. */
export type LineMarks = readonly (readonly [line: number, ranges: readonly MarkedRange[]])[]

/**
 * Removed lines and the added ones that follow, paired in order, with what differs in each pair.
 * @param room.pairs how many may be looked into; counted down
 */
export function markedPairs(lines: readonly DiffLine[], room: { pairs: number }): LineMarks {
  const marks: [number, readonly MarkedRange[]][] = []
  const text = (at: number) => diffLineText(lines[at] as DiffLine).replace(/\r$/, '')
  for (let at = 0; at < lines.length;) {
    if (lines[at]?.kind !== 'removed') {
      at++
      continue
    }
    let middle = at
    while (lines[middle]?.kind === 'removed') middle++
    let end = middle
    while (lines[end]?.kind === 'added') end++
    for (let pair = 0; pair < Math.min(middle - at, end - middle) && room.pairs > 0; pair++) {
      room.pairs--
      const found = intralineMarks(text(at + pair), text(middle + pair))
      if (found) marks.push([at + pair, found.before], [middle + pair, found.after])
    }
    at = end
  }
  return marks
}
