/**
 * Bounds on nesting: a hostile template must end in a clear error, not in an overflow of the stack. Both are far above published templates, and above
 * what Jinja itself compiles under Python's recursion limit of 1,000.
 */
export const limits = {
  /** Blocks within blocks, brackets within brackets, signs and `not` before one another, and all of these together. */
  nesting: 200,
  /** Height of an expression's tree: that of `a + b + c` is three, of `a.b.c` too. */
  expressionHeight: 500,
} as const
