import type {
  Argument,
  Binary,
  Body,
  CompareOperator,
  Concat,
  Expression,
  ImportContext,
  Parameter,
  Slice,
  Statement,
  Template,
} from '../ast.ts'
import { type Random } from './random.ts'

/** Which trees are generated. */
export interface RandomTemplateOptions {
  /** Only templates that render: no references to other files, and only existing variables and filters. */
  readonly renders: boolean
  /** Only what `@huggingface/jinja` reads. */
  readonly readByHuggingFace?: boolean
}

/** The variables available when a template is rendered. */
export const variables = {
  a: 1,
  b: 2,
  c: -3,
  s: 'some text',
  t: ' Ab\n',
  items: [1, 2, 3],
  d: { x: 1, y: 'q', list: ['p', 'q'], deep: { x: 'deep' } },
  n: null,
  flag: true,
} as const

/** Generates random templates of at most a few dozen nodes. */
export class RandomTemplate {
  readonly #random: Random
  readonly #options: RandomTemplateOptions

  constructor(random: Random, options: RandomTemplateOptions) {
    this.#random = random
    this.#options = options
  }

  template(): Template {
    return { type: 'template', body: this.body(3) }
  }

  body(depth: number): Body {
    return this.#some(0, 4, () => this.#statement(depth)).flat()
  }

  expression(depth: number): Expression {
    if (depth <= 0 || this.#chance(6)) return this.#atom()
    const below = () => this.expression(depth - 1)
    const make = this.#pick<() => Expression>([
      () => ({
        type: 'binary',
        operator: this.#pick<Binary['operator']>(['or', 'and', '+', '-', '*', '/', '//', '%']),
        left: below(),
        right: below(),
      }),
      () => ({ type: 'binary', operator: this.#pick(['+', '-']), left: below(), right: this.#concat(depth - 1, true) }),
      () => ({ type: 'binary', operator: '**', left: below(), right: this.#chance(2) ? below() : { type: 'integer', raw: '2' } }),
      () => this.#concat(depth, false),
      () => ({ type: 'compare', first: below(), rest: this.#comparisons(depth) }),
      () => ({ type: 'unary', operator: this.#pick(['-', '+', 'not']), operand: below() }),
      () => ({ type: 'conditional', value: below(), test: below(), otherwise: this.#chance(4) ? null : below() }),
      () => ({ type: 'filter', operand: below(), ...this.#filter(depth) }),
      () => ({ type: 'test', operand: below(), negated: this.#chance(2), ...this.#test(depth) }),
      () => ({ type: 'attribute', object: below(), name: this.#attribute() }),
      () => ({ type: 'subscript', object: below(), indices: this.#indices(depth) }),
      () => ({ type: 'call', callee: this.#callee(depth), args: this.#args(depth) }),
      () => ({ type: 'list', items: this.#some(0, 3, below) }),
      () => ({ type: 'tuple', items: this.#some(this.#options.readByHuggingFace ? 2 : 0, 3, below) }),
      () => ({ type: 'dict', entries: this.#some(0, 2, () => ({ key: this.#chance(3) ? below() : this.#string(), value: below() })) }),
    ])
    return make()
  }

  #statement(depth: number): Statement[] {
    if (depth <= 0 || this.#chance(3)) return [this.#text()]
    const body = () => this.body(depth - 1)
    const expression = () => this.expression(3)
    const makes: (() => Statement)[] = [
      () => ({ type: 'output', value: expression() }),
      () => ({ type: 'output', value: expression() }),
      () => this.#comment(),
      () => ({
        type: 'if',
        branches: this.#some(1, 3, () => ({ test: expression(), body: body() })),
        otherwise: this.#chance(2) ? body() : [],
      }),
      () => ({
        type: 'for',
        target: this.#target(false),
        iterable: this.#chance(2) ? { type: 'name', name: this.#pick(['items', 'd']) } : expression(),
        test: this.#chance(3) ? expression() : null,
        recursive: !this.#options.readByHuggingFace && this.#chance(5),
        body: body(),
        otherwise: this.#chance(4) ? body() : [],
      }),
      () => ({ type: 'set', target: this.#target(true), value: expression() }),
      () => ({
        type: 'set-block',
        target: this.#target(false),
        filters: this.#options.readByHuggingFace ? [] : this.#some(0, 2, () => this.#filter(1)),
        body: body(),
      }),
      () => ({ type: 'macro', name: this.#pick(['m', 'k']), parameters: this.#parameters(), body: body() }),
      () => ({
        type: 'call-block',
        parameters: this.#chance(2) ? this.#parameters() : [],
        call: {
          type: 'call',
          callee: this.#options.readByHuggingFace ? { type: 'name', name: 'm' } : this.#callee(1),
          args: this.#args(1),
        },
        body: body(),
      }),
      () => ({
        type: 'filter-block',
        filters: this.#some(1, this.#options.readByHuggingFace ? 1 : 2, () => this.#filter(1)),
        body: body(),
      }),
    ]
    if (!this.#options.readByHuggingFace)
      makes.push(
        // @huggingface/jinja cuts the tags out and then trims the text between them.
        () => ({ type: 'generation', body: body() }),
        () => ({ type: 'with', bindings: this.#some(0, 2, () => ({ target: this.#target(false), value: expression() })), body: body() }),
        () => ({ type: 'do', value: expression() }),
        () => ({ type: 'print', values: this.#some(1, 2, expression) }),
        () => ({ type: 'autoescape', enabled: { type: 'name', name: this.#pick(['true', 'false']) }, body: body() }),
      )
    if (!this.#options.renders) makes.push(...this.#ofOtherFiles(body, expression))
    return [this.#pick(makes)()]
  }

  #ofOtherFiles(body: () => Body, expression: () => Expression): (() => Statement)[] {
    const context = () => this.#pick<ImportContext>(['with', 'without', null])
    return [
      () => ({ type: this.#pick(['break', 'continue']) }),
      () => ({ type: 'block', name: this.#variable(), scoped: this.#chance(2), required: false, body: body() }),
      () => ({
        type: 'block',
        name: this.#variable(),
        scoped: this.#chance(2),
        required: true,
        body: this.#some(0, 2, () => this.#comment()),
      }),
      () => ({ type: 'extends', template: expression() }),
      () => ({ type: 'include', template: expression(), ignoreMissing: this.#chance(2), context: context() }),
      () => ({ type: 'import', template: expression(), name: this.#variable(), context: context() }),
      () => ({
        type: 'from-import',
        template: expression(),
        names: this.#some(1, 3, () => ({ name: this.#variable(), alias: this.#chance(2) ? this.#variable() : null })),
        context: context(),
      }),
    ]
  }

  #text(): Statement {
    // @huggingface/jinja takes `-}`, `%}` and `#}` in text for the end of a tag and drops a line break after it.
    const pieces = [
      ' ',
      '\n',
      '  \n  ',
      '\t',
      'Hello',
      'é 👋',
      '}',
      '{ x }',
      '<b>',
      '"',
      "'",
      '\\',
      '\\n',
      'a\nb\n\nc',
      ...(this.#options.readByHuggingFace ? [] : ['-', '%}', '#}', '\u2028', '\x1f']),
    ]
    return { type: 'text', value: this.#some(1, 4, () => this.#pick(pieces)).join('') }
  }

  #comment(): Statement {
    const text = this.#pick([' c ', '', '  two  ', '\n\tlines\n', ' {{ a }} ', ' {% if %} ', 'é'])
    const signs = this.#options.readByHuggingFace ? (['', '', '-'] as const) : (['', '', '-', '+'] as const)
    const opening = this.#pick(signs)
    // In `{#-#}` the sign is read as the opening sign.
    const closing = opening === '' && text === '' ? '' : this.#pick(signs)
    return { type: 'comment', text, opening, closing }
  }

  #atom(): Expression {
    return this.#pick<() => Expression>([
      () => ({ type: 'name', name: this.#variable() }),
      () => ({ type: 'name', name: this.#variable() }),
      () => ({ type: 'name', name: this.#pick(['true', 'True', 'false', 'none', 'None']) }),
      () => ({
        type: 'integer',
        raw: this.#pick(['0', '1', '2', '3', ...(this.#options.readByHuggingFace ? [] : ['1_0', '0x1f', '0b11', '0o7'])]),
      }),
      () => ({
        type: 'float',
        raw: this.#pick(['0.5', '1.0', '2.50', ...(this.#options.readByHuggingFace ? [] : ['1e2', '1_0.5e-1', '2E1'])]),
      }),
      () => this.#string(),
    ])()
  }

  #string(): Expression {
    return {
      type: 'string',
      value: this.#pick([
        '',
        'x',
        'y',
        'a b',
        '\n',
        '"',
        "'",
        '\\',
        '\\n',
        '{{',
        '}}',
        '{% x %}',
        '#}',
        'é👋',
        '\u2028',
        '\r',
        '\t',
        '\0',
        '\x7f',
      ]),
    }
  }

  #variable(): string {
    return this.#pick([...Object.keys(variables), 'missing'])
  }

  #attribute(): string {
    return this.#pick(['x', 'y', 'deep', 'list', 'missing', 'if', 'not', '0', '1'])
  }

  #concat(depth: number, behindSum: boolean): Concat {
    const operands = this.#some(2, 3, () => this.expression(depth - 1))
    return behindSum && this.#chance(2) ? { type: 'concat', operands, bare: true } : { type: 'concat', operands }
  }

  #comparisons(depth: number): { operator: CompareOperator; operand: Expression }[] {
    return this.#some(1, 2, () => ({
      operator: this.#pick<CompareOperator>(['==', '!=', '<', '<=', '>', '>=', 'in', 'not in']),
      operand: this.expression(depth - 1),
    }))
  }

  #filter(depth: number): { name: string; args: Argument[] | null } {
    const [name, args] = this.#pick<[string, number]>([
      ['upper', 0],
      ['trim', 0],
      ['length', 0],
      ['first', 0],
      ['string', 0],
      ['list', 0],
      ['tojson', 0],
      ['join', 1],
      ['default', 1],
    ])
    return { name, args: args === 0 ? (this.#chance(5) ? [] : null) : [{ type: 'positional', value: this.expression(depth - 2) }] }
  }

  #test(depth: number): { name: string; args: Argument[] | null } {
    const bare = this.#pick(['defined', 'none', 'string', 'number', 'mapping', 'iterable', 'odd', 'true'])
    if (this.#options.readByHuggingFace || this.#chance(2)) return { name: bare, args: null }
    return {
      name: this.#pick(['divisibleby', 'sameas', 'in', 'eq', 'lt']),
      args: [{ type: 'positional', value: this.expression(depth - 2) }],
    }
  }

  #indices(depth: number): (Expression | Slice)[] {
    const one = (): Expression | Slice => {
      if (this.#chance(2)) return this.expression(depth - 1)
      const part = () => (this.#chance(2) ? this.expression(depth - 2) : null)
      return { type: 'slice', start: part(), stop: part(), step: part() }
    }
    return this.#options.readByHuggingFace ? [one()] : this.#some(this.#chance(9) ? 0 : 1, this.#chance(5) ? 2 : 1, one)
  }

  #callee(depth: number): Expression {
    if (!this.#options.renders && this.#chance(2)) return this.expression(depth - 1)
    return this.#pick<() => Expression>([
      () => ({
        type: 'name',
        // With arguments of the wrong type, range in @huggingface/jinja never stops.
        name: this.#pick(['m', 'k', 'dict', 'namespace', ...(this.#options.readByHuggingFace ? [] : ['range'])]),
      }),
      () => ({ type: 'attribute', object: { type: 'name', name: 's' }, name: this.#pick(['upper', 'split', 'strip']) }),
      () => ({ type: 'attribute', object: { type: 'name', name: 'd' }, name: this.#pick(['items', 'keys', 'get']) }),
    ])()
  }

  #args(depth: number): Argument[] {
    const value = () => this.expression(depth - 1)
    const args: Argument[] = this.#some(0, 2, () => ({ type: 'positional', value: value() }))
    if (this.#chance(4)) args.push({ type: 'spread', value: value() })
    if (this.#chance(4)) args.push({ type: 'keyword', name: this.#pick(['p', 'q', 'in']), value: value() })
    if (this.#chance(8)) args.push({ type: 'keyword-spread', value: value() })
    return args
  }

  #parameters(): Parameter[] {
    const names = ['p', 'q', 'r'].slice(0, this.#random.below(4))
    const defaults = this.#random.below(names.length + 1)
    return names.map((name, index) => ({ name, fallback: index < defaults ? null : this.expression(1) }))
  }

  #target(attributes: boolean): Expression {
    const name = (): Expression => ({ type: 'name', name: this.#variable() })
    if (attributes && this.#chance(4)) return { type: 'attribute', object: name(), name: 'x' }
    if (this.#chance(3)) return { type: 'tuple', items: this.#some(this.#options.readByHuggingFace ? 2 : 1, 2, name) }
    return name()
  }

  #some<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.#random.below(most - least + 1) }, make)
  }

  /** True with a probability of one in `times`. */
  #chance(times: number): boolean {
    return this.#random.below(times) === 0
  }

  #pick<T>(items: readonly T[]): T {
    return items[this.#random.below(items.length)] as T
  }
}
