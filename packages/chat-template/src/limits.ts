/**
 * Nesting limits: a hostile template must end in a clear error, not in a stack overflow. Both are far above anything in published templates, and
 * above what Jinja itself compiles under Python's recursion limit of 1,000.
 */
export const limits = {
  /** Nested blocks, nested brackets, consecutive signs and `not`s, and all of these combined. */
  nesting: 200,
  /** Height of an expression's tree: `a + b + c` has height three, and so does `a.b.c`. */
  expressionHeight: 500,
} as const
