import { objectTypes, type ObjectType, type ObjectTypeNumber, type Oid, typeName } from '../oid.ts'
import { OidTable } from '../oid-table.ts'
import { GitProtocolError } from '../protocol-error.ts'

/** Marks an object that the client has: usable as a delta base, but not to be sent. */
const externalBit = 0x80

/** The contents of a pack in about 60 bytes per object: ids, types, and for each the earlier version of the same path. */
export class PackPlan {
  readonly #oids = new OidTable(1_024)
  readonly #max: number
  #kinds = new Uint8Array(1_024)
  #previous = new Int32Array(1_024)
  #bases = new Int32Array(1_024)
  #turns = new Int32Array(1_024)
  readonly #counts: Record<ObjectType, number> = { commit: 0, tree: 0, blob: 0, tag: 0 }

  /** @param max the maximum number of objects; more are refused */
  constructor(max: number) {
    this.#max = max
  }

  /** How many objects are to be sent. */
  get count(): number {
    return this.#counts.commit + this.#counts.tree + this.#counts.blob + this.#counts.tag
  }

  /** Adds the object whose id is at a byte offset of `source`. @returns its number, or -1 if it is known already */
  add(type: ObjectType, source: Buffer, at = 0): number {
    const index = this.#enter(objectTypes[type], source, at)
    if (index >= 0) this.#counts[type]++
    return index
  }

  /** The number of an object that the client has, for use as a base. */
  external(type: ObjectType, source: Buffer, at = 0): number {
    const index = this.#enter(objectTypes[type] | externalBit, source, at)
    return index >= 0 ? index : this.#oids.indexOf(source, at)
  }

  indexOf(source: Buffer, at = 0): number {
    return this.#oids.indexOf(source, at)
  }

  oid(index: number): Oid {
    return this.#oids.oid(index)
  }

  isExternal(index: number): boolean {
    return ((this.#kinds[index] as number) & externalBit) !== 0
  }

  /** The previous version of the same path; -1 if there is none. */
  previous(index: number): number {
    return this.#previous[index] as number
  }

  follow(index: number, previous: number): void {
    this.#previous[index] = previous
  }

  /** The delta base of this object; -1 if it is sent whole. */
  base(index: number): number {
    return this.#bases[index] as number
  }

  /**
   * The base to try for an object: the versions of its path form a ladder with steps of sixteen, so that a thousand versions are at most
   * 45 deltas deep and none is far from its base.
   */
  candidate(index: number): number {
    const previous = this.previous(index)
    if (previous < 0) return -1
    const turn = (this.#turns[previous] as number) + 1
    let step = 1
    while (turn % (step * 16) === 0) step *= 16
    let at = previous
    while ((this.#turns[at] as number) > turn - step) at = this.base(at)
    return at
  }

  /** Records that an object is sent as a delta against its {@link candidate}. */
  rest(index: number, base: number): void {
    this.#bases[index] = base
    this.#turns[index] = (this.#turns[this.previous(index)] as number) + 1
  }

  /** The numbers of the objects of one type to be sent, in insertion order. */
  *ofType(type: ObjectType): Generator<number> {
    const kind = objectTypes[type]
    for (let index = 0; index < this.#oids.size; index++) if (this.#kinds[index] === kind) yield index
  }

  type(index: number): ObjectType {
    return typeName(((this.#kinds[index] as number) & ~externalBit) as ObjectTypeNumber)
  }

  #enter(kind: number, source: Buffer, at: number): number {
    const index = this.#oids.add(source, at)
    if (index < 0) return -1
    if (index >= this.#max) throw new GitProtocolError(`A pack cannot have more than ${this.#max} objects`)
    if (index >= this.#kinds.length) this.#grow()
    this.#kinds[index] = kind
    this.#previous[index] = -1
    this.#bases[index] = -1
    return index
  }

  #grow(): void {
    const grown = <T extends Uint8Array | Int32Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    const length = this.#kinds.length * 2
    this.#kinds = grown(this.#kinds, new Uint8Array(length))
    this.#previous = grown(this.#previous, new Int32Array(length))
    this.#bases = grown(this.#bases, new Int32Array(length))
    this.#turns = grown(this.#turns, new Int32Array(length))
  }
}
