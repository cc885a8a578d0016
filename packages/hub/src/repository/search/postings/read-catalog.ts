import { type Selectable, sql } from 'kysely'
import type { Dialect, Reader } from '../../../foundation/db/db.ts'
import type { RepoTable } from '../../../foundation/db/schema.ts'
import { isPublic, visibility } from '../../../foundation/db/visibility.ts'
import { type ListingSort, listingSorts } from '../query.ts'
import { type Bits, bitsFor, eachBit, setBit } from './bits.ts'
import { type BuiltCatalog, kinds, noKind, type RepoColumns } from './built-catalog.ts'
import type { IndexedRepo } from './catalog-index.ts'
import { denseShare } from './id-set.ts'
import { currentPosition } from './log-position.ts'
import { sortByKey } from './radix-sort.ts'

const rowsPerRead = 5_000
/** Repo ids fetched per query, as text. */
const idsPerRead = 500_000

type IndexedColumn = (typeof indexedColumns)[number]

/** The columns of `repo` in the index. */
export const indexedColumns = [
  'id',
  'kind',
  'owner_id',
  'owner',
  'name',
  'vis',
  'gated',
  'params',
  'downloads',
  'likes',
  'trending',
  'created',
  'updated',
] as const satisfies readonly (keyof RepoTable)[]

export function toIndexedRepo(row: Pick<Selectable<RepoTable>, IndexedColumn>): IndexedRepo {
  return {
    id: row.id,
    kind: row.kind,
    isPublic: isPublic(row.vis),
    ownerId: row.owner_id,
    fullName: `${row.owner}/${row.name}`,
    isGated: row.gated !== 'false',
    params: row.params,
    keys: { trending: row.trending, likes: row.likes, downloads: row.downloads, updated: row.updated, created: row.created },
  }
}

/** Reads the whole catalog from one snapshot. Takes seconds for millions of repos, so not in the serving thread. */
export async function readCatalog(db: Reader, dialect: Dialect): Promise<BuiltCatalog> {
  const position = await currentPosition(db, dialect)
  const last = await db
    .selectFrom('repo')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const universe = Number(last?.id ?? 0) + 1
  const repos = await readRepos(db, universe)
  const orders = kinds.map((kind) => ordersOf(repos.columns, kind))
  return { position, universe, ...repos, orders, ...(await readTags(db, dialect, universe)) }
}

async function readRepos(
  db: Reader,
  universe: number,
): Promise<Pick<BuiltCatalog, 'columns' | 'publicRepos' | 'privateRepos' | 'gated' | 'names'>> {
  const numbers = () => new Float64Array(universe)
  const columns: RepoColumns = {
    kind: new Uint8Array(universe).fill(noKind),
    owner: new Uint32Array(universe),
    params: numbers().fill(Number.NaN),
    keys: { trending: numbers(), likes: numbers(), downloads: numbers(), updated: numbers(), created: numbers() },
  }
  const publicRepos = kinds.map(() => bitsFor(universe))
  const privateRepos = kinds.map(() => bitsFor(universe))
  const gated = bitsFor(universe)
  const names = new NameWriter(universe)
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('repo')
      .select(indexedColumns)
      .where('id', '>', after)
      .where('vis', '<', visibility.deleted)
      .orderBy('id')
      .limit(rowsPerRead)
      .execute()
    for (const repo of rows.map(toIndexedRepo)) {
      columns.kind[repo.id] = repo.kind
      columns.owner[repo.id] = repo.ownerId
      if (repo.params !== null) columns.params[repo.id] = repo.params
      for (const sort of listingSorts) columns.keys[sort][repo.id] = repo.keys[sort]
      setBit((repo.isPublic ? publicRepos : privateRepos)[repo.kind] as Bits, repo.id)
      if (repo.isGated) setBit(gated, repo.id)
      names.add(repo.id, repo.fullName)
    }
    const lastRow = rows.at(-1)
    if (!lastRow) break
    after = lastRow.id
  }
  return { columns, publicRepos, privateRepos, gated, names: names.finish() }
}

/** Concatenates names. */
class NameWriter {
  #bytes = new Uint8Array(64 * 1024)
  #end = 0
  /** The next id whose start is not set. */
  #next = 0
  readonly #starts: Uint32Array<ArrayBuffer>

  constructor(universe: number) {
    this.#starts = new Uint32Array(universe + 1)
  }

  /** Ids are in ascending order. */
  add(id: number, fullName: string): void {
    const name = fullName.toLowerCase()
    if (this.#end + name.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length)
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#starts.fill(this.#end, this.#next, id + 1)
    this.#next = id + 1
    for (let i = 0; i < name.length; i++) this.#bytes[this.#end++] = name.charCodeAt(i)
  }

  finish(): BuiltCatalog['names'] {
    this.#starts.fill(this.#end, this.#next)
    return { bytes: this.#bytes.slice(0, this.#end), starts: this.#starts }
  }
}

function ordersOf(columns: RepoColumns, kind: number): Record<ListingSort, Uint32Array<ArrayBuffer>> {
  let n = 0
  for (const each of columns.kind) if (each === kind) n++
  const ids = new Uint32Array(n)
  for (let id = 0, at = 0; id < columns.kind.length; id++) if (columns.kind[id] === kind) ids[at++] = id
  const entries = listingSorts.map((sort) => [sort, sortByKey(ids, columns.keys[sort])] as const)
  return Object.fromEntries(entries) as Record<ListingSort, Uint32Array<ArrayBuffer>>
}

async function readTags(
  db: Reader,
  dialect: Dialect,
  universe: number,
): Promise<Pick<BuiltCatalog, 'tags' | 'denseTags' | 'tagsOf' | 'namespaces'>> {
  const tags = await db.selectFrom('tag').select(['id', 'n', 'ns']).orderBy('id').execute()
  const count = await db
    .selectFrom('repo_tag')
    .select((eb) => eb.fn.countAll().as('n'))
    .executeTakeFirst()
  const starts = new Uint32Array((tags.at(-1)?.id ?? 0) + 2)
  let ids = new Uint32Array(Number(count?.n ?? 0))
  const denseTags: BuiltCatalog['denseTags'][number][] = []
  let end = 0
  let next = 0
  for (const { from, to } of batches(tags)) {
    for (const { tag_id: tagId, ids: text } of await postingsBetween(db, dialect, from, to)) {
      starts.fill(end, next, tagId + 1)
      next = tagId + 1
      const start = end
      end = parseIds(text, ids, end)
      const size = end - start
      sortUnlessSorted(ids.subarray(start, end))
      if (size <= universe * denseShare) continue
      const bits = bitsFor(universe)
      for (let at = start; at < end; at++) setBit(bits, ids[at] as number)
      denseTags.push({ tagId, size, bits })
      end = start
    }
  }
  starts.fill(end, next)
  ids = ids.slice(0, end)
  const postings = { tags: { ids, starts }, denseTags }
  return { ...postings, tagsOf: tagsByRepo(postings, universe), namespaces: namespacesOf(tags) }
}

/** The same pairs, inverted. */
function tagsByRepo({ tags, denseTags }: Pick<BuiltCatalog, 'tags' | 'denseTags'>, universe: number): BuiltCatalog['tagsOf'] {
  const starts = new Uint32Array(universe + 1)
  const eachPair = (visit: (repoId: number, tagId: number) => void) => {
    for (let tag = 0; tag + 1 < tags.starts.length; tag++) {
      for (let at = tags.starts[tag] as number; at < (tags.starts[tag + 1] as number); at++) visit(tags.ids[at] as number, tag)
    }
    for (const { tagId, bits } of denseTags) eachBit(bits, (id) => visit(id, tagId))
  }
  eachPair((id) => (starts[id + 1] = (starts[id + 1] as number) + 1))
  for (let id = 0; id < universe; id++) starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number)
  const tagIds = new Uint32Array(starts[universe] as number)
  const next = starts.slice(0, universe)
  eachPair((id, tagId) => {
    const at = next[id] as number
    tagIds[at] = tagId
    next[id] = at + 1
  })
  return { tagIds, starts }
}

function namespacesOf(tags: readonly { id: number; ns: string }[]): BuiltCatalog['namespaces'] {
  const names = [...new Set(tags.map(({ ns }) => ns))]
  const numbers = new Map(names.map((name, i) => [name, i]))
  const of = new Uint8Array((tags.at(-1)?.id ?? 0) + 1)
  for (const { id, ns } of tags) of[id] = numbers.get(ns) ?? 0
  return { names, of }
}

/** Ranges of tag ids, each with about {@link idsPerRead} repos. */
function batches(tags: readonly { id: number; n: number }[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  let from: number | null = null
  let sum = 0
  for (const [i, { id, n }] of tags.entries()) {
    from ??= id
    sum += Number(n) + 1
    if (sum < idsPerRead && i < tags.length - 1) continue
    ranges.push({ from, to: id })
    from = null
    sum = 0
  }
  return ranges
}

/** One text per tag instead of a row per pair: takes a tenth of the time. */
async function postingsBetween(db: Reader, dialect: Dialect, from: number, to: number): Promise<{ tag_id: number; ids: string }[]> {
  const list = dialect === 'sqlite' ? sql`group_concat(repo_id)` : sql`string_agg(repo_id::text, ',')`
  const { rows } = await sql<{ tag_id: number; ids: string }>`select tag_id, ${list} as ids from repo_tag
    where tag_id between ${from} and ${to} group by tag_id order by tag_id`.execute(db)
  return rows
}

/** The primary key returns them in order, but nothing guarantees it. */
function sortUnlessSorted(ids: Uint32Array): void {
  for (let i = 1; i < ids.length; i++) {
    if ((ids[i - 1] as number) > (ids[i] as number)) {
      ids.sort()
      return
    }
  }
}

/** Writes the numbers of a comma-separated text starting at `at`. @returns the position after the last one */
export function parseIds(text: string, into: Uint32Array, at: number): number {
  let id = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 44) {
      into[at++] = id
      id = 0
    } else id = id * 10 + code - 48
  }
  if (text.length > 0) into[at++] = id
  return at
}
