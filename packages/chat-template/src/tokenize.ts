import { TemplateSyntaxError, shown, type TemplateErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { endOfNumber } from './numbers.ts'
import type { Token, TokenKind } from './tokens.ts'
import { endOfSpaces, pythonSpace } from './whitespace.ts'

/**
 * Splits a template into tokens as Jinja 3.1 does (src/jinja2/lexer.py; delimiters of the default environment, no line statements). Lossless:
 * the tokens' texts, concatenated, are the source. Takes time linear in the length of the source.
 * @throws {TemplateSyntaxError} where Jinja's lexer rejects the template; whether it makes sense is up to `parseTemplate`
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  let offset = 0

  const push = (kind: TokenKind, end: number): void => {
    if (end > offset) tokens.push({ kind, text: source.slice(offset, end), start: offset, end })
    offset = end
  }
  const fail = (code: TemplateErrorCode, problem: string, at = offset): never => {
    throw new TemplateSyntaxError(code, problem, source, at)
  }

  const readRaw = (openEnd: number): void => {
    const start = offset
    push('raw-open', openEnd)
    const close = findRawClose(source, offset)
    if (!close) return fail('chat_template.unterminated_raw', '{% raw %} has no {% endraw %}', start)
    push('text', close.start)
    push('raw-close', close.end)
  }

  const readTag = (kind: 'statement' | 'output'): void => {
    const start = offset
    push(`${kind}-open`, offset + (isSign(source[offset + 2]) ? 3 : 2))
    const brackets: string[] = []
    while (offset < source.length) {
      const close = brackets.length === 0 ? endOfClose(source, offset, kind) : offset
      if (close > offset) return push(`${kind}-close`, close)
      const spaces = endOfSpaces(source, offset)
      if (spaces > offset) push('space', spaces)
      else readToken(brackets)
    }
    return fail('chat_template.unterminated_tag', `this ${kind === 'output' ? '{{' : '{%'} is never closed`, start)
  }

  const readToken = (brackets: string[]): void => {
    const character = source[offset] ?? ''
    const number = endOfNumber(source, offset)
    if (number) return push(number.kind, number.end)
    name.lastIndex = offset
    if (name.test(source)) return push('name', name.lastIndex)
    if (character === '"' || character === "'") return push('string', endOfString(source, offset, fail))
    const operator = operators.find((candidate) => source.startsWith(candidate, offset))
    if (operator === undefined)
      return fail('chat_template.unexpected_character', `unexpected ${shown(String.fromCodePoint(source.codePointAt(offset) ?? 0))}`)
    const closing = closingBrackets[operator]
    if (closing !== undefined) {
      if (brackets.length >= limits.nesting) fail('chat_template.nested_too_deep', `more than ${limits.nesting} brackets within each other`)
      brackets.push(closing)
    } else if (operator === ')' || operator === ']' || operator === '}') {
      const expected = brackets.pop()
      if (expected !== operator)
        fail('chat_template.unbalanced_bracket', `unexpected "${operator}"${expected === undefined ? '' : `, expected "${expected}"`}`)
    }
    push('operator', offset + operator.length)
  }

  while (offset < source.length) {
    const tag = findTag(source, offset)
    push('text', tag)
    if (offset === source.length) break
    const second = source[offset + 1]
    if (second === '#') {
      const end = source.indexOf('#}', offset + 2)
      if (end < 0) fail('chat_template.unterminated_comment', 'this {# is never closed')
      push('comment', end + 2)
    } else if (second === '{') {
      readTag('output')
    } else {
      rawOpen.lastIndex = offset
      if (rawOpen.test(source)) readRaw(rawOpen.lastIndex)
      else readTag('statement')
    }
  }
  return tokens
}

// Letters and digits of all scripts, as in Python.
const name = /[\p{XID_Start}_]\p{XID_Continue}*/uy
// Longest first. `;` is not part of any template, but it is a Jinja operator: the parser rejects it.
const operators = '// ** == != >= <= + - / * % ~ [ ] ( ) { } > < = . : | , ;'.split(' ')
const backslash = '\\'.charCodeAt(0)
const closingBrackets: Readonly<Record<string, string | undefined>> = { '(': ')', '[': ']', '{': '}' }
// Only `-` may precede the end of {% raw %}, unlike for other tags.
const rawOpen = new RegExp(String.raw`\{%[-+]?${pythonSpace}*raw${pythonSpace}*-?%\}`, 'y')
const rawClose = new RegExp(String.raw`\{%[-+]?${pythonSpace}*endraw${pythonSpace}*[-+]?%\}`, 'y')

function isSign(character: string | undefined): boolean {
  return character === '-' || character === '+'
}

/** Where the next `{{`, `{%` or `{#` starts, or the end. */
function findTag(source: string, start: number): number {
  for (let at = source.indexOf('{', start); at >= 0; at = source.indexOf('{', at + 1)) {
    const second = source[at + 1]
    if (second === '{' || second === '%' || second === '#') return at
  }
  return source.length
}

function findRawClose(source: string, start: number): { start: number; end: number } | null {
  for (let at = source.indexOf('{%', start); at >= 0; at = source.indexOf('{%', at + 2)) {
    rawClose.lastIndex = at
    if (rawClose.test(source)) return { start: at, end: rawClose.lastIndex }
  }
  return null
}

/** Where the delimiter that closes the tag at this position ends; the position itself if none does. */
function endOfClose(source: string, at: number, kind: 'statement' | 'output'): number {
  const delimiter = kind === 'output' ? '}}' : '%}'
  if (source.startsWith(delimiter, at)) return at + 2
  const signed = source[at] === '-' || (source[at] === '+' && kind === 'statement')
  return signed && source.startsWith(delimiter, at + 1) ? at + 3 : at
}

function endOfString(source: string, start: number, fail: (code: TemplateErrorCode, problem: string) => never): number {
  const quote = source.charCodeAt(start)
  for (let at = start + 1; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at++
  }
  return fail('chat_template.unterminated_string', 'this string is never closed')
}
