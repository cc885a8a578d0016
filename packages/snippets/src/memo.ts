import type { FactRead, LazyFacts } from './facts/lazy-facts.ts'

interface Node<Result> {
  /** What to look at next; `null` at the end of a path. */
  read: FactRead | null
  readonly children: Map<unknown, Node<Result>>
  result: Result | null
}

/** Results kept for one library and target. Reached only by hubs that print for very many models; then the oldest way is to start anew. */
const limit = 500

/**
 * Remembers what a pure function of facts answered, by the facts that it looked at: another model that is the same in those gets the same answer.
 * Paths are found as the function takes them, so that it need not say what it reads.
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
