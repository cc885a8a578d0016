import { type ListingSort, listingSorts } from '../query.ts'
import { type Bits, bitsFor, clearBit, eachBit, hasBit, setBit, unite } from './bits.ts'
import { type BuiltCatalog, kinds, type LogPosition, noKind, type RepoColumns } from './built-catalog.ts'
import { IdSet } from './id-set.ts'
import { NameTable } from './name-table.ts'
import { SortOrder } from './sort-order.ts'

/** A repo's data in the index. Times in milliseconds. */
export interface IndexedRepo {
  readonly id: number
  readonly kind: number
  readonly isPublic: boolean
  readonly ownerId: number
  readonly fullName: string
  readonly isGated: boolean
  readonly params: number | null
  readonly keys: Readonly<Record<ListingSort, number>>
}

/** Owners whose private repos are visible. */
export type VisibleOwners = 'all' | ReadonlySet<number>

/**
 * All repos of the hub in memory, about 150 bytes each: who may see them, their tags, names and sort keys. It evaluates any combination of
 * conditions in about a millisecond for millions of repos, with exact totals, and is the same for both engines.
 * Memory only: its owner feeds it the changes.
 */
export class CatalogIndex {
  position: LogPosition
  readonly names: NameTable
  #universe: number
  readonly #columns: RepoColumns
  readonly #publicRepos: Bits[]
  readonly #privateRepos: Bits[]
  #gated: Bits
  readonly #orders: readonly Record<ListingSort, SortOrder>[]
  readonly #tags: BuiltCatalog['tags']
  readonly #tagsOf: BuiltCatalog['tagsOf']
  /** Repos whose tags have changed since the index was built. */
  readonly #changedTagsOf = new Map<number, readonly number[]>()
  readonly #namespaceNames: string[]
  #namespaceOf: Uint8Array
  #counts = new Uint32Array(0)
  /** Common tags, and those that have changed since the index was built. */
  readonly #changedTags = new Map<number, IdSet>()

  constructor(built: BuiltCatalog) {
    this.position = built.position
    this.names = new NameTable(built.names.bytes, built.names.starts)
    this.#universe = built.universe
    this.#columns = built.columns
    this.#publicRepos = [...built.publicRepos]
    this.#privateRepos = [...built.privateRepos]
    this.#gated = built.gated
    this.#orders = built.orders.map((byKind, kind) => this.#sortOrders(byKind, kind))
    this.#tags = built.tags
    this.#tagsOf = built.tagsOf
    this.#namespaceNames = [...built.namespaces.names]
    this.#namespaceOf = built.namespaces.of
    for (const { tagId, size, bits } of built.denseTags) this.#changedTags.set(tagId, IdSet.ofBits(bits, size))
  }

  #sortOrders(ids: Record<ListingSort, Uint32Array>, kind: number): Record<ListingSort, SortOrder> {
    const belongs = (id: number) => this.#columns.kind[id] === kind
    const entries = listingSorts.map((sort) => [sort, new SortOrder(ids[sort], () => this.#columns.keys[sort], belongs)] as const)
    return Object.fromEntries(entries) as Record<ListingSort, SortOrder>
  }

  /** One more than the largest repo id. */
  get universe(): number {
    return this.#universe
  }

  /** Above this many entries outside the large arrays, rebuilding pays off. */
  get needsRebuild(): boolean {
    return this.names.changes + this.#changedTagsOf.size > 10_000 + this.#universe / 8
  }

  order(kind: number, sort: ListingSort): SortOrder {
    return (this.#orders[kind] as Record<ListingSort, SortOrder>)[sort]
  }

  keys(sort: ListingSort): Float64Array {
    return this.#columns.keys[sort]
  }

  params(id: number): number {
    return this.#columns.params[id] ?? Number.NaN
  }

  ownerOf(id: number): number {
    return this.#columns.owner[id] ?? 0
  }

  /** By repo id. */
  get owners(): Uint32Array {
    return this.#columns.owner
  }

  /** By repo id; NaN when unknown. */
  get allParams(): Float64Array {
    return this.#columns.params
  }

  isGated(id: number): boolean {
    return hasBit(this.#gated, id)
  }

  get gated(): Bits {
    return this.#gated
  }

  isVisible(id: number, kind: number, owners: VisibleOwners): boolean {
    if (hasBit(this.#publicRepos[kind] as Bits, id)) return true
    return hasBit(this.#privateRepos[kind] as Bits, id) && (owners === 'all' || owners.has(this.ownerOf(id)))
  }

  /** A new set of all visible repos of a kind. */
  visible(kind: number, owners: VisibleOwners): Bits {
    const bits = bitsFor(this.#universe)
    unite(bits, this.#publicRepos[kind] as Bits)
    const hidden = this.#privateRepos[kind] as Bits
    if (owners === 'all') unite(bits, hidden)
    else if (owners.size > 0)
      eachBit(hidden, (id) => {
        if (owners.has(this.ownerOf(id))) setBit(bits, id)
      })
    return bits
  }

  /** The repos with a tag, regardless of visibility. Do not modify. */
  tagged(tagId: number): IdSet {
    const changed = this.#changedTags.get(tagId)
    if (changed) return changed
    const { ids, starts } = this.#tags
    const start = starts[tagId]
    const end = starts[tagId + 1]
    return IdSet.ofList(start === undefined || end === undefined ? new Uint32Array(0) : ids.subarray(start, end))
  }

  /** The tags of a repo, unordered. */
  tagsOf(repoId: number): Iterable<number> {
    const changed = this.#changedTagsOf.get(repoId)
    if (changed) return changed
    const { tagIds, starts } = this.#tagsOf
    const start = starts[repoId]
    const end = starts[repoId + 1]
    return start === undefined || end === undefined ? [] : tagIds.subarray(start, end)
  }

  /**
   * How often each tag occurs among some repos: a count per tag id. Always returns the same array.
   * Forty nanoseconds per repo, whatever is counted.
   */
  countTags(repoIds: Iterable<number>): Uint32Array {
    if (this.#counts.length < this.#namespaceOf.length) this.#counts = new Uint32Array(this.#namespaceOf.length)
    const counts = this.#counts.fill(0)
    const { tagIds, starts } = this.#tagsOf
    const built = starts.length - 1
    const changes = this.#changedTagsOf.size > 0
    for (const id of repoIds) {
      if (id >= built || (changes && this.#changedTagsOf.has(id))) {
        for (const tag of this.tagsOf(id)) counts[tag] = (counts[tag] as number) + 1
        continue
      }
      const end = starts[id + 1] as number
      for (let at = starts[id] as number; at < end; at++) {
        const tag = tagIds[at] as number
        counts[tag] = (counts[tag] as number) + 1
      }
    }
    return counts
  }

  /** The most frequent counted tags of a facet, as [tag id, count]; most frequent first. */
  topTags(counts: Uint32Array, ns: string, limit: number): [number, number][] {
    const number = this.#namespaceNames.indexOf(ns)
    let top: [number, number][] = []
    let least = 0
    for (let tag = 0; tag < counts.length; tag++) {
      const n = counts[tag] as number
      if (n <= least || this.#namespaceOf[tag] !== number) continue
      top.push([tag, n])
      if (top.length < 4 * limit) continue
      top = top.sort((a, b) => b[1] - a[1]).slice(0, limit)
      least = top.at(-1)?.[1] ?? 0
    }
    return top.sort((a, b) => b[1] - a[1]).slice(0, limit)
  }

  /** Sets the facet of a tag that is new, or has moved to a different one. */
  setNamespace(tagId: number, ns: string): void {
    let number = this.#namespaceNames.indexOf(ns)
    if (number === -1) number = this.#namespaceNames.push(ns) - 1
    if (tagId >= this.#namespaceOf.length) {
      const longer = new Uint8Array(tagId + 1 + 1024 + (tagId >>> 3))
      longer.set(this.#namespaceOf)
      this.#namespaceOf = longer
    }
    this.#namespaceOf[tagId] = number
  }

  changeTag(tagId: number, repoId: number, carries: boolean): void {
    this.#makeRoom(repoId)
    const others = [...this.tagsOf(repoId)].filter((tag) => tag !== tagId)
    this.#changedTagsOf.set(repoId, carries ? [...others, tagId] : others)
    let set = this.#changedTags.get(tagId)
    if (!set) {
      set = this.tagged(tagId).copy()
      this.#changedTags.set(tagId, set)
    }
    if (carries) set.add(repoId, this.#universe)
    else set.delete(repoId)
  }

  /** Adds or updates a repo. */
  put(repo: IndexedRepo): void {
    const { id, kind } = repo
    this.#makeRoom(id)
    const columns = this.#columns
    const wasKind = columns.kind[id] as number
    if (wasKind !== kind && wasKind !== noKind) this.remove(id)
    const isNew = columns.kind[id] === noKind
    columns.kind[id] = kind
    columns.owner[id] = repo.ownerId
    columns.params[id] = repo.params ?? Number.NaN
    const [shown, hidden] = [this.#publicRepos[kind] as Bits, this.#privateRepos[kind] as Bits]
    setBit(repo.isPublic ? shown : hidden, id)
    clearBit(repo.isPublic ? hidden : shown, id)
    if (repo.isGated) setBit(this.#gated, id)
    else clearBit(this.#gated, id)
    this.names.set(id, repo.fullName)
    for (const sort of listingSorts) {
      const keys = columns.keys[sort]
      if (!isNew && keys[id] === repo.keys[sort]) continue
      keys[id] = repo.keys[sort]
      this.order(kind, sort).move(id)
    }
  }

  /** Removes a deleted repo. */
  remove(id: number): void {
    const kind = this.#columns.kind[id]
    if (kind === undefined || kind === noKind) return
    clearBit(this.#publicRepos[kind] as Bits, id)
    clearBit(this.#privateRepos[kind] as Bits, id)
    clearBit(this.#gated, id)
    this.#columns.kind[id] = noKind
    for (const sort of listingSorts) this.order(kind, sort).move(id)
  }

  #makeRoom(id: number): void {
    if (id < this.#universe) return
    this.#universe = id + 1
    const columns = this.#columns
    if (id < columns.kind.length) return
    const length = id + 1 + 1024 + (id >>> 3)
    const kind = new Uint8Array(length).fill(noKind)
    kind.set(columns.kind)
    columns.kind = kind
    const owner = new Uint32Array(length)
    owner.set(columns.owner)
    columns.owner = owner
    const params = new Float64Array(length)
    params.set(columns.params)
    columns.params = params
    for (const sort of listingSorts) {
      const keys = new Float64Array(length)
      keys.set(columns.keys[sort])
      columns.keys[sort] = keys
    }
    const longer = (bits: Bits) => {
      const copy = bitsFor(length)
      copy.set(bits)
      return copy
    }
    for (const each of kinds) {
      this.#publicRepos[each] = longer(this.#publicRepos[each] as Bits)
      this.#privateRepos[each] = longer(this.#privateRepos[each] as Bits)
    }
    this.#gated = longer(this.#gated)
  }
}
