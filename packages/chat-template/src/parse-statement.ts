import type {
  AppliedFilter,
  Block,
  Body,
  CallBlock,
  Expression,
  For,
  FromImport,
  If,
  Import,
  ImportContext,
  Include,
  Macro,
  Parameter,
  SetStatement,
  SetBlock,
  Statement,
  With,
} from './ast.ts'
import { shown } from './errors.ts'
import { ExpressionParser, levels } from './parse-expression.ts'
import { verbatim } from './strings.ts'
import type { TokenCursor } from './token-cursor.ts'
import { splitComment, type Token } from './tokens.ts'
import { trimText } from './trim-text.ts'
import { isBlank, normalizeLineBreaks } from './whitespace.ts'

/**
 * Parses statements: those of Jinja 3.1, loop controls, `do`, and the `{% generation %}` of transformers. Text between tags is trimmed as
 * transformers configures it (trim_blocks, lstrip_blocks).
 */
export class StatementParser {
  readonly #cursor: TokenCursor
  readonly #expressions: ExpressionParser

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor
    this.#expressions = new ExpressionParser(cursor)
  }

  /** Everything up to the end of the template. */
  all(): Body {
    const body = this.#statements([])
    const tag = this.#cursor.peek(1)
    if (this.#cursor.peek() !== null)
      this.#cursor.fail('chat_template.misplaced_tag', `{% ${tag?.text ?? ''} %} belongs to no open block`, tag)
    return body
  }

  /** Statements up to one of these tags, or to a tag that closes an outer block; the delimiter before it is the next token. */
  #statements(ends: readonly string[]): Statement[] {
    const body: Statement[] = []
    for (let token = this.#cursor.peek(); token !== null; token = this.#cursor.peek()) {
      const name = token.kind === 'statement-open' && this.#cursor.at('name', undefined, 1) ? (this.#cursor.peek(1)?.text ?? '') : ''
      if (ends.includes(name) || closingTags.has(name)) break
      const statement = this.#statement(token)
      if (statement !== null) body.push(statement)
    }
    return body
  }

  #statement(token: Token): Statement | null {
    switch (token.kind) {
      case 'text':
        return this.#text(token)
      case 'comment':
        this.#cursor.skip()
        return { type: 'comment', ...splitComment(token.text) }
      case 'output-open': {
        this.#cursor.skip()
        const value = this.#expressions.tupleOrOne()
        this.#cursor.expect('output-close', undefined, '"}}"')
        return { type: 'output', value }
      }
      case 'statement-open': {
        this.#cursor.skip()
        const result = this.#tag(this.#cursor.expect('name', undefined, 'the name of a statement'))
        this.#closeTag()
        return result
      }
      case 'raw-open':
      case 'raw-close':
        this.#cursor.skip()
        return null
      default:
        return this.#cursor.unexpected('text or a tag')
    }
  }

  #text(token: Token): Statement | null {
    const before = this.#cursor.previous()
    this.#cursor.skip()
    const trimmed = trimText(token.text, before, this.#cursor.peek())
    if (trimmed === '') return null
    const value = normalizeLineBreaks(trimmed)
    return value === trimmed ? { type: 'text', value } : { type: 'text', value, verbatim: verbatim(trimmed) }
  }

  #tag(name: Token): Statement {
    switch (name.text) {
      case 'if':
        return this.#if(name)
      case 'for':
        return this.#for(name)
      case 'set':
        return this.#set(name)
      case 'macro':
        return this.#macro(name)
      case 'call':
        return this.#callBlock(name)
      case 'filter': {
        const filters = [this.#expressions.filter(), ...this.#filters()]
        return { type: 'filter-block', filters, body: this.#block(name) }
      }
      case 'break':
      case 'continue':
        return { type: name.text }
      case 'generation':
        return { type: 'generation', body: this.#block(name) }
      case 'with':
        return this.#with(name)
      case 'autoescape':
        return { type: 'autoescape', enabled: this.#expressions.expression(), body: this.#block(name) }
      case 'print':
        return { type: 'print', values: this.#printed() }
      case 'do':
        return { type: 'do', value: this.#expressions.tupleOrOne() }
      case 'block':
        return this.#templateBlock(name)
      case 'extends':
        return { type: 'extends', template: this.#expressions.expression() }
      case 'include':
        return this.#include()
      case 'import':
        return this.#import()
      case 'from':
        return this.#fromImport()
      default:
        return this.#cursor.fail('chat_template.unknown_tag', `no statement is called ${shown(name.text)}`, name)
    }
  }

  /** A body and the tag that closes it, except for its delimiter. */
  #block(opener: Token): Body {
    const body = this.#body(opener, `end${opener.text}`)
    this.#cursor.skip()
    return body
  }

  /** The rest of a tag, and statements up to one of these tags, whose name is the next token. */
  #body(opener: Token, ...ends: readonly string[]): Body {
    // Jinja allows a colon here, Python style.
    this.#cursor.takeOperator(':')
    this.#closeTag()
    const body = this.#cursor.nested(() => this.#statements(ends))
    const tag = this.#cursor.peek(1)
    if (this.#cursor.peek() === null) this.#cursor.fail('chat_template.unclosed_block', `{% ${opener.text} %} is never closed`, opener)
    if (!ends.includes(tag?.text ?? ''))
      this.#cursor.fail(
        'chat_template.misplaced_tag',
        `{% ${tag?.text ?? ''} %} where {% ${opener.text} %} is open, which ${ends.map((end) => `{% ${end} %}`).join(' or ')} continues`,
        tag,
      )
    this.#cursor.skip()
    return body
  }

  #closeTag(): void {
    this.#cursor.expect('statement-close', undefined, '"%}"')
  }

  #if(opener: Token): If {
    const branches = []
    do {
      const test = this.#expressions.tupleOrOne()
      branches.push({ test, body: this.#body(opener, 'elif', 'else', 'endif') })
    } while (this.#cursor.takeName('elif'))
    return { type: 'if', branches, otherwise: this.#otherwise(opener, 'endif') }
  }

  /** The `else` of a block and the end of the block. */
  #otherwise(opener: Token, end: string): Body {
    const body = this.#cursor.takeName('else') ? this.#body(opener, end) : []
    this.#cursor.skip()
    return body
  }

  #for(opener: Token): For {
    const target = this.#target({ ends: ['in'] })
    this.#cursor.expect('name', 'in', '"in"')
    let iterable = this.#expressions.tupleOrOne(() => this.#expressions.operators(levels.or), 'recursive')
    let test = this.#cursor.takeName('if') ? this.#expressions.expression() : null
    if (test !== null && this.#cursor.takeName('else')) {
      // In @huggingface/jinja, `a if b else c` needs no parentheses here.
      iterable = { type: 'conditional', value: iterable, test, otherwise: this.#expressions.expression() }
      test = null
    }
    const recursive = this.#cursor.takeName('recursive')
    const body = this.#body(opener, 'else', 'endfor')
    return { type: 'for', target, iterable, test, recursive, body, otherwise: this.#otherwise(opener, 'endfor') }
  }

  #set(opener: Token): SetStatement | SetBlock {
    const target = this.#target({ attributes: true })
    if (this.#cursor.takeOperator('=')) return { type: 'set', target, value: this.#expressions.tupleOrOne() }
    const filters = this.#filters()
    return { type: 'set-block', target, filters, body: this.#block(opener) }
  }

  #filters(): AppliedFilter[] {
    const filters = []
    while (this.#cursor.takeOperator('|')) filters.push(this.#expressions.filter())
    return filters
  }

  /**
   * An assignment target: a name or a tuple of names.
   * @param attributes whether `namespace.name` is allowed in it, outside parentheses
   */
  #target({ ends = [], attributes = false }: { ends?: readonly string[]; attributes?: boolean }): Expression {
    const start = this.#cursor.peek()
    const target = this.#expressions.tupleOrOne(() => this.#targetPart(attributes), ...ends)
    if (!isTarget(target, attributes)) this.#cursor.fail('chat_template.invalid_target', 'nothing can be assigned to this', start)
    return target
  }

  #targetPart(attributes: boolean): Expression {
    const object = this.#expressions.primary()
    if (!attributes || object.type !== 'name' || !this.#cursor.takeOperator('.')) return object
    return { type: 'attribute', object, name: this.#cursor.expect('name', undefined, 'a name').text }
  }

  #macro(opener: Token): Macro {
    const name = this.#name('the name of the macro')
    return { type: 'macro', name, parameters: this.#parameters(), body: this.#block(opener) }
  }

  #callBlock(opener: Token): CallBlock {
    const parameters = this.#cursor.atOperator('(') ? this.#parameters() : []
    const start = this.#cursor.peek()
    const call = this.#expressions.expression()
    if (call.type !== 'call') return this.#cursor.fail('chat_template.unexpected_token', 'a call is expected', start)
    return { type: 'call-block', parameters, call, body: this.#block(opener) }
  }

  #parameters(): Parameter[] {
    this.#cursor.expectOperator('(')
    const parameters: Parameter[] = []
    const names = new Set<string>()
    let hasFallback = false
    while (!this.#cursor.atOperator(')')) {
      const start = this.#cursor.peek()
      const name = this.#name('the name of a parameter')
      const fallback = this.#cursor.takeOperator('=') ? this.#expressions.expression() : null
      if (names.has(name)) this.#cursor.fail('chat_template.invalid_arguments', `a second parameter ${shown(name)}`, start)
      if (hasFallback && fallback === null)
        this.#cursor.fail('chat_template.invalid_arguments', 'a parameter without a default behind one with a default', start)
      hasFallback = fallback !== null
      names.add(name)
      parameters.push({ name, fallback })
      if (!this.#cursor.takeOperator(',')) break
    }
    this.#cursor.expectOperator(')')
    return parameters
  }

  #with(opener: Token): With {
    const bindings = []
    while (!this.#cursor.at('statement-close') && !this.#cursor.atOperator(':')) {
      if (bindings.length > 0) this.#cursor.expectOperator(',')
      const target = this.#target({})
      this.#cursor.expectOperator('=')
      bindings.push({ target, value: this.#expressions.expression() })
    }
    return { type: 'with', bindings, body: this.#block(opener) }
  }

  #printed(): Expression[] {
    const values: Expression[] = []
    while (!this.#cursor.at('statement-close')) {
      if (values.length > 0) this.#cursor.expectOperator(',')
      values.push(this.#expressions.expression())
    }
    return values
  }

  #templateBlock(opener: Token): Block {
    const name = this.#name('the name of the block')
    const scoped = this.#cursor.takeName('scoped')
    const required = this.#cursor.takeName('required')
    const body = this.#block(opener)
    this.#cursor.takeName(name)
    if (!required) return { type: 'block', name, scoped, required, body }
    // A required block is never rendered: Jinja allows only whitespace and comments in it, and the whitespace serves no purpose.
    if (body.some((statement) => statement.type !== 'comment' && !(statement.type === 'text' && isBlank(statement.value))))
      this.#cursor.fail('chat_template.unexpected_token', 'a required block holds nothing but comments', opener)
    return { type: 'block', name, scoped, required, body: body.filter(({ type }) => type === 'comment') }
  }

  #include(): Include {
    const template = this.#expressions.expression()
    const ignoreMissing = this.#cursor.atName('ignore') && this.#cursor.at('name', 'missing', 1)
    if (ignoreMissing) this.#cursor.skip(2)
    return { type: 'include', template, ignoreMissing, context: this.#context() }
  }

  #import(): Import {
    const template = this.#expressions.expression()
    this.#cursor.expect('name', 'as', '"as"')
    return { type: 'import', template, name: this.#name('a name'), context: this.#context() }
  }

  #fromImport(): FromImport {
    const template = this.#expressions.expression()
    this.#cursor.expect('name', 'import', '"import"')
    const names: { name: string; alias: string | null }[] = []
    let context: ImportContext
    for (;;) {
      // A comma may precede the context.
      context = names.length > 0 ? this.#context() : null
      if (context !== null) break
      const name = this.#name('a name')
      names.push({ name, alias: this.#cursor.takeName('as') ? this.#name('a name') : null })
      context = this.#context()
      if (context !== null || !this.#cursor.takeOperator(',')) break
    }
    return { type: 'from-import', template, names, context }
  }

  #context(): ImportContext {
    const token = this.#cursor.peek()
    const written = token?.kind === 'name' && (token.text === 'with' || token.text === 'without') ? token.text : null
    if (written === null || !this.#cursor.at('name', 'context', 1)) return null
    this.#cursor.skip(2)
    return written
  }

  #name(wanted: string): string {
    return this.#cursor.expect('name', undefined, wanted).text
  }
}

/** Tags that only end or continue a block. */
const closingTags: ReadonlySet<string> = new Set([
  'elif',
  'else',
  'endif',
  'endfor',
  'endset',
  'endmacro',
  'endcall',
  'endfilter',
  'endgeneration',
  'endwith',
  'endautoescape',
  'endblock',
])
const constants: ReadonlySet<string> = new Set(['true', 'True', 'false', 'False', 'none', 'None'])

function isTarget(target: Expression, attributes: boolean): boolean {
  if (target.type === 'name') return !constants.has(target.name)
  if (target.type === 'attribute') return attributes
  // Inside parentheses, Jinja treats an attribute as a value.
  return target.type === 'tuple' && target.items.every((item) => isTarget(item, attributes && item.type === 'attribute'))
}
