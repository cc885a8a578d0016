import { type MatchBudget, matchesPath, type PathPattern, toByteText } from './path-pattern.ts'

export interface PathRule<T> {
  readonly pattern: PathPattern
  readonly value: T
}

/**
 * Rules where the last match wins. Names without wildcards are looked up, not matched one by one: a hub adds
 * such a line for each large file that no pattern covers.
 */
export class OrderedRules<T> {
  readonly #literals = { path: new Map<string, Found<T>>(), name: new Map<string, Found<T>>() }
  readonly #globs: { readonly order: number; readonly rule: PathRule<T> }[] = []

  constructor(rules: readonly PathRule<T>[]) {
    for (const [order, rule] of rules.entries()) {
      const { literal } = rule.pattern
      if (literal === null) this.#globs.push({ order, rule })
      else this.#literals[literal.kind].set(literal.text, { order, value: rule.value })
    }
    this.#globs.reverse()
  }

  /** The value of the last rule that matches, `undefined` if none does. */
  find(path: string, budget: MatchBudget): T | undefined {
    const bytes = toByteText(path)
    const byPath = this.#literals.path.get(bytes)
    const byName = this.#literals.name.get(bytes.slice(bytes.lastIndexOf('/') + 1))
    const literal = byPath !== undefined && (byName === undefined || byPath.order > byName.order) ? byPath : byName
    for (const { order, rule } of this.#globs) {
      if (literal !== undefined && order < literal.order) break
      if (matchesPath(rule.pattern, bytes, budget)) return rule.value
    }
    return literal?.value
  }
}

interface Found<T> {
  readonly order: number
  readonly value: T
}
