/** The kinds of tokens. */
export type TokenKind =
  /** Text between tags, including whitespace that an adjacent tag will remove. */
  | 'text'
  /** From `{#` to `#}`. */
  | 'comment'
  /** `{%`, `{%-` or `{%+`. */
  | 'statement-open'
  /** `%}`, `-%}` or `+%}`. */
  | 'statement-close'
  /** `{{`, `{{-` or `{{+`. */
  | 'output-open'
  /** `}}` or `-}}`. */
  | 'output-close'
  /** The whole `{% raw %}` tag: what follows is text up to the next `raw-close`. */
  | 'raw-open'
  /** The whole `{% endraw %}` tag. */
  | 'raw-close'
  /** Whitespace inside a tag. */
  | 'space'
  /** A variable, a keyword, or the name of a statement, filter or test. */
  | 'name'
  | 'integer'
  | 'float'
  /** As written, including the quotes. */
  | 'string'
  /** Operators, brackets and punctuation. */
  | 'operator'

/** A token. The texts of all tokens, concatenated in order, are the source. */
export interface Token {
  readonly kind: TokenKind
  /** As written in the source. */
  readonly text: string
  /** Where it starts, in UTF-16 code units. */
  readonly start: number
  /** Where it ends, which is where the next token starts. */
  readonly end: number
}

/** `-` removes the whitespace on that side of a tag, `+` keeps what trim_blocks or lstrip_blocks would remove. */
export type Sign = '' | '-' | '+'

/** The sign after `{#`, `{%` or `{{`. */
export function openingSign(token: Token): Sign {
  return signOf(token.text[2])
}

/** The sign before `#}`, `%}` or `}}`. The sign in `{#-#}` is an opening sign. */
export function closingSign(token: Token): Sign {
  if (token.kind === 'comment') return splitComment(token.text).closing
  return signOf(token.text.at(-3))
}

/** A comment's signs and the text between them, byte for byte. */
export function splitComment(comment: string): { opening: Sign; text: string; closing: Sign } {
  const opening = signOf(comment[2])
  const inner = comment.slice(2 + opening.length, -2)
  const closing = signOf(inner.at(-1))
  return { opening, text: inner.slice(0, inner.length - closing.length), closing }
}

function signOf(character: string | undefined): Sign {
  return character === '-' || character === '+' ? character : ''
}
