import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** Vectors per block of memory: growing does not copy anything. */
const blockRows = 4096
/** Vectors compared before other work gets a turn. */
const turnRows = 4 * blockRows

export interface Neighbor<Id = number> {
  readonly id: Id
  /** Cosine similarity: 1 is the same direction. */
  readonly score: number
}

/**
 * Unit vectors in memory, searched linearly. 4 bytes per number: 100,000 vectors with 384 numbers take 154 MB. For search times,
 * see `bench/semantic.ts`.
 */
export class VectorIndex<Id extends string | number = number> {
  readonly dims: number
  readonly #blocks: Float32Array[] = []
  readonly #ids: Id[] = []
  readonly #rows = new Map<Id, number>()

  constructor(dims: number) {
    this.dims = dims
  }

  get size(): number {
    return this.#ids.length
  }

  /** Adds or replaces a vector. @throws RangeError when its length differs */
  set(id: Id, vector: Float32Array): void {
    if (vector.length !== this.dims) throw new RangeError(`A vector with ${vector.length} numbers in an index of ${this.dims}`)
    let row = this.#rows.get(id)
    if (row === undefined) {
      row = this.#ids.push(id) - 1
      this.#rows.set(id, row)
      if (row % blockRows === 0) this.#blocks.push(new Float32Array(blockRows * this.dims))
    }
    this.#slice(row).set(vector)
  }

  get(id: Id): Float32Array | null {
    const row = this.#rows.get(id)
    return row === undefined ? null : this.#slice(row)
  }

  /** The last vector moves into the gap. */
  delete(id: Id): void {
    const row = this.#rows.get(id)
    const lastId = this.#ids.at(-1)
    if (row === undefined || lastId === undefined) return
    this.#slice(row).set(this.#slice(this.#ids.length - 1))
    this.#ids[row] = lastId
    this.#rows.set(lastId, row)
    this.#rows.delete(id)
    this.#ids.pop()
    if (this.#ids.length % blockRows === 0) this.#blocks.length = this.#ids.length / blockRows
  }

  /** The `count` nearest vectors, nearest first. Other work may run in between; concurrent changes may or may not be seen. */
  async nearest(query: Float32Array, count: number): Promise<Neighbor<Id>[]> {
    if (query.length !== this.dims) throw new RangeError(`A vector with ${query.length} numbers for an index of ${this.dims}`)
    const best: Neighbor<Id>[] = []
    let threshold = -Infinity
    for (let row = 0; row < this.#ids.length; row++) {
      if (row % turnRows === 0 && row > 0) await yieldToOthers()
      const block = this.#blocks[Math.floor(row / blockRows)]
      const id = this.#ids[row]
      if (block === undefined || id === undefined) break
      const score = dot(query, block, (row % blockRows) * this.dims)
      if (score <= threshold && best.length >= count) continue
      insert(best, { id, score }, count)
      if (best.length >= count) threshold = best.at(-1)?.score ?? -Infinity
    }
    return best
  }

  #slice(row: number): Float32Array {
    const start = (row % blockRows) * this.dims
    const block = this.#blocks[Math.floor(row / blockRows)]
    if (block === undefined) throw new RangeError(`No row ${row}`)
    return block.subarray(start, start + this.dims)
  }
}

/** Four sums at once: the processor need not wait for one addition before starting the next. */
function dot(a: Float32Array, block: Float32Array, start: number): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0]
  const whole = a.length - (a.length % 4)
  for (let at = 0; at < whole; at += 4) {
    s0 += (a[at] as number) * (block[start + at] as number)
    s1 += (a[at + 1] as number) * (block[start + at + 1] as number)
    s2 += (a[at + 2] as number) * (block[start + at + 2] as number)
    s3 += (a[at + 3] as number) * (block[start + at + 3] as number)
  }
  for (let at = whole; at < a.length; at++) s0 += (a[at] as number) * (block[start + at] as number)
  return s0 + s1 + s2 + s3
}

/** Keeps the best ones in order, at most `count`. */
function insert<Id>(best: Neighbor<Id>[], candidate: Neighbor<Id>, count: number): void {
  let [low, high] = [0, best.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((best[middle]?.score ?? 0) >= candidate.score) low = middle + 1
    else high = middle
  }
  best.splice(low, 0, candidate)
  if (best.length > count) best.pop()
}

/** Normalizes to length 1; `null` for a zero vector. */
export function unit(vector: ArrayLike<number>): Float32Array | null {
  let sum = 0
  for (let at = 0; at < vector.length; at++) sum += (vector[at] ?? 0) ** 2
  const length = Math.sqrt(sum)
  if (length === 0 || !Number.isFinite(length)) return null
  return Float32Array.from(vector, (value) => value / length)
}
