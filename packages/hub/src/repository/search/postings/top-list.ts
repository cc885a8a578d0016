/** Keeps the first `limit` of the offered ids after a position, ordered by sort key and id. */
export class TopList {
  readonly #keys: Float64Array
  readonly #sign: 1 | -1
  readonly #after: { key: number; id: number } | null
  readonly #limit: number
  #ids: number[] = []
  #worst: number | null = null

  constructor(keys: Float64Array, descending: boolean, after: { key: number; id: number } | null, limit: number) {
    this.#keys = keys
    this.#sign = descending ? -1 : 1
    this.#after = after
    this.#limit = limit
  }

  offer(id: number): void {
    const key = this.#keys[id] as number
    if (this.#after !== null && this.#sign * (key - this.#after.key || id - this.#after.id) <= 0) return
    if (this.#worst !== null && this.#compare(id, this.#worst) > 0) return
    this.#ids.push(id)
    // Sorting occasionally costs less than maintaining a heap.
    if (this.#ids.length >= 4 * this.#limit + 64) this.#trim()
  }

  /** The ids in order. */
  ids(): readonly number[] {
    this.#trim()
    return this.#ids
  }

  #trim(): void {
    this.#ids.sort((a, b) => this.#compare(a, b))
    if (this.#ids.length > this.#limit) this.#ids.length = this.#limit
    if (this.#ids.length === this.#limit) this.#worst = this.#ids.at(-1) ?? null
  }

  #compare(a: number, b: number): number {
    return this.#sign * ((this.#keys[a] as number) - (this.#keys[b] as number) || a - b)
  }
}
