/** Everything that can be wrong with a template. Codes are stable; messages are for people. */
export type TemplateErrorCode =
  /** A character that is not valid in any expression: `$`, `?`, a lone `!`. */
  | 'chat_template.unexpected_character'
  /** A string without its closing quote. */
  | 'chat_template.unterminated_string'
  /** A comment without `#}`. */
  | 'chat_template.unterminated_comment'
  /** `{% raw %}` without `{% endraw %}`. */
  | 'chat_template.unterminated_raw'
  /** The template ends inside `{{` or `{%`. */
  | 'chat_template.unterminated_tag'
  /** A closing bracket that has no opening bracket, or the wrong kind of bracket. */
  | 'chat_template.unbalanced_bracket'
  /** `\x`, `\u` or `\U` without the digits it needs, or `\N{…}`, since no list of Unicode names is available. */
  | 'chat_template.invalid_escape'
  /** Something other than what the grammar expects here. */
  | 'chat_template.unexpected_token'
  /** `{% name %}` where no such statement exists. */
  | 'chat_template.unknown_tag'
  /** A tag such as `{% else %}` or `{% endfor %}` outside its block. */
  | 'chat_template.misplaced_tag'
  /** A block that is never closed. The position is that of the opening tag. */
  | 'chat_template.unclosed_block'
  /** Not a valid assignment target. */
  | 'chat_template.invalid_target'
  /** Arguments or parameters in an order, or with a name, that Jinja rejects. */
  | 'chat_template.invalid_arguments'
  /** Blocks, brackets or operators nested deeper than {@link limits} allow. */
  | 'chat_template.nested_too_deep'

/** A position in a source. */
export interface Position {
  /** In UTF-16 code units, from 0. */
  readonly offset: number
  /** From 1. Lines end with `\n`, `\r\n` or `\r`, as in Jinja. */
  readonly line: number
  /** In UTF-16 code units, from 1. */
  readonly column: number
}

/** The only error thrown when reading a template. */
export class TemplateSyntaxError extends Error implements Position {
  override readonly name = 'TemplateSyntaxError'
  readonly code: TemplateErrorCode
  readonly offset: number
  readonly line: number
  readonly column: number

  /** @param problem what is wrong, without the position, which is appended to the message */
  constructor(code: TemplateErrorCode, problem: string, source: string, offset: number) {
    const position = positionAt(source, offset)
    super(`${problem} (line ${position.line}, column ${position.column})`)
    this.code = code
    this.offset = position.offset
    this.line = position.line
    this.column = position.column
  }
}

/** Line and column of an offset; an offset past the end counts as the end. */
export function positionAt(source: string, offset: number): Position {
  const end = Math.min(offset, source.length)
  let line = 1
  let lineStart = 0
  for (let at = 0; at < end; at++) {
    const code = source.charCodeAt(at)
    if (code !== lineFeed && (code !== carriageReturn || source.charCodeAt(at + 1) === lineFeed)) continue
    line++
    lineStart = at + 1
  }
  return { offset: end, line, column: end - lineStart + 1 }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** A piece of a template for use in a message: short, and without characters that affect how the rest of the message is displayed. */
export function shown(piece: string): string {
  const short = piece.length > 40 ? `${piece.slice(0, 40)}…` : piece
  return JSON.stringify(short).replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
