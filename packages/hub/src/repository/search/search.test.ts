import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Actor, anonymous } from '../../foundation/actor/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { type Repo, toRepo } from '../access/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { buildListingIndex } from './postings/live-index.ts'
import { listFacets } from './facets.ts'
import { listRepos } from './list-repos.ts'
import { type ListingQuery, listingSorts } from './query.ts'
import { quickSearch } from './quick-search.ts'
import { tagsByType } from './tags-by-type.ts'
import { expectedListing, expectedRepos, namespaceOf, seedCatalog, tagPool } from './synthetic-catalog.ts'

/** Both implementations must give the same results: the tables, and the in-memory index. */
const setups = databases.flatMap((database) => (['tables', 'memory'] as const).map((from) => ({ database, from })))

async function openSearchHub({ database, from }: (typeof setups)[number]): Promise<TestHub> {
  return openTestHub({ database, config: { indexListingsFrom: from === 'memory' ? 0 : Number.MAX_SAFE_INTEGER } })
}

/** What people and programs type into a search field. */
const searches = [
  'lla',
  'tiny',
  'CHART',
  'x_y',
  'a',
  'da',
  'ada/',
  'bert-tiny',
  'zzz',
  '-1',
  'a.b',
  'ada/l',
  'llama qwen',
  ' tiny ',
  'harbour/b',
]
const hostile = [
  '%',
  '_',
  '%%',
  '"',
  "'",
  '\\',
  '*',
  'OR',
  'NEAR(a b)',
  't:lla',
  '"lla" AND',
  '日本',
  '🐙',
  '\0',
  'é',
  '\ud800',
  'x'.repeat(10_000),
  '--',
  ';',
  '/',
]

const queries = record(
  {
    type: constantFrom('model' as const, 'model' as const, 'model' as const, 'dataset' as const, 'space' as const),
    sort: constantFrom(...listingSorts),
    direction: constantFrom('desc' as const, 'asc' as const),
    limit: constantFrom(1, 3, 7, 50, 1000),
    tags: array(constantFrom(...tagPool, ...(['no-such-tag', '\0'] as const)), { maxLength: 3 }),
    search: array(constantFrom(...searches, ...searches, ...hostile), { maxLength: 2 }),
    author: constantFrom('ada', 'ADA', 'bob', 'harbour', 'nobody', '\0', "'"),
    anyOf: array(array(constantFrom(...tagPool, 'no-such-tag'), { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
    linked: constantFrom(true, false),
    gated: constantFrom(true, false),
    minParams: constantFrom(0, 200, 300.5, 2 ** 53 - 1),
    maxParams: constantFrom(700, 0, 499.5),
  },
  { requiredKeys: ['type', 'sort', 'limit'] },
)
/** Most conditions are absent from most queries, otherwise nothing would ever match. */
const listings = record({
  query: queries,
  kept: array(constantFrom('tags', 'search', 'author', 'anyOf', 'linked', 'gated', 'minParams', 'maxParams'), { maxLength: 3 }),
  who: nat(4),
})

function narrowed({ query, kept }: { query: Record<string, unknown>; kept: readonly string[] }): ListingQuery {
  const always = ['type', 'sort', 'direction', 'limit']
  return Object.fromEntries(Object.entries(query).filter(([name]) => always.includes(name) || kept.includes(name))) as never
}

async function walkPages(hub: Hub, actor: Actor, query: ListingQuery): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listRepos>> = await listRepos(hub, actor, { ...query, cursor })
    expect(page.repos.length).toBeLessThanOrEqual(query.limit)
    names.push(...page.repos.map(({ fullName }) => fullName))
    cursor = page.nextCursor
  } while (cursor !== null)
  return names
}

describe.for(setups)('listings on $database from $from', (setup) => {
  test('every page, total and facet of every query is what looking at all repos gives, while the hub changes', async () => {
    await using hub = await openSearchHub(setup)
    const catalog = await seedCatalog(hub, 220, 7)
    if (setup.from === 'memory') await buildListingIndex(hub)
    const namespaces = ['license', 'language', 'library', 'pipeline_tag', 'other']
    await assert(
      asyncProperty(listings, async ({ query: raw, kept, who }) => {
        await catalog.change(3)
        const query = narrowed({ query: raw, kept })
        const actor = [anonymous, ...catalog.users][who] as Actor
        const all = await catalog.all()
        expect({ query, who, names: await walkPages(hub, actor, query) }).toEqual({ query, who, names: expectedListing(all, actor, query) })
        const matching = expectedRepos(all, actor, query)
        expect({ query, who, ...(await listRepos(hub, actor, { ...query, withTotal: true })).total }).toEqual({
          query,
          who,
          n: matching.length,
          exact: true,
        })
        // Without a condition, the counts are those everyone sees.
        const counted = isUnfiltered(query) ? expectedRepos(all, anonymous, query) : matching
        const facets = await listFacets(hub, actor, query, namespaces)
        expect({
          query,
          who,
          facets: Object.fromEntries(
            Object.entries(facets).map(([ns, values]) => [ns, values.map(({ value, n, capped }) => [value, n, capped])]),
          ),
        }).toEqual({
          query,
          who,
          facets: Object.fromEntries(namespaces.map((ns) => [ns, frequencies(counted, ns)])),
        })
      }),
      { seed: 20_261_121, numRuns: setup.database === 'sqlite' ? 120 : 40 },
    )
  }, 120_000)

  test('a search in a facet looks at what people read and at the tags', async () => {
    await using hub = await openSearchHub(setup)
    const catalog = await seedCatalog(hub, 60, 11)
    if (setup.from === 'memory') await buildListingIndex(hub)
    const query: ListingQuery = { type: 'model', sort: 'likes', limit: 5 }
    const visible = expectedRepos(await catalog.all(), anonymous, query)
    const english = { value: 'en', label: 'English', n: visible.filter(({ tags }) => tags.includes('en')).length, capped: false }
    for (const narrower of [query, { ...query, tags: ['en'] }]) {
      expect(await listFacets(hub, anonymous, narrower, ['language'], { search: 'ENGL' })).toEqual({ language: [english] })
      expect(await listFacets(hub, anonymous, narrower, ['language'], { search: 'french' })).toEqual({ language: [] })
      const licenses = (await listFacets(hub, anonymous, narrower, ['license'], { search: 'APACHE' }))['license']
      expect(licenses?.map(({ value, label }) => [value, label])).toEqual([['license:apache-2.0', 'apache-2.0']])
      expect(await listFacets(hub, anonymous, narrower, ['license'], { search: '%' })).toEqual({ license: [] })
      expect((await listFacets(hub, anonymous, narrower, ['license'], { limit: 1 }))['license']?.length).toBe(1)
    }
  })

  test('cursors of another listing, or of nobody, are refused', async () => {
    await using hub = await openSearchHub(setup)
    const others = [
      [1, 2],
      ['likes', 'asc', 1, 1],
      ['trending', 'desc', 1, 1],
      ['likes', 'desc', 1.5, 1],
      ['likes', 'desc', null, 1],
      ['likes', 'desc', 1, 1, 1],
      { length: 4 },
    ]
    for (const cursor of ['x', 'AAAA', 'A'.repeat(5_000), ...others.map(encoded)]) {
      const listing = listRepos(hub, anonymous, { type: 'model', sort: 'likes', limit: 5, cursor })
      await expect(listing, cursor).rejects.toMatchObject({ code: 'query.invalid' })
    }
  })

  test('a cursor beyond all keys is an empty page, not an error', async () => {
    await using hub = await openSearchHub(setup)
    await seedCatalog(hub, 20, 3)
    if (setup.from === 'memory') await buildListingIndex(hub)
    for (const key of [-(2 ** 53) + 1, 2 ** 53 - 1]) {
      for (const sort of listingSorts) {
        const below = await listRepos(hub, anonymous, { type: 'model', sort, limit: 5, cursor: encoded([sort, 'desc', key, 2 ** 53 - 1]) })
        expect(below.repos.length).toBe(key < 0 ? 0 : 5)
      }
    }
  })

  test('conditions that make no sense are refused', async () => {
    await using hub = await openSearchHub(setup)
    const words = Array.from({ length: 33 }, (_, i) => `${i}`).join(' ')
    const tags = Array.from({ length: 65 }, (_, i) => `t${i}`)
    for (const bad of [{ sort: 'stars' }, { search: [words] }, { tags }, { minParams: -1 }, { maxParams: Number.NaN }]) {
      const listing = listRepos(hub, anonymous, { type: 'model', sort: 'likes', limit: 5, ...bad } as ListingQuery)
      await expect(listing, JSON.stringify(bad)).rejects.toMatchObject({ code: 'query.invalid' })
    }
  })
})

describe.for(databases)('search on %s', (database) => {
  test('quick search finds repos of every kind and accounts by the beginning of their name, and shows no address', async () => {
    await using hub = await openTestHub({ database })
    const { users, all } = await seedCatalog(hub, 80, 5)
    const repos = await all()
    const [root] = users as [Actor]
    for (const actor of [anonymous, root]) {
      const hits = await quickSearch(hub, actor, 'ADA', 4)
      for (const type of ['model', 'dataset', 'space'] as const) {
        const query: ListingQuery = { type, search: ['ada'], sort: 'trending', limit: 4 }
        expect(hits[`${type}s`].map(({ fullName }) => fullName)).toEqual(expectedListing(repos, actor, query).slice(0, 4))
      }
      expect(hits.accounts.map(({ name, email }) => [name, email])).toEqual([['ada', null]])
    }
    for (const text of hostile) expect((await quickSearch(hub, root, text, 4)).accounts).toEqual([])
  })

  test('tags by type counts only what is in use', async () => {
    await using hub = await openTestHub({ database })
    await seedCatalog(hub, 60, 5)
    const byType = await tagsByType(hub, 'model')
    expect(Object.keys(byType).sort()).toEqual(['dataset', 'language', 'library', 'license', 'other', 'pipeline_tag'])
    expect(byType['language']).toEqual([{ id: 'en', label: 'English', type: 'language' }])
    expect(await tagsByType(hub, 'model', 'pipeline_tag')).toEqual({
      pipeline_tag: [{ id: 'text-generation', label: 'Text Generation', type: 'pipeline_tag', subType: 'nlp' }],
    })
    expect(await tagsByType(hub, 'model', 'no-such')).toEqual({})
  })

  test('a walk that meets nothing stops, and its cursor goes on: every match comes once', async () => {
    await using hub = await openTestHub({ database, config: { indexListingsFrom: Number.MAX_SAFE_INTEGER } })
    const { users } = await seedCatalog(hub, 3, 5)
    const count = 21_500
    await hub.db.write(async (tx) => {
      const numbers = Array.from({ length: count }, (_, i) => i)
      for (let from = 0; from < count; from += 1_000) {
        const values = numbers.slice(from, from + 1_000).map((i) => ({
          uid: `${i}`.padStart(24, '0'),
          kind: 1,
          owner_id: users[1]?.userId ?? 0,
          owner: 'ada',
          name: i % 7_000 === 6_999 ? `zz-${i}` : `n${i}`,
          vis: i % 100 === 99 ? visibility.private : visibility.public,
          creator_id: null,
          pipeline_tag: null,
          library: null,
          license: null,
          sdk: null,
          params: null,
          head: null,
          summary: null,
          tags: '[]',
          // Half of the keys are ties.
          likes: i % 4 < 2 ? 0 : i,
          created: i,
          updated: i,
        }))
        await tx.insertInto('repo').values(values).execute()
      }
    })
    const query: ListingQuery = { type: 'dataset', search: ['zz'], sort: 'likes', limit: 2 }
    const all = (await hub.db.read.selectFrom('repo').selectAll().where('vis', '<', visibility.deleted).execute()).map(toRepo)
    for (const direction of ['desc', 'asc'] as const) {
      for (const actor of [anonymous, users[1] as Actor]) {
        const asked = { ...query, direction }
        expect(await walkPages(hub, actor, asked)).toEqual(expectedListing(all, actor, asked))
      }
    }
    const first = await listRepos(hub, anonymous, { ...query, withTotal: true })
    expect(first.total?.exact).toBe(false)
    expect(first.nextCursor).not.toBe(null)
  }, 120_000)
})

function encoded(cursor: unknown): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

/** A blank search, no tags and `linked: false` count as no conditions. */
function isUnfiltered(query: ListingQuery): boolean {
  const { tags = [], search = [], author, anyOf, linked, gated, minParams, maxParams } = query
  const others = [author, anyOf, gated, minParams, maxParams].every((value) => value === undefined)
  return others && tags.length === 0 && search.every((piece) => piece.trim() === '') && linked !== true
}

/** The expected facet: the tags of a namespace, most frequent first. */
function frequencies(repos: readonly Repo[], ns: string): [string, number, boolean][] {
  const counts = new Map<string, number>()
  for (const tag of repos.flatMap(({ tags }) => tags)) if (namespaceOf(tag) === ns) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, n]): [string, number, boolean] => [tag, n, false]).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}
