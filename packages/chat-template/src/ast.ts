/*
 * The syntax tree of a template. Plain data: it can be built by hand, compared and serialized. Names follow the Jinja documentation.
 * Whitespace that Jinja removes and redundant parentheses are left out; comments and `{% generation %}` are kept.
 */

export interface Template {
  readonly type: 'template'
  readonly body: Body
}

export type Body = readonly Statement[]

export type Statement =
  | Text
  | Output
  | Comment
  | If
  | For
  | SetStatement
  | SetBlock
  | Macro
  | CallBlock
  | FilterBlock
  | Break
  | Continue
  | Generation
  | With
  | Autoescape
  | Print
  | Do
  | Block
  | Extends
  | Include
  | Import
  | FromImport

/** Text as rendered; the content of `{% raw %}` is text, too. */
export interface Text {
  readonly type: 'text'
  readonly value: string
  /** Same as on {@link StringLiteral}. */
  readonly verbatim?: string
}

/** `{{ value }}` */
export interface Output {
  readonly type: 'output'
  readonly value: Expression
}

/** `{# text #}`, byte for byte. */
export interface Comment {
  readonly type: 'comment'
  readonly text: string
  readonly opening: '' | '-' | '+'
  readonly closing: '' | '-' | '+'
}

/** `{% if %}` with its `{% elif %}`. */
export interface If {
  readonly type: 'if'
  /** At least one. */
  readonly branches: readonly { readonly test: Expression; readonly body: Body }[]
  readonly otherwise: Body
}

/** `{% for target in iterable if test recursive %}` */
export interface For {
  readonly type: 'for'
  readonly target: Expression
  readonly iterable: Expression
  readonly test: Expression | null
  readonly recursive: boolean
  readonly body: Body
  readonly otherwise: Body
}

/** `{% set target = value %}`: the target is a name, an attribute of a namespace, or a tuple of these. */
export interface SetStatement {
  readonly type: 'set'
  readonly target: Expression
  readonly value: Expression
}

/** `{% set target | filters %}` … `{% endset %}` */
export interface SetBlock {
  readonly type: 'set-block'
  readonly target: Expression
  readonly filters: readonly AppliedFilter[]
  readonly body: Body
}

export interface Macro {
  readonly type: 'macro'
  readonly name: string
  readonly parameters: readonly Parameter[]
  readonly body: Body
}

/** `{% call(parameters) call %}` … `{% endcall %}` */
export interface CallBlock {
  readonly type: 'call-block'
  readonly parameters: readonly Parameter[]
  readonly call: Call
  readonly body: Body
}

/** `{% filter filters %}` … `{% endfilter %}`, at least one filter. */
export interface FilterBlock {
  readonly type: 'filter-block'
  readonly filters: readonly AppliedFilter[]
  readonly body: Body
}

export interface Break {
  readonly type: 'break'
}

export interface Continue {
  readonly type: 'continue'
}

/** `{% generation %}` … `{% endgeneration %}`: marks the assistant's output, for training (transformers). */
export interface Generation {
  readonly type: 'generation'
  readonly body: Body
}

export interface With {
  readonly type: 'with'
  readonly bindings: readonly { readonly target: Expression; readonly value: Expression }[]
  readonly body: Body
}

export interface Autoescape {
  readonly type: 'autoescape'
  readonly enabled: Expression
  readonly body: Body
}

export interface Print {
  readonly type: 'print'
  readonly values: readonly Expression[]
}

export interface Do {
  readonly type: 'do'
  readonly value: Expression
}

export interface Block {
  readonly type: 'block'
  readonly name: string
  readonly scoped: boolean
  readonly required: boolean
  readonly body: Body
}

export interface Extends {
  readonly type: 'extends'
  readonly template: Expression
}

/** Whether `with context` or `without context` is written out. */
export type ImportContext = 'with' | 'without' | null

export interface Include {
  readonly type: 'include'
  readonly template: Expression
  readonly ignoreMissing: boolean
  readonly context: ImportContext
}

/** `{% import template as name %}` */
export interface Import {
  readonly type: 'import'
  readonly template: Expression
  readonly name: string
  readonly context: ImportContext
}

/** `{% from template import a, b as c %}` */
export interface FromImport {
  readonly type: 'from-import'
  readonly template: Expression
  readonly names: readonly { readonly name: string; readonly alias: string | null }[]
  readonly context: ImportContext
}

export interface Parameter {
  readonly name: string
  /** The default value. */
  readonly fallback: Expression | null
}

export interface AppliedFilter {
  /** May contain dots. */
  readonly name: string
  /** `null` without parentheses: not all engines treat `f` and `f()` alike. */
  readonly args: readonly Argument[] | null
}

export type Expression =
  | Name
  | NumberLiteral
  | StringLiteral
  | List
  | Tuple
  | Dict
  | Attribute
  | Subscript
  | Call
  | Filter
  | Test
  | Unary
  | Binary
  | Concat
  | Compare
  | Conditional

/** A variable, or one of `true`, `True`, `false`, `False`, `none`, `None`. */
export interface Name {
  readonly type: 'name'
  readonly name: string
}

export interface NumberLiteral {
  readonly type: 'integer' | 'float'
  /** As written, because integers are unbounded: `1_000`, `0x1f`, `1e5`. */
  readonly raw: string
}

export interface StringLiteral {
  readonly type: 'string'
  readonly value: string
  /**
   * What to print between the quotes if the string contains carriage returns in the source. Jinja reads them as `\n`, other engines
   * keep them: printed as written, each engine still reads what it read before.
   */
  readonly verbatim?: string
}

export interface List {
  readonly type: 'list'
  readonly items: readonly Expression[]
}

export interface Tuple {
  readonly type: 'tuple'
  readonly items: readonly Expression[]
}

export interface Dict {
  readonly type: 'dict'
  readonly entries: readonly { readonly key: Expression; readonly value: Expression }[]
}

/** `object.name`; the name may consist of digits: `a.0`. */
export interface Attribute {
  readonly type: 'attribute'
  readonly object: Expression
  readonly name: string
}

/** `object[index]`, `object[first:second]`, or several of them separated by commas. */
export interface Subscript {
  readonly type: 'subscript'
  readonly object: Expression
  readonly indices: readonly (Expression | Slice)[]
}

export interface Slice {
  readonly type: 'slice'
  readonly start: Expression | null
  readonly stop: Expression | null
  readonly step: Expression | null
}

export interface Call {
  readonly type: 'call'
  readonly callee: Expression
  readonly args: readonly Argument[]
}

export type Argument =
  | { readonly type: 'positional'; readonly value: Expression }
  | { readonly type: 'keyword'; readonly name: string; readonly value: Expression }
  /** `*value` */
  | { readonly type: 'spread'; readonly value: Expression }
  /** `**value` */
  | { readonly type: 'keyword-spread'; readonly value: Expression }

/** `operand | name(args)` */
export interface Filter extends AppliedFilter {
  readonly type: 'filter'
  readonly operand: Expression
}

/** `operand is not name(args)` */
export interface Test {
  readonly type: 'test'
  readonly operand: Expression
  readonly negated: boolean
  /** May contain dots. */
  readonly name: string
  readonly args: readonly Argument[] | null
}

export interface Unary {
  readonly type: 'unary'
  readonly operator: '-' | '+' | 'not'
  readonly operand: Expression
}

export interface Binary {
  readonly type: 'binary'
  readonly operator: 'or' | 'and' | '+' | '-' | '*' | '/' | '//' | '%' | '**'
  readonly left: Expression
  readonly right: Expression
}

/** `a ~ b ~ c` */
export interface Concat {
  readonly type: 'concat'
  /** At least two. */
  readonly operands: readonly Expression[]
  /**
   * Follows `+` or `-` without parentheses: `a + b ~ c`. Jinja joins first; other engines, `@huggingface/jinja` among them, add first. The
   * printer adds parentheses unless this is set, so that each engine keeps reading what it read before.
   */
  readonly bare?: true
}

/** `a < b <= c`, which means `a < b and b <= c`. */
export interface Compare {
  readonly type: 'compare'
  readonly first: Expression
  /** At least one. */
  readonly rest: readonly { readonly operator: CompareOperator; readonly operand: Expression }[]
}

export type CompareOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'not in'

/** `value if test else otherwise` */
export interface Conditional {
  readonly type: 'conditional'
  readonly value: Expression
  readonly test: Expression
  readonly otherwise: Expression | null
}
