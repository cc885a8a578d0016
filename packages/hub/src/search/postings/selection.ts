import { type Bits, bitsFor, countBits, hasBit, intersect, listBits, popcount, setBit, unite } from './bits.ts'
import type { CatalogueIndex, VisibleOwners } from './catalogue-index.ts'
import type { IdSet } from './id-set.ts'
import type { NameWord } from './name-table.ts'

/** What repos must be; all of it. */
export interface Filter {
  readonly kind: number
  readonly owners: VisibleOwners
  /** Sets that a repo is in, all of them: those of its tags, and lists of candidates. */
  readonly sets: readonly IdSet[]
  /** All sets of at least one group. */
  readonly anyOf: readonly (readonly IdSet[])[] | null
  readonly owner: number | null
  readonly gated: boolean | null
  readonly minParams: number | null
  readonly maxParams: number | null
}

/** Repos of a filter: sorted ids when they are few, bits when they are many. */
export type Selection =
  | { readonly kind: 'list'; readonly ids: Uint32Array; readonly size: number }
  | { readonly kind: 'bits'; readonly bits: Bits; readonly size: number }

/** Up to so many are listed: taking the first of them costs less than walking an order until a page of them has come by. */
function maxListed(index: CatalogueIndex): number {
  return Math.sqrt(64 * index.universe)
}

/** Everything that passes the filter, and the names when `words` are given. Exact. */
export function select(index: CatalogueIndex, filter: Filter, words: readonly NameWord[]): Selection {
  const sets = filter.sets.toSorted((a, b) => a.size - b.size)
  const few = sets[0]?.list
  if (few) return list(few.filter(testOf(index, filter, sets.slice(1), words)))
  const bits = index.visible(filter.kind, filter.owners)
  for (const set of sets) if (set.bits) intersect(bits, set.bits)
  if (filter.anyOf !== null) intersect(bits, anyOfBits(index, filter.anyOf))
  const { owner, minParams, maxParams } = filter
  if (filter.gated === true) intersect(bits, index.gated)
  if (owner !== null || filter.gated === false || minParams !== null || maxParams !== null || words.length > 0) {
    const passes = (id: number) =>
      (owner === null || index.ownerOf(id) === owner) &&
      (filter.gated !== false || !index.isGated(id)) &&
      paramsFit(index, filter, id) &&
      (words.length === 0 || index.names.contains(id, words))
    keep(bits, passes)
  }
  const size = countBits(bits)
  return size <= maxListed(index) ? { kind: 'list', ids: listBits(bits, size), size } : { kind: 'bits', bits, size }
}

function list(ids: Uint32Array): Selection {
  return { kind: 'list', ids, size: ids.length }
}

function testOf(index: CatalogueIndex, filter: Filter, sets: readonly IdSet[], words: readonly NameWord[]): (id: number) => boolean {
  const { kind, owners, owner, gated, anyOf } = filter
  return (id) => {
    if (!index.isVisible(id, kind, owners)) return false
    for (const set of sets) if (!set.has(id)) return false
    if (owner !== null && index.ownerOf(id) !== owner) return false
    if (gated !== null && index.isGated(id) !== gated) return false
    if (anyOf !== null && !anyOf.some((group) => group.every((set) => set.has(id)))) return false
    return paramsFit(index, filter, id) && (words.length === 0 || index.names.contains(id, words))
  }
}

/** Unknown numbers of parameters fit no bound. */
function paramsFit(index: CatalogueIndex, { minParams, maxParams }: Filter, id: number): boolean {
  if (minParams !== null && !(index.params(id) >= minParams)) return false
  return maxParams === null || index.params(id) <= maxParams
}

function anyOfBits(index: CatalogueIndex, groups: readonly (readonly IdSet[])[]): Bits {
  const any = bitsFor(index.universe)
  for (const group of groups) {
    const all = bitsFor(index.universe)
    const [first, ...rest] = group.toSorted((a, b) => a.size - b.size)
    if (first?.bits) unite(all, first.bits)
    else for (const id of first?.list ?? []) if (rest.every((set) => set.has(id))) setBit(all, id)
    if (first?.bits) for (const { bits } of rest) if (bits) intersect(all, bits)
    unite(any, all)
  }
  return any
}

function keep(bits: Bits, passes: (id: number) => boolean): void {
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number
    let kept = word
    while (word !== 0) {
      const lowest = word & -word
      if (!passes((i << 5) + 31 - Math.clz32(lowest))) kept ^= lowest
      word ^= lowest
    }
    bits[i] = kept
  }
}

/** Counts members of many sets in one selection. */
export class Tally {
  readonly #selection: Selection
  readonly #bits: Bits

  constructor(index: CatalogueIndex, selection: Selection) {
    this.#selection = selection
    if (selection.kind === 'bits') this.#bits = selection.bits
    else {
      this.#bits = bitsFor(index.universe)
      for (const id of selection.ids) setBit(this.#bits, id)
    }
  }

  /** How many repos of the selection are in the set. */
  count(set: IdSet): number {
    let n = 0
    const selection = this.#selection
    const members = set.list
    if (members !== null && (selection.kind === 'bits' || members.length <= selection.size)) {
      for (const id of members) if (hasBit(this.#bits, id)) n++
    } else if (selection.kind === 'list') {
      for (const id of selection.ids) if (set.has(id)) n++
    } else if (set.bits !== null) {
      const shared = Math.min(set.bits.length, this.#bits.length)
      for (let i = 0; i < shared; i++) n += popcount((set.bits[i] as number) & (this.#bits[i] as number))
    }
    return n
  }
}
