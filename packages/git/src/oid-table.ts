import { randomInt } from 'node:crypto'
import { oidFromBytes, oidToBytes, type Oid } from './oid.ts'

const oidBytes = 20

/** Secret odd numbers: ids crafted to look alike must not collide in the table. */
const seeds = [randomInt(2 ** 31) | 1, randomInt(2 ** 31) | 1] as const

/** Object ids, numbered in the order in which they were added. Takes about 30 bytes per id, a tenth of a Set of strings. */
export class OidTable {
  #oids: Buffer
  #slots: Int32Array
  #size = 0

  constructor(expected = 64) {
    this.#oids = Buffer.allocUnsafe(expected * oidBytes)
    this.#slots = new Int32Array(slotCount(expected)).fill(-1)
  }

  get size(): number {
    return this.#size
  }

  /** Adds the id at a byte offset of `source`. @returns its number, or -1 if it was there already */
  add(source: Buffer, at = 0): number {
    const slot = this.#find(source, at)
    if ((this.#slots[slot] as number) >= 0) return -1
    const index = this.#size++
    if (index * oidBytes === this.#oids.length) this.#growOids()
    source.copy(this.#oids, index * oidBytes, at, at + oidBytes)
    this.#slots[slot] = index
    if (this.#size * 2 > this.#slots.length) this.#growSlots()
    return index
  }

  addOid(oid: Oid): number {
    return this.add(oidToBytes(oid))
  }

  /** The number of an id; -1 if it is not in the table. */
  indexOf(source: Buffer, at = 0): number {
    return this.#slots[this.#find(source, at)] as number
  }

  indexOfOid(oid: Oid): number {
    return this.indexOf(oidToBytes(oid))
  }

  oid(index: number): Oid {
    return oidFromBytes(this.#oids.subarray(index * oidBytes, (index + 1) * oidBytes))
  }

  /** The slot of the id, or the empty one where it belongs. */
  #find(source: Buffer, at: number): number {
    const mask = this.#slots.length - 1
    let slot = ((Math.imul(source.readUInt32LE(at), seeds[0]) ^ Math.imul(source.readUInt32LE(at + 4), seeds[1])) >>> 5) & mask
    for (;;) {
      const index = this.#slots[slot] as number
      if (index < 0 || this.#oids.compare(source, at, at + oidBytes, index * oidBytes, (index + 1) * oidBytes) === 0) return slot
      slot = (slot + 1) & mask
    }
  }

  #growOids(): void {
    const grown = Buffer.allocUnsafe(this.#oids.length * 2)
    this.#oids.copy(grown)
    this.#oids = grown
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let index = 0; index < this.#size; index++) this.#slots[this.#find(this.#oids, index * oidBytes)] = index
  }
}

function slotCount(expected: number): number {
  let count = 64
  while (count < expected * 2) count *= 2
  return count
}
