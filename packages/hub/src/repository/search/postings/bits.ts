/** One bit per repo id, in 32-bit words. May be shorter than the largest id: ids past the end are not in the set. */
export type Bits = Uint32Array<ArrayBuffer>

export function bitsFor(universe: number): Bits {
  return new Uint32Array((universe + 31) >>> 5)
}

export function hasBit(bits: Bits, id: number): boolean {
  const word = id >>> 5
  return word < bits.length && (((bits[word] as number) >>> (id & 31)) & 1) === 1
}

/** The id must be within range. */
export function setBit(bits: Bits, id: number): void {
  const word = id >>> 5
  bits[word] = (bits[word] as number) | (1 << (id & 31))
}

export function clearBit(bits: Bits, id: number): void {
  const word = id >>> 5
  if (word < bits.length) bits[word] = (bits[word] as number) & ~(1 << (id & 31))
}

export function countBits(bits: Bits): number {
  let total = 0
  for (let i = 0; i < bits.length; i++) total += popcount(bits[i] as number)
  return total
}

export function popcount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Intersects `target` with `other`. */
export function intersect(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let i = 0; i < shared; i++) target[i] = (target[i] as number) & (other[i] as number)
  target.fill(0, shared)
}

/** Removes the ids of `other` from `target`. */
export function subtract(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let i = 0; i < shared; i++) target[i] = (target[i] as number) & ~(other[i] as number)
}

/** Adds the ids of `other` to `target`, which must be long enough. */
export function unite(target: Bits, other: Bits): void {
  const shared = Math.min(target.length, other.length)
  for (let i = 0; i < shared; i++) target[i] = (target[i] as number) | (other[i] as number)
}

/** Calls back with every id, in ascending order. */
export function eachBit(bits: Bits, visit: (id: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number
    while (word !== 0) {
      const lowest = word & -word
      visit((i << 5) + 31 - Math.clz32(lowest))
      word ^= lowest
    }
  }
}

/** The ids in ascending order; `size` is their number. */
export function listBits(bits: Bits, size: number): Uint32Array<ArrayBuffer> {
  const list = new Uint32Array(size)
  let n = 0
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number
    while (word !== 0) {
      const lowest = word & -word
      list[n++] = (i << 5) + 31 - Math.clz32(lowest)
      word ^= lowest
    }
  }
  return list
}
