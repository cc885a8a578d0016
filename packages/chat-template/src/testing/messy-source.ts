import type { AppliedFilter, Argument, Body, Expression, Parameter, Slice, Statement, Template } from '../ast.ts'
import { type Random } from './random.ts'

/**
 * Prints a tree as nobody would write it: every operand in parentheses, so that precedence cannot be misread, random whitespace in tags, random
 * dashes and quotes. Shares no code with the printer, whose output must render the same.
 */
export class MessySource {
  readonly #random: Random
  /** The whitespace-control signs a tag may have: not all engines know `+`. */
  readonly #signs: readonly string[]

  constructor(random: Random, { plus }: { plus: boolean }) {
    this.#random = random
    this.#signs = plus ? ['', '', '-', '+'] : ['', '', '-']
  }

  write({ body }: Template): string {
    return this.#body(body)
  }

  #body(body: Body): string {
    return body.map((statement) => this.#statement(statement)).join('')
  }

  #statement(node: Statement): string {
    switch (node.type) {
      case 'text':
        return this.#text(node.value)
      case 'output': {
        // A sign next to the braces would be read as the tag's whitespace control.
        const space = this.#space(node.value.type === 'unary' ? ' ' : undefined)
        return `{{${this.#sign('-')}${space}${this.#expression(node.value)} ${this.#sign('-')}}}`
      }
      case 'comment':
        return `{#${node.opening}${node.text}${node.closing}#}`
      case 'if': {
        const branches = node.branches.map(
          ({ test, body }, index) => `${this.#tag(index === 0 ? 'if' : 'elif', this.#operand(test))}${this.#body(body)}`,
        )
        return `${branches.join('')}${this.#else(node.otherwise)}${this.#tag('endif')}`
      }
      case 'for': {
        const test = node.test === null ? '' : ` if ${this.#operand(node.test)}`
        const head = `${this.#target(node.target)} in ${this.#operand(node.iterable)}${test}${node.recursive ? ' recursive' : ''}`
        return `${this.#tag('for', head)}${this.#body(node.body)}${this.#else(node.otherwise)}${this.#tag('endfor')}`
      }
      case 'set':
        return this.#tag('set', `${this.#target(node.target)}${this.#space()}=${this.#space()}${this.#operand(node.value)}`)
      case 'set-block':
        return this.#block(
          'set',
          `${this.#target(node.target)}${node.filters.map((filter) => `|${this.#filter(filter)}`).join('')}`,
          node.body,
        )
      case 'macro':
        return this.#block('macro', `${node.name}${this.#parameters(node.parameters)}`, node.body)
      case 'call-block':
        return this.#block(
          'call',
          `${this.#parameters(node.parameters)} ${this.#operand(node.call.callee)}${this.#args(node.call.args)}`,
          node.body,
        )
      case 'filter-block':
        return this.#block('filter', node.filters.map((filter) => this.#filter(filter)).join('|'), node.body)
      case 'with':
        return this.#block(
          'with',
          node.bindings.map(({ target, value }) => `${this.#target(target)}=${this.#operand(value)}`).join(','),
          node.body,
        )
      case 'autoescape':
        return this.#block('autoescape', this.#operand(node.enabled), node.body)
      case 'generation':
        return this.#block('generation', '', node.body)
      case 'print':
        return this.#tag('print', node.values.map((value) => this.#operand(value)).join(','))
      case 'do':
        return this.#tag('do', this.#operand(node.value))
      default:
        throw new Error(`nothing writes ${node.type}`)
    }
  }

  #text(value: string): string {
    return value.length % 7 === 0 && this.#signs.includes('+') ? `${this.#tag('raw')}${value}${this.#tag('endraw')}` : value
  }

  #else(body: Body): string {
    return body.length === 0 ? '' : `${this.#tag('else')}${this.#body(body)}`
  }

  #block(name: string, head: string, body: Body): string {
    return `${this.#tag(name, head)}${this.#body(body)}${this.#tag(`end${name}`)}`
  }

  #tag(name: string, rest = ''): string {
    const closing = name === 'raw' ? this.#sign('-') : this.#sign()
    return `{%${this.#sign()}${this.#space()}${name}${rest === '' ? '' : ` ${rest}`} ${closing}%}`
  }

  #expression(node: Expression): string {
    switch (node.type) {
      case 'name':
        return node.name
      case 'integer':
      case 'float':
        return node.raw
      case 'string':
        return this.#string(node.value)
      case 'list':
        return `[${node.items.map((item) => this.#expression(item)).join(`,${this.#space()}`)}]`
      case 'tuple':
        return `(${node.items.map((item) => this.#expression(item)).join(',')}${node.items.length === 1 ? ',' : ''})`
      case 'dict':
        return `{ ${node.entries.map(({ key, value }) => `${this.#operand(key)}:${this.#operand(value)}`).join(',')} }`
      case 'attribute':
        return `${this.#operand(node.object)}.${node.name}`
      case 'subscript':
        return `${this.#operand(node.object)}[${node.indices.map((index) => this.#index(index)).join(',')}]`
      case 'call':
        return `${this.#operand(node.callee)}${this.#args(node.args)}`
      case 'filter':
        return `${this.#operand(node.operand)}${this.#space()}|${this.#filter(node)}`
      case 'test':
        return `${this.#operand(node.operand)} is ${node.negated ? 'not ' : ''}${this.#filter(node)}`
      case 'unary':
        return `${node.operator} ${this.#operand(node.operand)}`
      case 'binary': {
        const right = node.right.type === 'concat' && node.right.bare ? this.#expression(node.right) : this.#operand(node.right)
        return `${this.#operand(node.left)} ${node.operator}${this.#space(' ')}${right}`
      }
      case 'concat':
        return node.operands.map((operand) => this.#operand(operand)).join(`${this.#space()}~${this.#space()}`)
      case 'compare':
        return `${this.#operand(node.first)}${node.rest.map(({ operator, operand }) => ` ${operator}${this.#space(' ')}${this.#operand(operand)}`).join('')}`
      case 'conditional':
        return `${this.#operand(node.value)} if ${this.#operand(node.test)}${node.otherwise === null ? '' : ` else ${this.#operand(node.otherwise)}`}`
    }
  }

  #operand(node: Expression): string {
    return node.type === 'name' || node.type === 'tuple' ? this.#expression(node) : `(${this.#space()}${this.#expression(node)})`
  }

  #target(node: Expression): string {
    return node.type === 'tuple' && node.items.length > 1
      ? node.items.map((item) => this.#expression(item)).join(' , ')
      : this.#expression(node)
  }

  #index(index: Expression | Slice): string {
    if (index.type !== 'slice') return this.#operand(index)
    return [index.start, index.stop, index.step].map((part) => (part === null ? '' : this.#operand(part))).join(':')
  }

  #filter({ name, args }: AppliedFilter): string {
    return `${name}${args === null ? '' : this.#args(args)}`
  }

  #args(args: readonly Argument[]): string {
    const signs = { positional: '', spread: '*', 'keyword-spread': '**' }
    return `(${args.map((arg) => `${arg.type === 'keyword' ? `${arg.name}=` : signs[arg.type]}${this.#operand(arg.value)}`).join(',')})`
  }

  #parameters(parameters: readonly Parameter[]): string {
    return `(${parameters.map(({ name, fallback }) => (fallback === null ? name : `${name}=${this.#operand(fallback)}`)).join(',')})`
  }

  #string(value: string): string {
    const quote = this.#random.below(2) === 0 ? "'" : '"'
    const escaped = value.replaceAll(/[\\'"\n\r\t\0\x7f\u2028]/g, (character) => {
      if (character === '\n') return this.#random.below(2) === 0 ? '\n' : String.raw`\n`
      if (character === quote || character === '\\') return `\\${character}`
      if (character === "'" || character === '"') return character
      return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`.replace(/^\\x(....)$/, String.raw`\u$1`)
    })
    // Two adjacent strings are concatenated.
    return value.length > 2 && !escaped.includes('\\')
      ? `${quote}${escaped.slice(0, 1)}${quote} ${quote}${escaped.slice(1)}${quote}`
      : `${quote}${escaped}${quote}`
  }

  #sign(only?: string): string {
    const sign = this.#signs[this.#random.below(this.#signs.length)] ?? ''
    return only === undefined || sign === only ? sign : ''
  }

  #space(least = ''): string {
    return [least, ' ', '\n ', '\t'][this.#random.below(4)] ?? least
  }
}
