import type { Body, Comment, If, ImportContext, Statement, Text } from './ast.ts'
import { printExpression, printFilter, printOperand, printParameters, printString, printTarget } from './print-expression.ts'

export interface Layout {
  readonly indent: string
  readonly splitLines: boolean
  /** Inside `{% autoescape %}`: text must be marked as safe, or it would be escaped like a value. */
  readonly escapes: boolean
}

/** One statement per line; an empty body is an empty line. */
export function printBody(body: Body, depth: number, layout: Layout): string {
  return body
    .map((statement, index) => separator(body[index - 1], statement, depth, layout) + printStatement(statement, depth, layout))
    .join('')
}

/** The separator before a statement. Adjacent tags strip whitespace, except for comments, which are printed as is. */
function separator(before: Statement | undefined, statement: Statement, depth: number, layout: Layout): string {
  const indent = layout.indent.repeat(depth)
  if (before === undefined) return indent
  return keepsWhitespace(before, statement) ? '' : `\n${indent}`
}

function keepsWhitespace(before: Statement, statement: Statement): boolean {
  if (before.type !== 'comment' || statement.type !== 'comment') return false
  const signs = [before.closing, statement.opening]
  return signs.includes('+') && !signs.includes('-')
}

function printStatement(statement: Statement, depth: number, layout: Layout): string {
  const below = (body: Body, inner = layout): string => printBody(body, depth + 1, inner)
  const line = (text: string): string => `\n${layout.indent.repeat(depth)}${tag(text)}`
  const block = (head: string, body: Body, end: string, inner = layout): string => `${tag(head)}\n${below(body, inner)}${line(end)}`
  const otherwise = (body: Body): string => (body.length === 0 ? '' : `${line('else')}\n${below(body)}`)

  switch (statement.type) {
    case 'text':
      return printText(statement, depth, layout)
    case 'output':
      return statement.value.type === 'string' && !layout.escapes
        ? printText(statement.value, depth, layout)
        : output(printExpression(statement.value))
    case 'comment':
      return printComment(statement)
    case 'if': {
      const { branches, otherwise: rest } = flattened(statement)
      const printed = branches.map(({ test, body }, index) => {
        const head = `${index === 0 ? 'if' : 'elif'} ${printOperand(test)}`
        return `${index === 0 ? tag(head) : line(head)}\n${below(body)}`
      })
      return `${printed.join('')}${otherwise(rest)}${line('endif')}`
    }
    case 'for': {
      const test = statement.test === null ? '' : ` if ${printOperand(statement.test)}`
      const recursive = statement.recursive ? ' recursive' : ''
      const head = `for ${printTarget(statement.target)} in ${printOperand(statement.iterable)}${test}${recursive}`
      return `${tag(head)}\n${below(statement.body)}${otherwise(statement.otherwise)}${line('endfor')}`
    }
    case 'set':
      return tag(`set ${printTarget(statement.target)} = ${printExpression(statement.value)}`)
    case 'set-block': {
      const filters = statement.filters.map((filter) => ` | ${printFilter(filter)}`).join('')
      return block(`set ${printTarget(statement.target)}${filters}`, statement.body, 'endset')
    }
    case 'macro':
      return block(`macro ${statement.name}${printParameters(statement.parameters)}`, statement.body, 'endmacro')
    case 'call-block': {
      const call = printExpression(statement.call)
      // A parenthesis after `call` starts the parameters.
      const parameters = statement.parameters.length > 0 || call.startsWith('(') ? printParameters(statement.parameters) : ''
      return block(`call${parameters} ${call}`, statement.body, 'endcall')
    }
    case 'filter-block':
      return block(`filter ${statement.filters.map(printFilter).join(' | ')}`, statement.body, 'endfilter')
    case 'break':
    case 'continue':
      return tag(statement.type)
    case 'generation':
      return block('generation', statement.body, 'endgeneration')
    case 'with': {
      const bindings = statement.bindings.map(({ target, value }) => `${printTarget(target)} = ${printExpression(value)}`)
      return block(`with ${bindings.join(', ')}`.trimEnd(), statement.body, 'endwith')
    }
    case 'autoescape':
      return block(`autoescape ${printExpression(statement.enabled)}`, statement.body, 'endautoescape', { ...layout, escapes: true })
    case 'print':
      return tag(`print ${statement.values.map(printExpression).join(', ')}`.trimEnd())
    case 'do':
      return tag(`do ${printExpression(statement.value)}`)
    case 'block': {
      const head = `block ${statement.name}${statement.scoped ? ' scoped' : ''}${statement.required ? ' required' : ''}`
      return block(head, statement.body, 'endblock')
    }
    case 'extends':
      return tag(`extends ${printExpression(statement.template)}`)
    case 'include': {
      const missing = statement.ignoreMissing ? ' ignore missing' : ''
      return tag(`include ${printOperand(statement.template)}${missing}${printContext(statement.context)}`)
    }
    case 'import':
      return tag(`import ${printOperand(statement.template)} as ${statement.name}${printContext(statement.context)}`)
    case 'from-import': {
      const names = statement.names.map(({ name, alias }) => (alias === null ? name : `${name} as ${alias}`)).join(', ')
      return tag(`from ${printOperand(statement.template)} import ${names}${printContext(statement.context)}`)
    }
  }
}

function tag(text: string): string {
  return `{%- ${text} -%}`
}

function output(text: string): string {
  return `{{- ${text} -}}`
}

function printText(text: Omit<Text, 'type'>, depth: number, layout: Layout): string {
  if (layout.escapes) return output(`${printString(text)} | safe`)
  const lines = layout.splitLines && text.verbatim === undefined ? text.value.split(/(?<=\n)/) : []
  if (lines.length < 2) return output(printString(text))
  // Adjacent strings are concatenated.
  return output(lines.map((value) => printString({ value })).join(`\n${layout.indent.repeat(depth + 1)}`))
}

function printComment({ opening, text, closing }: Comment): string {
  return `{#${opening}${text}${closing}#}`
}

/** An `else` that contains only an `if` is an `elif`. */
function flattened(statement: If): Pick<If, 'branches' | 'otherwise'> {
  const branches = [...statement.branches]
  let { otherwise } = statement
  for (let [only] = otherwise; otherwise.length === 1 && only?.type === 'if'; [only] = otherwise) {
    branches.push(...only.branches)
    otherwise = only.otherwise
  }
  return { branches, otherwise }
}

function printContext(context: ImportContext): string {
  return context === null ? '' : ` ${context} context`
}
