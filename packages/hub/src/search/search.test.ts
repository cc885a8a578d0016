import { describe, expect, test } from 'vitest'
import { type Actor, anonymous, createUser, loadActor, type UserActor } from '../accounts/index.ts'
import { indexRepo } from '../catalogue/index.ts'
import type { Hub } from '../hub.ts'
import { canRead, kindOf, type Repo, toRepo } from '../repos/index.ts'
import { databases, openTestHub } from '../testing/open-test-hub.ts'
import { listFacets, listRepos, type ListingQuery, listingSorts, tagsByType } from './index.ts'

/** A small generator with a seed of its own: the same hub every time. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const tagPool = [
  'transformers',
  'text-generation',
  'en',
  'license:mit',
  'license:apache-2.0',
  'safetensors',
  'rare-tag',
  'fr',
  'a:b%_"\'',
  '日本',
]
const words = ['llama', 'tiny', 'BERT', 'chart', '日本', 'x_y', 'a.b']

async function seed(hub: Hub, count: number): Promise<{ users: UserActor[]; all: Repo[] }> {
  const users: UserActor[] = []
  for (const name of ['root', 'ada', 'bob']) {
    const account = await createUser(hub, { name, password: null })
    users.push((await loadActor(hub.db.read, account.id, null)) as UserActor)
  }
  const next = random(7)
  await hub.db.write(async (tx) => {
    for (let i = 0; i < count; i++) {
      const owner = users[1 + Math.floor(next() * 2)] as UserActor
      const tags = tagPool.filter((_, t) => next() < (t < 3 ? 0.6 : t === 6 ? 0.02 : 0.25))
      const row = await tx
        .insertInto('repo')
        .values({
          uid: hub.newId(),
          kind: kindOf('model'),
          owner_id: owner.userId,
          owner: owner.name,
          name: `${words[Math.floor(next() * 4)]}-${words[Math.floor(next() * words.length)]?.replace('日本', 'jp')}-${i}`,
          vis: next() < 0.2 ? 1 : 0,
          creator_id: owner.userId,
          pipeline_tag: null,
          library: null,
          license: null,
          sdk: null,
          params: null,
          head: null,
          summary: null,
          tags: '[]',
          likes: Math.floor(next() * 4),
          downloads: next() < 0.7 ? 0 : Math.floor(next() * 50),
          trending: next() < 0.9 ? 0 : 1,
          created: Math.floor(next() * 50),
          updated: Math.floor(next() * 50),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const facts = {
        cardBody: '',
        summary: null,
        pipelineTag: tags.includes('text-generation') ? 'text-generation' : null,
        libraryName: tags.includes('transformers') ? 'transformers' : null,
        license: null,
        sdk: null,
      }
      await indexRepo(tx, hub, row.id, {
        ...facts,
        params: next() < 0.5 ? Math.floor(next() * 1000) : null,
        tags,
        tagNamespaces: tags.map((value) => ({
          value,
          ns: value.startsWith('license:') ? 'license' : value === 'fr' ? 'dataset' : 'other',
        })),
      })
    }
  })
  const rows = await hub.db.read.selectFrom('repo').selectAll().execute()
  return { users, all: rows.map(toRepo) }
}

/** What the answer must be, written without a thought for speed. */
function reference(all: readonly Repo[], actor: Actor, query: ListingQuery): string[] {
  const key = (repo: Repo) =>
    ({
      trending: repo.trending,
      likes: repo.likes,
      downloads: repo.downloads,
      updated: repo.updatedAt.getTime(),
      created: repo.createdAt.getTime(),
    })[query.sort]
  const sign = query.direction === 'asc' ? -1 : 1
  return all
    .filter((repo) => canRead(actor, repo))
    .filter((repo) => (query.tags ?? []).every((tag) => repo.tags.includes(tag)))
    .filter((repo) => query.anyOf === undefined || query.anyOf.some((set) => set.every((tag) => repo.tags.includes(tag))))
    .filter((repo) => query.linked !== true || repo.tags.includes('fr'))
    .filter((repo) => (query.search ?? []).every((word) => repo.fullName.toLowerCase().includes(word.toLowerCase().trim())))
    .filter((repo) => query.author === undefined || repo.owner === query.author)
    .filter((repo) => query.minParams === undefined || (repo.params !== null && repo.params >= query.minParams))
    .filter((repo) => query.maxParams === undefined || (repo.params !== null && repo.params <= query.maxParams))
    .sort((a, b) => sign * (key(b) - key(a) || b.id - a.id))
    .map(({ fullName }) => fullName)
}

async function walkPages(hub: Hub, actor: Actor, query: ListingQuery): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listRepos>> = await listRepos(hub, actor, { ...query, cursor })
    names.push(...page.repos.map(({ fullName }) => fullName))
    cursor = page.nextCursor
  } while (cursor !== null)
  return names
}

describe.for(databases)('search on %s', (database) => {
  test('every page of every query equals the reference', async () => {
    await using hub = await openTestHub({ database })
    const { users, all } = await seed(hub, 240)
    const next = random(42)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
    for (let round = 0; round < 150; round++) {
      const actor = pick<Actor>([anonymous, ...users])
      const query: ListingQuery = {
        type: 'model',
        sort: pick(listingSorts),
        direction: pick(['desc', 'asc'] as const),
        limit: pick([3, 7, 50]),
        tags: next() < 0.6 ? [pick(tagPool), ...(next() < 0.5 ? [pick(tagPool)] : []), ...(next() < 0.3 ? [pick(tagPool)] : [])] : [],
        ...(next() < 0.4
          ? {
              search: [
                pick(['lla', 'tiny', 'CHART', 'x_y', 'a', 'da', '%', '_', '"', "'", 'bert-tiny', 'zzz', '-1', 'a.b', 'ada/l', '*', 'OR']),
              ],
            }
          : {}),
        ...(next() < 0.2 ? { author: pick(['ada', 'bob', 'nobody']) } : {}),
        ...(next() < 0.3 ? { anyOf: [[pick(tagPool)], [pick(tagPool), pick(tagPool)], ['no-such-tag']] } : {}),
        ...(next() < 0.2 ? { linked: true } : {}),
        ...(next() < 0.2 ? { minParams: 200 } : {}),
        ...(next() < 0.2 ? { maxParams: 700 } : {}),
      }
      expect({ query, names: await walkPages(hub, actor, query) }).toEqual({ query, names: reference(all, actor, query) })
    }
  })

  test('totals and facets count what a stranger sees', async () => {
    await using hub = await openTestHub({ database })
    const { all } = await seed(hub, 120)
    const visible = all.filter(({ visibility }) => visibility === 'public')
    const count = (tag: string) => visible.filter(({ tags }) => tags.includes(tag)).length
    const query: ListingQuery = { type: 'model', sort: 'likes', limit: 5 }
    expect((await listRepos(hub, anonymous, { ...query, withTotal: true })).total).toEqual({ n: visible.length, exact: true })
    expect((await listRepos(hub, anonymous, { ...query, tags: ['en'], withTotal: true })).total).toEqual({ n: count('en'), exact: true })
    const both = visible.filter(({ tags }) => tags.includes('en') && tags.includes('license:mit')).length
    const facets = await listFacets(hub, anonymous, { ...query, tags: ['en'] }, ['license'])
    expect(facets['license']?.find(({ value }) => value === 'license:mit')).toEqual({
      value: 'license:mit',
      label: 'mit',
      n: both,
      capped: false,
    })
    const plain = await listFacets(hub, anonymous, query, ['license'])
    expect(plain['license']?.find(({ value }) => value === 'license:mit')?.n).toBe(count('license:mit'))
    expect(Object.keys(await tagsByType(hub, 'model')).sort()).toEqual(['dataset', 'license', 'other'])
  })

  test.for(['x', 'AAAA', Buffer.from('[1,2]').toString('base64url'), Buffer.from('["likes","asc",1,1]').toString('base64url')])(
    'the cursor %j is refused',
    async (cursor) => {
      await using hub = await openTestHub({ database })
      await expect(listRepos(hub, anonymous, { type: 'model', sort: 'likes', limit: 5, cursor })).rejects.toMatchObject({
        code: 'query.invalid',
      })
    },
  )
})
