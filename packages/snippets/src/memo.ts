import type { FactRead, LazyFacts } from './facts/lazy-facts.ts'

interface Node<Result> {
  /** The next fact to read; `null` at the end of a path. */
  read: FactRead | null
  readonly children: Map<unknown, Node<Result>>
  result: Result | null
}

/** Results cached per library and target. Only hubs that print for very many models reach it; then the cache is cleared. */
const limit = 500

/**
 * Caches the results of a pure function of facts, keyed by the facts it reads: another model with the same values for those gets the same result.
 * Paths are discovered as the function reads them, so it does not have to declare what it reads.
 */
export class FactsMemo<Result> {
  #root: Node<Result> = node()
  #size = 0

  answer(facts: LazyFacts, work: () => Result): Result {
    let at: Node<Result> | undefined = this.#root
    while (at) {
      if (at.result !== null) return at.result
      if (at.read === null) break
      at = at.children.get(at.read.keyOf(facts))
    }
    return this.#learn(facts, work)
  }

  #learn(facts: LazyFacts, work: () => Result): Result {
    let result: Result | undefined
    const reads = facts.recordReads(() => {
      result = work()
    })
    if (this.#size >= limit) {
      this.#root = node()
      this.#size = 0
    }
    let at = this.#root
    for (const read of reads) {
      at.read ??= read
      const key = read.keyOf(facts)
      const next = at.children.get(key) ?? node<Result>()
      at.children.set(key, next)
      at = next
    }
    at.result = result as Result
    this.#size++
    return result as Result
  }
}

function node<Result>(): Node<Result> {
  return { read: null, children: new Map(), result: null }
}
