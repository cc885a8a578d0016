import type { DiffFileView, DiffHunkView, DiffLineView } from '@portolan/pages'
import { markRanges } from './mark-ranges.server.ts'

export type DiffLayout = 'unified' | 'split'

type Hunks = Extract<DiffFileView['body'], { kind: 'hunks' }>['hunks']

/**
 * Renders the changed lines of a file as a table. Built as a string, not with React: thousands of rows would be sent twice and cost the browser a
 * second.
 * @param anchor prefix of each line's id: `…L12` in the old file, `…R12` in the new one
 */
export function hunksHtml(hunks: Hunks, layout: DiffLayout, anchor: string): string {
  const rows = hunks.map((hunk) => headHtml(hunk, layout) + (layout === 'split' ? splitRows(hunk, anchor) : unifiedRows(hunk, anchor)))
  // The first row spans all columns, so only these elements set the column widths.
  const columns = `<colgroup>${(layout === 'split' ? ['number', 'code', 'number', 'code'] : ['number', 'number', 'code']).map((of) => `<col class="diff-${of}-column">`).join('')}</colgroup>`
  return `<table class="diff-table is-${layout}">${columns}<tbody>${rows.join('')}</tbody></table>`
}

function headHtml(hunk: DiffHunkView, layout: DiffLayout): string {
  const text = `@@ −${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@ ${hunk.heading}`
  return `<tr class="diff-hunk"><td colspan="${layout === 'split' ? 4 : 3}">${escaped(text.trim())}</td></tr>`
}

function unifiedRows(hunk: DiffHunkView, anchor: string): string {
  return hunk.lines
    .map((line) => {
      const id = line.new === null ? `${anchor}L${line.old}` : `${anchor}R${line.new}`
      return `<tr id="${id}" class="is-${line.kind}">${numberCell(line.old, id)}${numberCell(line.new, id)}${codeCell(line)}</tr>`
    })
    .join('')
}

/** Places removed lines next to the added lines that follow them. */
function splitRows(hunk: DiffHunkView, anchor: string): string {
  let html = ''
  const { lines } = hunk
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as DiffLineView
    if (line.kind === 'same') {
      html += pairHtml(line, line, anchor)
      at++
      continue
    }
    const removed: DiffLineView[] = []
    const added: DiffLineView[] = []
    for (; lines[at]?.kind === 'removed'; at++) removed.push(lines[at] as DiffLineView)
    for (; lines[at]?.kind === 'added'; at++) added.push(lines[at] as DiffLineView)
    for (let i = 0; i < Math.max(removed.length, added.length); i++) html += pairHtml(removed[i], added[i], anchor)
  }
  return html
}

function pairHtml(old: DiffLineView | undefined, now: DiffLineView | undefined, anchor: string): string {
  const id = now ? `${anchor}R${now.new}` : `${anchor}L${old?.old}`
  const side = (line: DiffLineView | undefined, number: number | null | undefined) =>
    line
      ? numberCell(number ?? null, id, line.kind) + codeCell(line)
      : '<td class="diff-number is-absent"></td><td class="diff-code is-absent"></td>'
  return `<tr id="${id}">${side(old, old?.old)}${side(now, now?.new)}</tr>`
}

function numberCell(number: number | null, id: string, kind?: string): string {
  const look = `diff-number${kind === undefined ? '' : ` is-${kind}`}`
  // Not in the tab order: a page has thousands of them.
  return number === null ? `<td class="${look}"></td>` : `<td class="${look}"><a href="#${id}" tabindex="-1">${number}</a></td>`
}

function codeCell(line: DiffLineView): string {
  const html = markRanges(line.html ?? escaped(line.text), line.marks)
  const end = line.endsWithout ? ' <span class="diff-no-end">no line feed at the end</span>' : ''
  return `<td class="diff-code is-${line.kind}">${html}${end}</td>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
