import type { Target } from './target.ts'

/** Targets remembered; a revision is part of one, so that there is no end to them. */
const limit = 64

/** Something kept for each target, found by its contents: equal targets share it. */
export class PerTarget<Value> {
  readonly #make: () => Value
  readonly #byContents = new Map<string, Value>()
  readonly #byTarget = new WeakMap<Target, Value>()
  /** Most calls are for the target of the call before. */
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
