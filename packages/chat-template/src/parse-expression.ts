import type { AppliedFilter, Argument, Binary, CompareOperator, Concat, Expression, Slice, Subscript, Test } from './ast.ts'
import { limits } from './limits.ts'
import { quote, readString } from './strings.ts'
import type { TokenCursor } from './token-cursor.ts'

/**
 * Parses expressions as Jinja 3.1 does (src/jinja2/parser.py), plus two forms that only `@huggingface/jinja` allows: a conditional where Jinja
 * expects none (`{% if a if b else c %}`), and a test after a test (`a is b is c`). They are printed with the parentheses that Jinja needs.
 */
export class ExpressionParser {
  readonly #cursor: TokenCursor
  /** Heights of the trees parsed so far; anything missing has height one. */
  readonly #heights = new WeakMap<object, number>()
  /** The contents of the last parentheses. */
  #lastGroup: Expression | null = null

  constructor(cursor: TokenCursor) {
    this.#cursor = cursor
  }

  /** A whole expression: `a if b else c`. */
  expression(): Expression {
    let result = this.operators(1)
    while (this.#cursor.takeName('if')) {
      const test = this.operators(1)
      const otherwise = this.#cursor.takeName('else') ? this.#cursor.nested(() => this.expression()) : null
      result = this.#built({ type: 'conditional', value: result, test, otherwise }, [result, test, otherwise])
    }
    return result
  }

  /**
   * One expression, or a tuple without parentheses.
   * @param read parses one of them
   * @param ends names that may follow a comma, besides the end of the tag
   */
  tupleOrOne(read: () => Expression = () => this.expression(), ...ends: readonly string[]): Expression {
    const first = read()
    if (!this.#cursor.atOperator(',')) return first
    const items = [first]
    while (this.#cursor.takeOperator(',')) {
      const next = this.#cursor.peek()
      const ended =
        next === null || next.kind === 'statement-close' || next.kind === 'output-close' || next.text === ')' || next.text === '='
      if (ended || (next.kind === 'name' && ends.includes(next.text))) break
      items.push(read())
    }
    return this.#built({ type: 'tuple', items }, items)
  }

  /** Operators that bind at least as tightly as this level; see {@link binaryLevels}. */
  operators(level: number): Expression {
    let left = level <= levels.not && this.#cursor.atName('not') ? this.#not() : this.#signed(true)
    for (;;) {
      const token = this.#cursor.peek()
      const operator = token?.kind === 'name' || token?.kind === 'operator' ? token.text : ''
      const own = Object.hasOwn(binaryLevels, operator) ? binaryLevels[operator as keyof typeof binaryLevels] : null
      if (own !== null && own >= level) {
        this.#cursor.skip()
        const right = this.operators(own + 1)
        left = this.#built({ type: 'binary', operator: operator as Binary['operator'], left, right: this.#asWritten(right, own) }, [
          left,
          right,
        ])
      } else if (operator === '~' && level <= levels.concat) {
        left = this.#concat(left)
      } else if (level <= levels.compare && this.#compareOperator() !== null) {
        left = this.#compare(left)
      } else {
        return left
      }
    }
  }

  #not(): Expression {
    this.#cursor.skip()
    const operand = this.#cursor.nested(() => this.operators(levels.not))
    return this.#built({ type: 'unary', operator: 'not', operand }, [operand])
  }

  #concat(first: Expression): Concat {
    const operands = [first]
    while (this.#cursor.takeOperator('~')) operands.push(this.operators(levels.concat + 1))
    return this.#built({ type: 'concat', operands }, operands)
  }

  /** Records where a `~` follows `+` or `-` without parentheses. */
  #asWritten(right: Expression, level: number): Expression {
    if (level !== levels.sum || right.type !== 'concat' || right === this.#lastGroup) return right
    return this.#built({ ...right, bare: true }, right.operands)
  }

  #compareOperator(): CompareOperator | null {
    if (this.#cursor.atName('in')) return 'in'
    if (this.#cursor.atName('not') && this.#cursor.at('name', 'in', 1)) return 'not in'
    const token = this.#cursor.peek()
    return token?.kind === 'operator' && ['==', '!=', '<', '<=', '>', '>='].includes(token.text) ? (token.text as CompareOperator) : null
  }

  #compare(first: Expression): Expression {
    const rest: { operator: CompareOperator; operand: Expression }[] = []
    for (let operator = this.#compareOperator(); operator !== null; operator = this.#compareOperator()) {
      this.#cursor.skip(operator === 'not in' ? 2 : 1)
      rest.push({ operator, operand: this.operators(levels.compare + 1) })
    }
    return this.#built({ type: 'compare', first, rest }, [first, ...rest.map(({ operand }) => operand)])
  }

  /** Signs bind tighter than filters and tests: `-a | f` is `(-a) | f`. */
  #signed(withFilters: boolean): Expression {
    const sign = this.#cursor.take('operator', '-') ?? this.#cursor.take('operator', '+')
    let result: Expression
    if (sign) {
      const operand = this.#cursor.nested(() => this.#signed(false))
      result = this.#built({ type: 'unary', operator: sign.text as '-' | '+', operand }, [operand])
    } else {
      result = this.#postfix(this.primary())
    }
    return withFilters ? this.#filtersAndTests(result) : result
  }

  /** A name, a literal, or something in brackets. */
  primary(): Expression {
    const token = this.#cursor.peek()
    if (token === null) return this.#cursor.unexpected('an expression')
    if (token.kind === 'name') {
      if (reserved.has(token.text)) return this.#cursor.unexpected('an expression')
      this.#cursor.skip()
      return { type: 'name', name: token.text }
    }
    if (token.kind === 'integer' || token.kind === 'float') {
      this.#cursor.skip()
      return { type: token.kind, raw: token.text }
    }
    if (token.kind === 'string') return this.#strings()
    if (this.#cursor.atOperator('(')) return this.#cursor.nested(() => this.#parentheses())
    if (this.#cursor.atOperator('[')) return this.#cursor.nested(() => this.#list())
    if (this.#cursor.atOperator('{')) return this.#cursor.nested(() => this.#dict())
    return this.#cursor.unexpected('an expression')
  }

  /** Adjacent strings are concatenated. */
  #strings(): Expression {
    const parts = []
    for (let token = this.#cursor.take('string'); token; token = this.#cursor.take('string'))
      parts.push(readString(token.text, this.#cursor.source, token.start))
    const value = parts.map((part) => part.value).join('')
    if (parts.every((part) => part.verbatim === undefined)) return { type: 'string', value }
    return { type: 'string', value, verbatim: parts.map((part) => part.verbatim ?? quote(part.value).slice(1, -1)).join('') }
  }

  #parentheses(): Expression {
    this.#cursor.skip()
    const result = this.#cursor.atOperator(')') ? ({ type: 'tuple', items: [] } as const) : this.tupleOrOne()
    this.#cursor.expectOperator(')')
    this.#lastGroup = result
    return result
  }

  #list(): Expression {
    this.#cursor.skip()
    const items: Expression[] = []
    while (!this.#cursor.atOperator(']')) {
      items.push(this.expression())
      if (!this.#cursor.takeOperator(',')) break
    }
    this.#cursor.expectOperator(']')
    return this.#built({ type: 'list', items }, items)
  }

  #dict(): Expression {
    this.#cursor.skip()
    const entries: { key: Expression; value: Expression }[] = []
    while (!this.#cursor.atOperator('}')) {
      const key = this.expression()
      this.#cursor.expectOperator(':')
      entries.push({ key, value: this.expression() })
      if (!this.#cursor.takeOperator(',')) break
    }
    this.#cursor.expectOperator('}')
    return this.#built(
      { type: 'dict', entries },
      entries.flatMap(({ key, value }) => [key, value]),
    )
  }

  /** Members, subscripts and calls after a primary expression. */
  #postfix(object: Expression): Expression {
    let result = object
    for (;;) {
      if (this.#cursor.atOperator('.')) result = this.#attribute(result)
      else if (this.#cursor.atOperator('[')) result = this.#subscript(result)
      else if (this.#cursor.atOperator('(')) result = this.#call(result)
      else return result
    }
  }

  #attribute(object: Expression): Expression {
    this.#cursor.skip()
    const name = this.#cursor.take('name') ?? this.#cursor.expect('integer', undefined, 'a name or a number')
    return this.#built({ type: 'attribute', object, name: name.text }, [object])
  }

  #subscript(object: Expression): Subscript {
    return this.#cursor.nested(() => {
      this.#cursor.skip()
      const indices: (Expression | Slice)[] = []
      while (!this.#cursor.atOperator(']')) {
        if (indices.length > 0) this.#cursor.expectOperator(',')
        indices.push(this.#index())
      }
      this.#cursor.expectOperator(']')
      return this.#built({ type: 'subscript', object, indices }, [object, ...indices])
    })
  }

  #index(): Expression | Slice {
    const start = this.#cursor.atOperator(':') ? null : this.expression()
    if (start !== null && !this.#cursor.atOperator(':')) return start
    this.#cursor.expectOperator(':')
    const stop = this.#sliceEnds() ? null : this.expression()
    const step = this.#cursor.takeOperator(':') && !this.#sliceEnds() ? this.expression() : null
    return this.#built({ type: 'slice', start, stop, step }, [start, stop, step])
  }

  #sliceEnds(): boolean {
    return this.#cursor.atOperator(':') || this.#cursor.atOperator(']') || this.#cursor.atOperator(',')
  }

  #call(callee: Expression): Expression {
    const args = this.#args()
    return this.#built({ type: 'call', callee, args }, [callee, ...args.map(({ value }) => value)])
  }

  /** Arguments in parentheses: positional ones first, `**` last. */
  #args(): Argument[] {
    return this.#cursor.nested(() => {
      this.#cursor.expectOperator('(')
      const args: Argument[] = []
      const seen = new Set<Argument['type']>()
      while (!this.#cursor.atOperator(')')) {
        const start = this.#cursor.peek()
        const arg = this.#arg()
        if (seen.has('keyword-spread')) this.#cursor.fail('chat_template.invalid_arguments', 'an argument behind **', start)
        if (arg.type === 'positional' && (seen.has('keyword') || seen.has('spread')))
          this.#cursor.fail('chat_template.invalid_arguments', 'an argument by position behind one by name, or behind *', start)
        if (arg.type === 'spread' && seen.has('spread')) this.#cursor.fail('chat_template.invalid_arguments', 'a second *', start)
        seen.add(arg.type)
        args.push(arg)
        if (!this.#cursor.takeOperator(',')) break
      }
      this.#cursor.expectOperator(')')
      return args
    })
  }

  #arg(): Argument {
    if (this.#cursor.takeOperator('**')) return { type: 'keyword-spread', value: this.expression() }
    if (this.#cursor.takeOperator('*')) return { type: 'spread', value: this.expression() }
    if (!this.#cursor.at('name') || !this.#cursor.at('operator', '=', 1)) return { type: 'positional', value: this.expression() }
    const name = this.#cursor.peek()?.text ?? ''
    this.#cursor.skip(2)
    return { type: 'keyword', name, value: this.expression() }
  }

  #filtersAndTests(operand: Expression): Expression {
    let result = operand
    for (;;) {
      if (this.#cursor.takeOperator('|')) {
        const filter = this.filter()
        result = this.#built({ type: 'filter', operand: result, ...filter }, [result, ...(filter.args ?? []).map(({ value }) => value)])
      } else if (this.#cursor.takeName('is')) result = this.#test(result)
      else if (this.#cursor.atOperator('(')) result = this.#call(result)
      else return result
    }
  }

  /** A filter's name and arguments, after the `|`. */
  filter(): AppliedFilter {
    return { name: this.#dottedName('the name of a filter'), args: this.#cursor.atOperator('(') ? this.#args() : null }
  }

  #test(operand: Expression): Test {
    const negated = this.#cursor.takeName('not')
    const name = this.#dottedName('the name of a test')
    const args = this.#cursor.atOperator('(') ? this.#args() : this.#argOfTest()
    return this.#built({ type: 'test', operand, negated, name, args }, [operand, ...(args ?? []).map(({ value }) => value)])
  }

  /** `is divisibleby 3`: a single argument needs no parentheses. */
  #argOfTest(): Argument[] | null {
    const token = this.#cursor.peek()
    const kinds = ['name', 'string', 'integer', 'float']
    const begins = token !== null && (kinds.includes(token.kind) || this.#cursor.atOperator('[') || this.#cursor.atOperator('{'))
    // Jinja takes any name but `else`, `or` and `and` as an argument, and then fails on `a is defined if b else c`.
    if (!begins || (token.kind === 'name' && reserved.has(token.text))) return null
    return [{ type: 'positional', value: this.#postfix(this.primary()) }]
  }

  #dottedName(wanted: string): string {
    let name = this.#cursor.expect('name', undefined, wanted).text
    while (this.#cursor.takeOperator('.')) name += `.${this.#cursor.expect('name', undefined, 'a name').text}`
    return name
  }

  /** Computes the height of a new tree from its parts. */
  #built<T extends Expression | Slice>(tree: T, parts: readonly (object | null)[]): T {
    let height = 0
    for (const part of parts) if (part !== null) height = Math.max(height, this.#heights.get(part) ?? 1)
    if (height >= limits.expressionHeight)
      this.#cursor.fail(
        'chat_template.nested_too_deep',
        `an expression of more than ${limits.expressionHeight} operators within each other`,
      )
    this.#heights.set(tree, height + 1)
    return tree
  }
}

/** Operator precedence, lowest first. */
export const levels = { or: 1, and: 2, not: 3, compare: 4, sum: 5, concat: 6, product: 7, power: 8 } as const

/** Binary operators; all of them, even `**`, are left-associative. */
export const binaryLevels = {
  or: levels.or,
  and: levels.and,
  '+': levels.sum,
  '-': levels.sum,
  '*': levels.product,
  '/': levels.product,
  '//': levels.product,
  '%': levels.product,
  '**': levels.power,
} as const satisfies Record<Binary['operator'], number>

/** Words that are not variables. Jinja would read some of them as one where an operand is missing. */
const reserved: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else'])
