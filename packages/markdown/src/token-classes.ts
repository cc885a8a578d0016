import { createCssVariablesTheme, type ThemedToken } from 'shiki/core'
import { escapeHtml } from './escape-html.ts'

const prefix = '--tok-'

/**
 * A theme without colors: every token gets the name of its kind, which becomes a class (`tok-keyword`).
 * The colors of both themes are in theme.css, so no style attribute is needed, which a strict CSP would reject.
 */
export const tokenTheme = createCssVariablesTheme({ name: 'portolan', variablePrefix: prefix, fontStyle: false })

/** Brackets and commas look like the text around them: a span for each would double the size of a JSON file. */
const plainKinds = new Set(['foreground', 'punctuation'])

/** Class of a token, or `null` for plain text. */
export function tokenClass(token: Pick<ThemedToken, 'color'>): string | null {
  const kind = /^var\(--tok-(?:token-)?([a-z-]+)\)$/.exec(token.color ?? '')?.[1]
  if (kind === undefined || plainKinds.has(kind)) return null
  return kind === 'string-expression' ? 'tok-string' : `tok-${kind}`
}

/** One line of tokens as HTML; neighbors of the same kind share a span. */
export function lineHtml(tokens: readonly ThemedToken[]): string {
  let html = ''
  for (const { className, text } of spansOf(tokens))
    html += className === null ? escapeHtml(text) : `<span class="${className}">${escapeHtml(text)}</span>`
  return html
}

/** Merges tokens of the same class; blank ones join their neighbor. */
export function spansOf(tokens: readonly ThemedToken[]): { className: string | null; text: string }[] {
  const spans: { className: string | null; text: string }[] = []
  for (const token of tokens) {
    const className = tokenClass(token)
    const last = spans.at(-1)
    if (last && (last.className === className || token.content.trim() === '')) last.text += token.content
    else spans.push({ className, text: token.content })
  }
  return spans
}
