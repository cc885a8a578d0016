import { sql } from 'kysely'
import type { Actor } from '../../../foundation/actor/index.ts'
import { findAccount } from '../../../identity/accounts/index.ts'
import type { Hub } from '../../../hub.ts'
import { kindOf } from '../../../foundation/db/repo-kind.ts'
import { visibleOwnerIds } from '../../access/index.ts'
import { findTags } from '../find-tags.ts'
import type { Matches, MatchPage, TagCount, Total } from '../matches.ts'
import { isDescending, type ListingQuery, type Position } from '../query.ts'
import { likePattern, searchWords, trigramLength, trigramQuery } from '../words.ts'
import { listBits } from './bits.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { IdSet } from './id-set.ts'
import { type NameWord, nameWords } from './name-table.ts'
import { parseIds } from './read-catalog.ts'
import { cheapSelection, countShared, type Filter, remainder, select, type Selection } from './selection.ts'
import { TopList } from './top-list.ts'

/** Repos tested in page order before testing all of them. */
const firstTested = 2_000
/** Maximum names examined per page. Ten milliseconds. */
const maxNames = 40_000
/** Above this many hits, the name index is not used. */
const maxHits = 10_000
/** For an author with more repos than this, all repos are tested. */
const maxOwned = 4_000
/** Up to this many matches, all their tags are counted; above that, only the tags that are most frequent in the hub. */
const maxCounted = 200_000
const commonTags = 200

/** Evaluates a listing with the in-memory index. `null` when nothing can match, `undefined` when the tables are needed. */
export async function indexMatches(hub: Hub, index: CatalogIndex, actor: Actor, query: ListingQuery): Promise<Matches | null | undefined> {
  if ((query.linked !== undefined && query.linked) || query.ids !== undefined) return undefined
  const found = await findTags(hub.db.read, query)
  const words = searchWords(query.search)
  if (found === null || words === null) return null
  const author = query.author === undefined ? null : await authorOf(hub, query)
  if (author === undefined) return null
  const visible = visibleOwnerIds(actor)
  const filter: Filter = {
    kind: kindOf(query.type),
    owners: visible === 'all' ? 'all' : new Set(visible),
    sets: [...found.all.map(({ id }) => index.tagged(id)), ...(author?.repos ? [author.repos] : [])],
    anyOf: found.anyOf?.map((group) => group.map(({ id }) => index.tagged(id))) ?? null,
    owner: author?.id ?? null,
    gated: query.gated ?? null,
    minParams: query.minParams ?? null,
    maxParams: query.maxParams ?? null,
  }
  return new IndexMatches(hub, index, query, filter, words)
}

/** `undefined` when nobody has the name; `repos` is only set when there are few. */
async function authorOf(hub: Hub, query: ListingQuery): Promise<{ id: number; repos: IdSet | null } | undefined> {
  const author = query.author?.includes('\0') ? null : await findAccount(hub, query.author ?? '')
  if (!author) return undefined
  const some = hub.db.read
    .selectFrom('repo')
    .select('id')
    .where('owner_id', '=', author.id)
    .where('kind', '=', kindOf(query.type))
    .limit(maxOwned + 1)
  const repos = (await some.execute()).map(({ id }) => id)
  return { id: author.id, repos: repos.length > maxOwned ? null : IdSet.ofList(Uint32Array.from(repos).sort()) }
}

class IndexMatches implements Matches {
  readonly #hub: Hub
  readonly #index: CatalogIndex
  readonly #query: ListingQuery
  readonly #filter: Filter
  readonly #words: readonly string[]
  readonly #nameWords: readonly NameWord[]
  #withoutNames: Selection | null = null
  #selected: Promise<{ selection: Selection; exact: boolean }> | null = null

  constructor(hub: Hub, index: CatalogIndex, query: ListingQuery, filter: Filter, words: readonly string[]) {
    this.#hub = hub
    this.#index = index
    this.#query = query
    this.#filter = filter
    this.#words = words
    this.#nameWords = nameWords(words)
  }

  async page(after: Position | null, limit: number): Promise<MatchPage> {
    // Frequent matches fill a page from the first repos tested.
    const test = remainder(this.#index, this.#filter, this.#nameWords)
    const quick = this.#pageOf(select(this.#index, cheapSelection(this.#filter)), after, limit, test, firstTested)
    if (quick.next === null || quick.positions.length === limit) return quick
    if (this.#words.length === 0) return this.#pageOf(this.#unnamed(), after, limit, null, 0)
    // Rare words have few hits in the name index.
    const { selection, exact } = await this.#resolve()
    if (exact) return this.#pageOf(selection, after, limit, null, 0)
    return this.#pageOf(this.#unnamed(), after, limit, (id) => this.#index.names.contains(id, this.#nameWords), maxNames)
  }

  #pageOf(selection: Selection, after: Position | null, limit: number, test: ((id: number) => boolean) | null, budget: number): MatchPage {
    const { sort } = this.#query
    const keys = this.#index.keys(sort)
    const descending = isDescending(this.#query)
    const position = (id: number): Position => ({ key: keys[id] as number, id })
    if (selection.kind === 'list') {
      const top = new TopList(keys, descending, after, limit + 1)
      for (const id of selection.ids) if (test === null || test(id)) top.offer(id)
      return pageFrom(top.ids(), limit, position)
    }
    const order = this.#index.order(this.#filter.kind, sort)
    const walked = order.walk({ members: selection.bits, after, descending, limit: limit + 1, test, budget })
    if (walked.stoppedAt === null || walked.ids.length > limit) return pageFrom(walked.ids, limit, position)
    return { positions: walked.ids.map(position), next: position(walked.stoppedAt) }
  }

  async total(): Promise<Total> {
    const { selection, exact } = await this.#resolve()
    return { n: selection.size, exact }
  }

  async tagCounts(namespaces: readonly string[], options: { search: string | null; limit: number }): Promise<readonly TagCount[]> {
    const { selection, exact } = await this.#resolve()
    const few = selection.kind === 'list' || selection.size <= maxCounted
    const named = options.search !== null || !few ? (await Promise.all(namespaces.map((ns) => this.#commonTags(ns, options)))).flat() : null
    let counts: { ns: string; value: string; n: number }[]
    if (!few) counts = (named ?? []).map(({ id, ns, value }) => ({ ns, value, n: countShared(selection.bits, this.#index.tagged(id)) }))
    else {
      const perTag = this.#index.countTags(selection.kind === 'list' ? selection.ids : listBits(selection.bits, selection.size))
      counts = named
        ? named.map(({ id, ns, value }) => ({ ns, value, n: perTag[id] ?? 0 }))
        : await this.#valuesOf(namespaces.flatMap((ns) => this.#index.topTags(perTag, ns, options.limit)))
    }
    return namespaces.flatMap((ns) =>
      counts
        .filter((tag) => tag.ns === ns && tag.n > 0)
        .sort((a, b) => b.n - a.n || (a.value < b.value ? -1 : 1))
        .slice(0, options.limit)
        .map((tag) => ({ ...tag, capped: !exact })),
    )
  }

  async #valuesOf(counts: readonly [number, number][]): Promise<{ ns: string; value: string; n: number }[]> {
    const rows: { id: number; ns: string; value: string }[] = []
    for (let at = 0; at < counts.length; at += 1_000) {
      const ids = counts.slice(at, at + 1_000).map(([id]) => id)
      rows.push(...(await this.#hub.db.read.selectFrom('tag').select(['id', 'ns', 'value']).where('id', 'in', ids).execute()))
    }
    const byId = new Map(counts)
    return rows.map(({ id, ns, value }) => ({ ns, value, n: byId.get(id) ?? 0 }))
  }

  async #commonTags(ns: string, { search }: { search: string | null }): Promise<{ id: number; ns: string; value: string }[]> {
    let query = this.#hub.db.read.selectFrom('tag').select(['id', 'ns', 'value']).where('kind', '=', this.#filter.kind).where('ns', '=', ns)
    if (search !== null) query = query.where(sql<boolean>`lower(value) like ${likePattern(search.toLowerCase())} escape '\\'`)
    return query.orderBy('n', 'desc').orderBy('value').limit(commonTags).execute()
  }

  /** All matches, or some of them when the words are so frequent that finding all would take long. */
  #resolve(): Promise<{ selection: Selection; exact: boolean }> {
    this.#selected ??= this.#resolveOnce()
    return this.#selected
  }

  async #resolveOnce(): Promise<{ selection: Selection; exact: boolean }> {
    const unnamed = this.#unnamed()
    if (this.#words.length === 0) return { selection: unnamed, exact: true }
    if (unnamed.size <= maxNames) return { selection: select(this.#index, this.#filter, this.#nameWords), exact: true }
    const longest = this.#words[0] ?? ''
    if (longest.length < trigramLength) return { selection: this.#firstNamed(unnamed), exact: false }
    const { hits, all } = await this.#nameHits(longest)
    const filter = { ...this.#filter, sets: [...this.#filter.sets, hits] }
    return { selection: select(this.#index, filter, this.#nameWords), exact: all }
  }

  /** All conditions except the name. */
  #unnamed(): Selection {
    this.#withoutNames ??= select(this.#index, this.#filter)
    return this.#withoutNames
  }

  /** The matches among the first repos. */
  #firstNamed(selection: Selection): Selection {
    const ids: number[] = []
    const order = this.#index.order(this.#filter.kind, this.#query.sort)
    if (selection.kind === 'bits') {
      const test = (id: number) => this.#index.names.contains(id, this.#nameWords)
      const walked = order.walk({ members: selection.bits, after: null, descending: true, limit: maxHits, test, budget: maxNames })
      ids.push(...walked.ids)
    }
    return { kind: 'list', ids: Uint32Array.from(ids).sort(), size: ids.length }
  }

  /** Ids from the database's trigram index, as one string: takes a tenth of the time of rows. */
  async #nameHits(word: string): Promise<{ hits: IdSet; all: boolean }> {
    const limit = sql.lit(maxHits + 1)
    const { rows } = await (
      this.#hub.db.dialect === 'sqlite'
        ? sql<{ ids: string | null }>`select group_concat(id) as ids from (select rowid as id from name_tri
            where name_tri match ${trigramQuery(word)} limit ${limit})`
        : sql<{ ids: string | null }>`select string_agg(id::text, ',') as ids from (select id from repo
            where (owner || '/' || name) ilike ${likePattern(word)} limit ${limit}) r`
    ).execute(this.#hub.db.read)
    const ids = new Uint32Array(maxHits + 1)
    const n = parseIds(rows[0]?.ids ?? '', ids, 0)
    return { hits: IdSet.ofList(ids.slice(0, n).sort()), all: n <= maxHits }
  }
}

function pageFrom(ids: readonly number[], limit: number, position: (id: number) => Position): MatchPage {
  const positions = ids.slice(0, limit).map(position)
  return { positions, next: ids.length > limit ? (positions.at(-1) ?? null) : null }
}
