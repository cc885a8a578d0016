/**
 * Marks the placeholders in highlighted code: wraps each run of text in `<mark>` and keeps its colors.
 * @param html HTML whose text is `code`, with `<span>` as its only element
 */
export function markPlaceholders(html: string, code: string, placeholders: readonly string[]): string {
  const marked = new Uint8Array(code.length)
  for (const placeholder of placeholders) {
    if (placeholder === '') continue
    for (let at = code.indexOf(placeholder); at !== -1; at = code.indexOf(placeholder, at + placeholder.length))
      marked.fill(1, at, at + placeholder.length)
  }
  if (!marked.includes(1)) return html
  let offset = 0
  return html.replaceAll(/<[^>]*>|(?:&[^;]+;|[^<&])+/g, (piece) => (piece.startsWith('<') ? piece : markText(piece)))

  function markText(piece: string): string {
    let out = ''
    let open = false
    for (const [sign] of piece.matchAll(/&[^;]+;|[^&]/gs)) {
      const isMarked = marked[offset] === 1
      if (isMarked !== open) out += isMarked ? '<mark class="placeholder">' : '</mark>'
      open = isMarked
      out += sign
      offset++
    }
    return open ? `${out}</mark>` : out
  }
}
