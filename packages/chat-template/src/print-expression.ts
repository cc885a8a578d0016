import type { AppliedFilter, Argument, Attribute, Concat, Conditional, Expression, Parameter, Slice, Test, Unary } from './ast.ts'
import { binaryLevels, levels } from './parse-expression.ts'
import { quote } from './strings.ts'

/*
 * Precedence levels an expression is printed at: those of the binary operators, with looser and tighter ones around them. An operand that binds
 * looser than its place requires gets parentheses. Two cases get parentheses that Jinja does not need but other engines do: see `Concat.bare`, and
 * a filter after a test.
 */
const conditional = 0
const test = levels.power + 1
const filter = test + 1
const sign = filter + 1
const atom = sign + 1

/** An expression's text. */
interface Printed {
  readonly text: string
  readonly level: number
  /** Ends in a test without parentheses, which would take a following name as its argument: `a is defined if b`. */
  readonly endsInTest: boolean
}

/** An expression, on one line unless a string in it keeps carriage returns. */
export function printExpression(expression: Expression): string {
  return printed(expression).text
}

/** An expression that a keyword other than `and`, `or` and `else` may follow, or that ends before a colon: no bare conditional here. */
export function printOperand(expression: Expression): string {
  return operand(expression, levels.or, true)
}

/** An assignment target. Jinja reads attributes of namespaces only outside parentheses. */
export function printTarget(target: Expression): string {
  if (target.type !== 'tuple' || !target.items.some(({ type }) => type === 'attribute')) return printExpression(target)
  return `${target.items.map(printExpression).join(', ')}${target.items.length === 1 ? ',' : ''}`
}

export function printFilter({ name, args }: AppliedFilter): string {
  return `${name}${args === null ? '' : printArgs(args)}`
}

export function printParameters(parameters: readonly Parameter[]): string {
  return `(${parameters.map(({ name, fallback }) => (fallback === null ? name : `${name}=${printExpression(fallback)}`)).join(', ')})`
}

/** A string in double quotes. */
export function printString({ value, verbatim }: { readonly value: string; readonly verbatim?: string }): string {
  return verbatim === undefined ? quote(value) : `"${verbatim}"`
}

function printed(node: Expression): Printed {
  switch (node.type) {
    case 'name':
      return plain(node.name)
    case 'integer':
    case 'float':
      return plain(node.raw)
    case 'string':
      return plain(printString(node))
    case 'list':
      return plain(`[${node.items.map(printExpression).join(', ')}]`)
    case 'tuple':
      return plain(`(${node.items.map(printExpression).join(', ')}${node.items.length === 1 ? ',' : ''})`)
    case 'dict':
      return plain(`{${node.entries.map(({ key, value }) => `${printKey(key)}: ${printExpression(value)}`).join(', ')}}`)
    case 'attribute':
      return plain(`${printObject(node)}.${node.name}`)
    case 'subscript':
      return plain(`${operand(node.object, atom)}[${node.indices.map(printIndex).join(', ')}]`)
    case 'call':
      return plain(`${operand(node.callee, atom)}${printArgs(node.args)}`)
    case 'filter':
      return { text: `${operand(node.operand, filter)} | ${printFilter(node)}`, level: filter, endsInTest: false }
    case 'test':
      return printTest(node)
    case 'unary':
      return printUnary(node)
    case 'binary': {
      const level = binaryLevels[node.operator]
      const left = level === levels.sum ? leftOfSign(node.left) : operand(node.left, level)
      const right = node.right.type === 'concat' && level === levels.sum ? concatOf(node.right) : chosen(node.right, level + 1)
      return { text: `${left} ${node.operator} ${right.text}`, level, endsInTest: right.endsInTest }
    }
    case 'concat':
      return printConcat(node)
    case 'compare': {
      const rest = node.rest.map(({ operator, operand: value }, index) => {
        const nextOperator = node.rest[index + 1]?.operator
        return { operator, ...chosen(value, levels.compare + 1, isWord(nextOperator)) }
      })
      const first = operand(node.first, levels.compare + 1, isWord(node.rest[0]?.operator))
      const text = `${first}${rest.map(({ operator, text: value }) => ` ${operator} ${value}`).join('')}`
      return { text, level: levels.compare, endsInTest: rest.at(-1)?.endsInTest ?? false }
    }
    case 'conditional':
      return printConditional(node)
  }
}

function plain(text: string): Printed {
  return { text, level: atom, endsInTest: false }
}

/** An expression for a place that requires this precedence; `beforeName` if a name follows that a test could take as its argument. */
function chosen(node: Expression, level: number, beforeName = false): Printed {
  const result = printed(node)
  return result.level < level || (beforeName && result.endsInTest) ? plain(`(${result.text})`) : result
}

function operand(node: Expression, level: number, beforeName = false): string {
  return chosen(node, level, beforeName).text
}

function isWord(operator: string | undefined): boolean {
  return operator === 'in' || operator === 'not in'
}

function concatOf(node: Concat): Printed {
  return node.bare ? printed(node) : plain(`(${printed(node).text})`)
}

/** After a brace, `@huggingface/jinja` reads `+` and `-` as a sign. */
function leftOfSign(node: Expression): string {
  const text = operand(node, levels.sum)
  return text.endsWith('}') ? `(${text})` : text
}

function printConcat(node: Concat): Printed {
  const operands = node.operands.map((value) => chosen(value, levels.concat + 1))
  return { text: operands.map(({ text }) => text).join(' ~ '), level: levels.concat, endsInTest: operands.at(-1)?.endsInTest ?? false }
}

/** `1.a` is valid, but not every engine reads it, and `1.0` is a float. */
function printObject({ object }: Attribute): string {
  return object.type === 'integer' || object.type === 'float' ? `(${object.raw})` : operand(object, atom)
}

function printTest(node: Test): Printed {
  const text = `${operand(node.operand, filter)} is ${node.negated ? 'not ' : ''}${printFilter(node)}`
  return { text, level: test, endsInTest: node.args === null }
}

/** Consecutive unary operators need no parentheses; any operand that is not a single term gets them, for readability. */
function printUnary({ operator, operand: value }: Unary): Printed {
  const level = operator === 'not' ? levels.not : sign
  return {
    text: `${operator}${operator === 'not' ? ' ' : ''}${operand(value, value.type === 'unary' ? level : atom)}`,
    level,
    endsInTest: false,
  }
}

function printConditional(node: Conditional): Printed {
  const value = operand(node.value, levels.or, true)
  const condition = chosen(node.test, levels.or)
  const head = `${value} if ${condition.text}`
  if (node.otherwise === null) return { text: head, level: conditional, endsInTest: condition.endsInTest }
  const otherwise = chosen(node.otherwise, conditional)
  return { text: `${head} else ${otherwise.text}`, level: conditional, endsInTest: otherwise.endsInTest }
}

/** Two adjacent opening braces would look like a tag. */
function printKey(key: Expression): string {
  const text = operand(key, levels.or)
  return text.startsWith('{') ? `(${text})` : text
}

function printIndex(index: Expression | Slice): string {
  if (index.type !== 'slice') return printExpression(index)
  const parts = [index.start, index.stop, ...(index.step === null ? [] : [index.step])]
  return parts.map((part) => (part === null ? '' : operand(part, levels.or))).join(':')
}

function printArgs(args: readonly Argument[]): string {
  return `(${args.map(printArg).join(', ')})`
}

function printArg(arg: Argument): string {
  const value = printExpression(arg.value)
  switch (arg.type) {
    case 'positional':
      return value
    case 'keyword':
      return `${arg.name}=${value}`
    case 'spread':
      return `*${value}`
    case 'keyword-spread':
      return `**${value}`
  }
}
