import { type Bits, bitsFor, clearBit, hasBit, listBits, setBit } from './bits.ts'

/** Above this share of the catalog, one bit per repo takes less space than one number per member. */
export const denseShare = 1 / 32

/** A set of repo ids: sorted numbers when there are few, bits when there are many. */
export class IdSet {
  #size: number
  /** Sorted; only the first `#size` are valid. */
  #list: Uint32Array | null
  #bits: Bits | null

  private constructor(size: number, list: Uint32Array | null, bits: Bits | null) {
    this.#size = size
    this.#list = list
    this.#bits = bits
  }

  /** The list is used directly, not copied, until the set changes. */
  static ofList(sorted: Uint32Array): IdSet {
    return new IdSet(sorted.length, sorted, null)
  }

  static ofBits(bits: Bits, size: number): IdSet {
    return new IdSet(size, null, bits)
  }

  get size(): number {
    return this.#size
  }

  /** Sorted ids; `null` when the set is stored as bits. */
  get list(): Uint32Array | null {
    return this.#list === null || this.#list.length === this.#size ? this.#list : this.#list.subarray(0, this.#size)
  }

  get bits(): Bits | null {
    return this.#bits
  }

  has(id: number): boolean {
    if (this.#bits) return hasBit(this.#bits, id)
    const at = this.#placeOf(id)
    return at < this.#size && this.#list?.[at] === id
  }

  /** Makes a private copy to modify; the lists of a newly built index are views of one large array. */
  copy(): IdSet {
    return new IdSet(this.#size, this.#list?.slice(0, this.#size) ?? null, this.#bits?.slice() ?? null)
  }

  /** @param universe one more than the largest id */
  add(id: number, universe: number): void {
    if (this.has(id)) return
    if (this.#list && this.#size + 1 > universe * denseShare) this.#toBits(universe)
    if (this.#bits) {
      if (id >>> 5 >= this.#bits.length) this.#bits = grown(this.#bits, Math.max(universe, id + 1))
      setBit(this.#bits, id)
    } else if (this.#list) {
      const at = this.#placeOf(id)
      let list = this.#list
      if (this.#size === list.length) {
        list = new Uint32Array(Math.max(4, list.length + (list.length >>> 1)))
        list.set(this.#list.subarray(0, this.#size))
        this.#list = list
      }
      list.copyWithin(at + 1, at, this.#size)
      list[at] = id
    }
    this.#size++
  }

  delete(id: number): void {
    if (!this.has(id)) return
    if (this.#bits) clearBit(this.#bits, id)
    else if (this.#list) {
      const at = this.#placeOf(id)
      this.#list.copyWithin(at, at + 1, this.#size)
    }
    this.#size--
  }

  /** The id's position in the list, or where it would be inserted. */
  #placeOf(id: number): number {
    const list = this.#list
    if (list === null) return 0
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((list[middle] as number) < id) low = middle + 1
      else high = middle
    }
    return low
  }

  #toBits(universe: number): void {
    const bits = bitsFor(universe)
    const list = this.#list
    for (let i = 0; list && i < this.#size; i++) setBit(bits, list[i] as number)
    this.#bits = bits
    this.#list = null
  }

  /** The ids in ascending order. */
  toArray(): Uint32Array {
    return this.#bits ? listBits(this.#bits, this.#size) : (this.list ?? new Uint32Array(0))
  }
}

function grown(bits: Bits, universe: number): Bits {
  const larger = bitsFor(universe + (universe >>> 4))
  larger.set(bits)
  return larger
}
