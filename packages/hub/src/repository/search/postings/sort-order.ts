import { type Bits, bitsFor, hasBit, setBit } from './bits.ts'
import { TopList } from './top-list.ts'

export interface Walked {
  /** In the requested order. */
  readonly ids: readonly number[]
  /** The last id examined, if the budget ran out before the page was full. */
  readonly stoppedAt: number | null
}

/**
 * The repos of a kind by one sort key. Positions are as of the last full sort; repos whose key has changed since are
 * in `#moved`, merged in by each walk, and merged into the order itself when there are many.
 */
export class SortOrder {
  /** Ascending by key, then id. */
  #ids: Uint32Array
  readonly #keys: () => Float64Array
  readonly #belongs: (id: number) => boolean
  readonly #moved = new Set<number>()

  /**
   * @param keys the current sort key of each repo id
   * @param belongs whether a repo is (still) of this kind
   */
  constructor(ids: Uint32Array, keys: () => Float64Array, belongs: (id: number) => boolean) {
    this.#ids = ids
    this.#keys = keys
    this.#belongs = belongs
  }

  /** The key of this repo has changed, or the repo is new here, or gone. */
  move(id: number): void {
    this.#moved.add(id)
    if (this.#moved.size > Math.max(64, this.#ids.length >>> 7)) this.settle()
  }

  /** Sorts everything again. Takes milliseconds for millions. */
  settle(): void {
    const keys = this.#keys()
    const kept = this.#unmoved()
    const moved = [...this.#moved].filter(this.#belongs).sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b)
    this.#moved.clear()
    const ids = new Uint32Array(kept.length + moved.length)
    let from = 0
    let at = 0
    for (const id of moved) {
      const to = this.#firstAfter(kept, keys[id] as number, id, from)
      ids.set(kept.subarray(from, to), at)
      at += to - from
      ids[at++] = id
      from = to
    }
    ids.set(kept.subarray(from), at)
    this.#ids = ids
  }

  #unmoved(): Uint32Array {
    let largest = 0
    for (const id of this.#moved) if (id > largest) largest = id
    const moved = bitsFor(largest + 1)
    for (const id of this.#moved) setBit(moved, id)
    const kept = new Uint32Array(this.#ids.length)
    let n = 0
    for (const id of this.#ids) if (!hasBit(moved, id)) kept[n++] = id
    return kept.subarray(0, n)
  }

  /**
   * Walks down (or up) from a position and returns the repos that are in `members` and pass `test`, at most `limit`.
   * `budget` limits how often `test` is called.
   */
  walk(input: {
    members: Bits
    after: { key: number; id: number } | null
    descending: boolean
    limit: number
    test: ((id: number) => boolean) | null
    budget: number
  }): Walked {
    const { members, after, descending, limit, test } = input
    const keys = this.#keys()
    const aside = new TopList(keys, descending, after, limit)
    for (const id of this.#moved) if (hasBit(members, id) && (test === null || test(id))) aside.offer(id)
    const waiting = aside.ids()
    const ids: number[] = []
    const ordered = this.#ids
    const step = descending ? -1 : 1
    let budget = input.budget
    let taken = 0
    let lastSeen: number | null = null
    const takeWaiting = (until: number | null) => {
      for (; taken < waiting.length && ids.length < limit; taken++) {
        const next = waiting[taken] as number
        if (until !== null && !this.#before(next, until, descending)) return
        ids.push(next)
        lastSeen = next
      }
    }
    for (let at = this.#startOf(after, descending); at >= 0 && at < ordered.length; at += step) {
      const id = ordered[at] as number
      if (!hasBit(members, id) || this.#moved.has(id)) continue
      takeWaiting(id)
      if (ids.length >= limit) return { ids, stoppedAt: null }
      if (test !== null && budget-- <= 0) return { ids, stoppedAt: lastSeen }
      lastSeen = id
      if (test === null || test(id)) ids.push(id)
      if (ids.length >= limit) return { ids, stoppedAt: null }
    }
    takeWaiting(null)
    return { ids, stoppedAt: null }
  }

  #before(a: number, b: number, descending: boolean): boolean {
    const keys = this.#keys()
    const difference = (keys[a] as number) - (keys[b] as number) || a - b
    return descending ? difference > 0 : difference < 0
  }

  /** Index of the first repo after a position, going down or up. */
  #startOf(after: { key: number; id: number } | null, descending: boolean): number {
    if (after === null) return descending ? this.#ids.length - 1 : 0
    if (!descending) return this.#firstAfter(this.#ids, after.key, after.id, 0)
    return this.#firstAfter(this.#ids, after.key, after.id - 1, 0) - 1
  }

  /** Index of the first id after (key, id) in ascending order. Repos that have moved cannot serve as landmarks: the next one that has not is used. */
  #firstAfter(ids: Uint32Array, key: number, id: number, from: number): number {
    const keys = this.#keys()
    let low = from
    let high = ids.length
    while (low < high) {
      const middle = (low + high) >>> 1
      let probe = middle
      while (probe < high && this.#moved.has(ids[probe] as number)) probe++
      if (probe === high) {
        high = middle
        continue
      }
      const found = ids[probe] as number
      const rank = (keys[found] as number) - key || found - id
      if (rank <= 0) low = probe + 1
      else high = middle
    }
    return low
  }
}
