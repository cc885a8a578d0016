import type { CommitNode } from './object-source.ts'

/** Commits, newest first; those from the same second in insertion order. A binary heap. */
export class CommitQueue {
  readonly #heap: { commit: CommitNode; order: number }[] = []
  #order = 0

  get size(): number {
    return this.#heap.length
  }

  push(commit: CommitNode): void {
    const entry = { commit, order: this.#order++ }
    let at = this.#heap.length
    this.#heap.push(entry)
    while (at > 0) {
      const up = (at - 1) >> 1
      if (!before(entry, this.#heap[up] as typeof entry)) break
      this.#heap[at] = this.#heap[up] as typeof entry
      at = up
    }
    this.#heap[at] = entry
  }

  pop(): CommitNode | undefined {
    const top = this.#heap[0]
    const last = this.#heap.pop()
    if (!top || !last || this.#heap.length === 0) return top?.commit
    let at = 0
    for (;;) {
      let down = at * 2 + 1
      if (down >= this.#heap.length) break
      const right = this.#heap[down + 1]
      if (right && before(right, this.#heap[down] as typeof right)) down++
      if (!before(this.#heap[down] as typeof last, last)) break
      this.#heap[at] = this.#heap[down] as typeof last
      at = down
    }
    this.#heap[at] = last
    return top.commit
  }
}

function before(a: { commit: CommitNode; order: number }, b: { commit: CommitNode; order: number }): boolean {
  return a.commit.time === b.commit.time ? a.order < b.order : a.commit.time > b.commit.time
}
