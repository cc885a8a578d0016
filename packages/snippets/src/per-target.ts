import type { Target } from './target.ts'

/** Number of cached targets; a revision is part of a target, so their number is unbounded. */
const limit = 64

/** A value kept per target, looked up by the target's contents: equal targets share it. */
export class PerTarget<Value> {
  readonly #make: () => Value
  readonly #byContents = new Map<string, Value>()
  readonly #byTarget = new WeakMap<Target, Value>()
  /** Most calls have the same target as the previous call. */
  #last: { readonly target: Target; readonly value: Value } | null = null

  constructor(make: () => Value) {
    this.#make = make
  }

  of(target: Target): Value {
    if (this.#last?.target === target) return this.#last.value
    let value = this.#byTarget.get(target)
    if (value === undefined) {
      const key = JSON.stringify(target)
      value = this.#byContents.get(key) ?? this.#make()
      if (this.#byContents.size >= limit) this.#byContents.clear()
      this.#byContents.set(key, value)
      this.#byTarget.set(target, value)
    }
    this.#last = { target, value }
    return value
  }
}
