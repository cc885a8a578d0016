import { type Bits, bitsFor, countBits, hasBit, intersect, listBits, popcount, setBit, subtract, unite } from './bits.ts'
import type { CatalogIndex, VisibleOwners } from './catalog-index.ts'
import type { IdSet } from './id-set.ts'
import type { NameWord } from './name-table.ts'

/** Conditions on repos; all must hold. */
export interface Filter {
  readonly kind: number
  readonly owners: VisibleOwners
  /** Sets a repo must be in, all of them: those of its tags, and lists of candidates. */
  readonly sets: readonly IdSet[]
  /** All sets of at least one group. */
  readonly anyOf: readonly (readonly IdSet[])[] | null
  readonly owner: number | null
  readonly gated: boolean | null
  readonly minParams: number | null
  readonly maxParams: number | null
}

/** Repos matching a filter: sorted ids when there are few, bits when there are many. */
export type Selection =
  | { readonly kind: 'list'; readonly ids: Uint32Array; readonly size: number }
  | { readonly kind: 'bits'; readonly bits: Bits; readonly size: number }

/** Up to this many are listed: picking the first of them costs less than walking an order until a page is full. */
function maxListed(index: CatalogIndex): number {
  return Math.sqrt(64 * index.universe)
}

/** Everything that passes the filter and, if `words` are given, matches by name. Exact. */
export function select(index: CatalogIndex, filter: Filter, words: readonly NameWord[] = []): Selection {
  const sets = filter.sets.toSorted((a, b) => a.size - b.size)
  const few = sets[0]?.list
  if (few) return list(few.filter(testOf(index, filter, sets.slice(1), words)))
  const bits = index.visible(filter.kind, filter.owners)
  for (const set of sets) if (set.bits) intersect(bits, set.bits)
  if (filter.anyOf !== null) intersect(bits, anyOfBits(index, filter.anyOf))
  if (filter.gated === true) intersect(bits, index.gated)
  if (filter.gated === false) subtract(bits, index.gated)
  if (filter.owner !== null) keepOwner(bits, index.owners, filter.owner)
  if (filter.minParams !== null || filter.maxParams !== null) {
    keepParams(bits, index.allParams, filter.minParams ?? 0, filter.maxParams ?? Number.POSITIVE_INFINITY)
  }
  if (words.length > 0) keepNames(bits, index, words)
  const size = countBits(bits)
  return size <= maxListed(index) ? { kind: 'list', ids: listBits(bits, size), size } : { kind: 'bits', bits, size }
}

function list(ids: Uint32Array): Selection {
  return { kind: 'list', ids, size: ids.length }
}

/** The part of a filter that is cheap to apply to all repos at once; {@link remainder} is the rest. */
export function cheapSelection(filter: Filter): Filter {
  return { ...filter, owner: null, minParams: null, maxParams: null }
}

/** Tests what {@link cheapSelection} omits, and the name; `null` when there is nothing to test. */
export function remainder(index: CatalogIndex, filter: Filter, words: readonly NameWord[]): ((id: number) => boolean) | null {
  const { owner, minParams, maxParams } = filter
  if (owner === null && minParams === null && maxParams === null && words.length === 0) return null
  return (id) =>
    (owner === null || index.ownerOf(id) === owner) &&
    paramsFit(index, filter, id) &&
    (words.length === 0 || index.names.contains(id, words))
}

function testOf(index: CatalogIndex, filter: Filter, sets: readonly IdSet[], words: readonly NameWord[]): (id: number) => boolean {
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

/** An unknown number of parameters is outside every range. */
function paramsFit(index: CatalogIndex, { minParams, maxParams }: Filter, id: number): boolean {
  if (minParams !== null && !(index.params(id) >= minParams)) return false
  return maxParams === null || index.params(id) <= maxParams
}

function anyOfBits(index: CatalogIndex, groups: readonly (readonly IdSet[])[]): Bits {
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

/*
 * Three loops that differ in one expression: as a function called for each of two million repos, it would take ten times as long.
 */

function keepOwner(bits: Bits, owners: Uint32Array, owner: number): void {
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number
    if (word === 0) continue
    let fits = 0
    for (let bit = 0, id = i << 5; bit < 32; bit++, id++) if (owners[id] === owner) fits |= 1 << bit
    bits[i] = word & fits
  }
}

function keepParams(bits: Bits, params: Float64Array, min: number, max: number): void {
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number
    if (word === 0) continue
    let fits = 0
    for (let bit = 0, id = i << 5; bit < 32; bit++, id++)
      if ((params[id] as number) >= min && (params[id] as number) <= max) fits |= 1 << bit
    bits[i] = word & fits
  }
}

function keepNames(bits: Bits, index: CatalogIndex, words: readonly NameWord[]): void {
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number
    let kept = 0
    for (let rest = word; rest !== 0;) {
      const lowest = rest & -rest
      if (index.names.contains((i << 5) + 31 - Math.clz32(lowest), words)) kept |= lowest
      rest ^= lowest
    }
    bits[i] = kept
  }
}

/** How many repos of a large selection are in the set. */
export function countShared(bits: Bits, set: IdSet): number {
  let n = 0
  if (set.bits !== null) {
    const shared = Math.min(set.bits.length, bits.length)
    for (let i = 0; i < shared; i++) n += popcount((set.bits[i] as number) & (bits[i] as number))
  } else for (const id of set.list ?? []) if (hasBit(bits, id)) n++
  return n
}
