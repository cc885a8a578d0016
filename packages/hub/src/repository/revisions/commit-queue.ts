import type { CommitInfo } from './history.ts'

interface Waiting {
  readonly commit: CommitInfo
  readonly time: number
  readonly arrival: number
}

/**
 * Commits, newest first; of equal dates, the one that was added last. A binary heap: each step takes time in proportion to the logarithm of how many
 * wait, however wide a history is.
 */
export class CommitQueue {
  readonly #heap: Waiting[] = []
  #arrivals = 0

  get length(): number {
    return this.#heap.length
  }

  push(commit: CommitInfo): void {
    const heap = this.#heap
    const added = { commit, time: commit.date.getTime(), arrival: this.#arrivals++ }
    let at = heap.push(added) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent] as Waiting
      if (isBefore(above, added)) break
      heap[at] = above
      at = parent
    }
    heap[at] = added
  }

  pop(): CommitInfo | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first?.commit
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) break
      const right = left + 1
      const child = right < heap.length && isBefore(heap[right] as Waiting, heap[left] as Waiting) ? right : left
      const below = heap[child] as Waiting
      if (isBefore(last, below)) break
      heap[at] = below
      at = child
    }
    heap[at] = last
    return first.commit
  }
}

function isBefore(a: Waiting, b: Waiting): boolean {
  return a.time === b.time ? a.arrival > b.arrival : a.time > b.time
}
