import { closingSign, openingSign, type Token } from './tokens.ts'
import { isBlank, trimEnd, trimStart } from './whitespace.ts'

/**
 * A text token trimmed by its neighbors, as transformers sets Jinja up for chat templates: trim_blocks, lstrip_blocks, and one line
 * break at the end of the template dropped. Line breaks are as in the source.
 * @param before the token before it, `null` at the start of the template
 * @param after the token after it, `null` at the end
 */
export function trimText(text: string, before: Token | null, after: Token | null): string {
  const whole = after === null ? text.replace(/(?:\r\n|\r|\n)$/, '') : text
  const rest = afterTag(whole, before)
  const removed = whole.slice(0, whole.length - rest.length)
  // At the start of the template, or right after a line break that the previous tag removed.
  const atLineStart = before === null || /[\r\n]$/.test(removed)
  return after === null ? rest : beforeTag(rest, after, atLineStart)
}

function afterTag(text: string, before: Token | null): string {
  if (before === null || before.kind === 'text') return text
  const sign = closingSign(before)
  if (sign === '-') return trimStart(text)
  const trimsBlock = before.kind !== 'output-close' && before.kind !== 'raw-open' && sign !== '+'
  return trimsBlock ? text.replace(/^(?:\r\n|\r|\n)/, '') : text
}

function beforeTag(text: string, after: Token, atLineStart: boolean): string {
  const sign = openingSign(after)
  if (sign === '-') return trimEnd(text)
  if (sign === '+' || after.kind === 'output-open') return text
  const lineStart = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1
  if (lineStart === 0 && !atLineStart) return text
  return isBlank(text.slice(lineStart)) ? text.slice(0, lineStart) : text
}
