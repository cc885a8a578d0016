import { TemplateSyntaxError, shown, type TemplateErrorCode } from './errors.ts'
import { limits } from './limits.ts'
import { tokenize } from './tokenize.ts'
import type { Token, TokenKind } from './tokens.ts'

/** A parser's position in a template. Whitespace inside tags is skipped. */
export class TokenCursor {
  readonly source: string
  readonly #tokens: readonly Token[]
  #index = 0
  #nesting = 0

  constructor(source: string) {
    this.source = source
    this.#tokens = tokenize(source).filter(({ kind }) => kind !== 'space')
  }

  /** The next token, or one further ahead; `null` past the last one. */
  peek(ahead = 0): Token | null {
    return this.#tokens[this.#index + ahead] ?? null
  }

  /** The token before the next one; `null` at the start. */
  previous(): Token | null {
    return this.#tokens[this.#index - 1] ?? null
  }

  skip(count = 1): void {
    this.#index += count
  }

  /** Whether the next token has this kind and text. */
  at(kind: TokenKind, text?: string, ahead = 0): boolean {
    const token = this.peek(ahead)
    return token !== null && token.kind === kind && (text === undefined || token.text === text)
  }

  atOperator(text: string): boolean {
    return this.at('operator', text)
  }

  atName(text: string): boolean {
    return this.at('name', text)
  }

  /** Consumes the next token if it is this one. */
  take(kind: TokenKind, text?: string): Token | null {
    if (!this.at(kind, text)) return null
    const token = this.peek()
    this.skip()
    return token
  }

  takeOperator(text: string): boolean {
    return this.take('operator', text) !== null
  }

  takeName(text: string): boolean {
    return this.take('name', text) !== null
  }

  /** @throws {TemplateSyntaxError} `chat_template.unexpected_token` if anything else comes next */
  expect(kind: TokenKind, text: string | undefined, wanted: string): Token {
    return this.take(kind, text) ?? this.unexpected(wanted)
  }

  expectOperator(text: string): void {
    this.expect('operator', text, `"${text}"`)
  }

  unexpected(wanted: string): never {
    const token = this.peek()
    if (token === null) return this.fail('chat_template.unexpected_token', `the template ends where ${wanted} is expected`)
    return this.fail('chat_template.unexpected_token', `unexpected ${shown(token.text)}, expected ${wanted}`)
  }

  /** @param at the token to point at; by default the next one, or the end */
  fail(code: TemplateErrorCode, problem: string, at: Token | null = this.peek()): never {
    throw new TemplateSyntaxError(code, problem, this.source, at?.start ?? this.source.length)
  }

  /** Parses one nesting level deeper. */
  nested<T>(read: () => T): T {
    if (this.#nesting >= limits.nesting) this.fail('chat_template.nested_too_deep', `nested more than ${limits.nesting} levels deep`)
    this.#nesting++
    const result = read()
    this.#nesting--
    return result
  }
}
