import { type Token, TemplateSyntaxError, tokenize } from '@portolan/chat-template'
import { escapeHtml } from './escape-html.ts'

const keywords = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'recursive', 'import', 'with', 'without', 'context'])
const constants = new Set(['true', 'false', 'none', 'True', 'False', 'None'])

/**
 * A chat template, highlighted by token. A template that cannot be parsed is not highlighted.
 * @returns one `<span class="line">` per line, joined by newlines; its text is the template's.
 */
export function highlightTemplate(source: string, { colors = true }: { colors?: boolean } = {}): string {
  const lines: string[] = ['']
  for (const { className, text } of colors ? spansOf(source) : [{ className: null, text: source }]) {
    text.split('\n').forEach((piece, index) => {
      if (index > 0) lines.push('')
      if (piece === '') return
      const html = escapeHtml(piece)
      lines[lines.length - 1] += className === null ? html : `<span class="${className}">${html}</span>`
    })
  }
  return lines.map((line) => `<span class="line">${line}</span>`).join('\n')
}

function spansOf(source: string): { className: string | null; text: string }[] {
  let tokens: Token[]
  try {
    tokens = tokenize(source)
  } catch (error) {
    if (!(error instanceof TemplateSyntaxError)) throw error
    return [{ className: null, text: source }]
  }
  let before: Token | undefined
  return tokens.map((token) => {
    const className = classOf(token, before)
    if (token.kind !== 'space') before = token
    return { className, text: token.text }
  })
}

function classOf({ kind, text }: Token, before: Token | undefined): string | null {
  switch (kind) {
    case 'comment':
      return 'tok-comment'
    case 'string':
      return 'tok-string'
    case 'integer':
    case 'float':
      return 'tok-constant'
    case 'statement-open':
    case 'statement-close':
    case 'output-open':
    case 'output-close':
    case 'raw-open':
    case 'raw-close':
      return 'tok-link'
    case 'name':
      if (before?.kind === 'statement-open' || keywords.has(text)) return 'tok-keyword'
      if (constants.has(text)) return 'tok-constant'
      return before?.kind === 'operator' && before.text === '|' ? 'tok-function' : null
    default:
      return null
  }
}
