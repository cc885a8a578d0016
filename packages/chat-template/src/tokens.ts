/** What a piece of a template is. */
export type TokenKind =
  /** What stands between tags, whitespace included that a tag beside it will remove. */
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
  /** The whole of `{% raw %}`: what follows is text up to the next `raw-close`. */
  | 'raw-open'
  /** The whole of `{% endraw %}`. */
  | 'raw-close'
  /** Whitespace inside a tag. */
  | 'space'
  /** A variable, a keyword, the name of a statement, filter or test. */
  | 'name'
  | 'integer'
  | 'float'
  /** With its quotes, as written. */
  | 'string'
  /** Operators, brackets and punctuation. */
  | 'operator'

/** A piece of a template. All of them in order, their texts put together, are the source. */
export interface Token {
  readonly kind: TokenKind
  /** As it stands in the source. */
  readonly text: string
  /** Where it begins, in UTF-16 code units. */
  readonly start: number
  /** Where it ends: the place of what follows. */
  readonly end: number
}

/** `-` removes the whitespace on that side of a tag, `+` keeps what trim_blocks or lstrip_blocks would remove. */
export type Sign = '' | '-' | '+'

/** The sign behind `{#`, `{%` or `{{`. */
export function openingSign(token: Token): Sign {
  return signOf(token.text[2])
}

/** The sign before `#}`, `%}` or `}}`. The one of `{#-#}` is an opening sign. */
export function closingSign(token: Token): Sign {
  if (token.kind === 'comment') return splitComment(token.text).closing
  return signOf(token.text.at(-3))
}

/** A comment's signs and what stands between them, byte for byte. */
export function splitComment(comment: string): { opening: Sign; text: string; closing: Sign } {
  const opening = signOf(comment[2])
  const inner = comment.slice(2 + opening.length, -2)
  const closing = signOf(inner.at(-1))
  return { opening, text: inner.slice(0, inner.length - closing.length), closing }
}

function signOf(character: string | undefined): Sign {
  return character === '-' || character === '+' ? character : ''
}
