import type { MarkedRange } from '@portolan/hub'

/**
 * Wraps ranges of the displayed text in `<span class="diff-mark">`. The HTML comes from the highlighter or is escaped text, so it contains only spans
 * and character references. A mark that crosses a span boundary is closed and reopened there.
 */
export function markRanges(html: string, ranges: readonly MarkedRange[]): string {
  if (ranges.length === 0) return html
  let result = ''
  let at = 0
  let next = 0
  let isOpen = false
  const close = () => {
    if (isOpen) result += '</span>'
    isOpen = false
  }
  for (const piece of html.match(/<[^>]*>|&[a-z0-9#]+;|[^]/gi) ?? []) {
    if (piece.startsWith('<') && piece.length > 1) {
      close()
      result += piece
      continue
    }
    while (next < ranges.length && at >= (ranges[next]?.end ?? 0)) {
      close()
      next++
    }
    const range = ranges[next]
    if (range && at >= range.start && !isOpen) {
      result += '<span class="diff-mark">'
      isOpen = true
    }
    result += piece
    at++
  }
  close()
  return result
}
