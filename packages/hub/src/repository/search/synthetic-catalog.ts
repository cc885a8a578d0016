import type { Actor, UserActor } from '../../foundation/actor/index.ts'
import { createOrg, createUser, loadActor, setMemberRole } from '../../identity/accounts/index.ts'
import { indexRepo, reindexName, reindexVisibility } from './index-repo.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, toRepo } from '../access/index.ts'
import type { ListingQuery } from './query.ts'

/*
 * For tests: a hub of made-up repos that changes randomly but reproducibly, and the expected result of a listing, found by checking
 * every repo.
 */

/** A small seeded random number generator. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export const tagPool = [
  'transformers',
  'text-generation',
  'en',
  'license:mit',
  'license:apache-2.0',
  'safetensors',
  'rare-tag',
  'dataset:a/b',
  'a:b%_"\'',
  '日本',
]
const namespaces: Record<string, string> = {
  transformers: 'library',
  'text-generation': 'pipeline_tag',
  en: 'language',
  'license:mit': 'license',
  'license:apache-2.0': 'license',
  'dataset:a/b': 'dataset',
}
const words = ['llama', 'tiny', 'BERT', 'chart', 'Qwen2', 'x_y', 'a.b']

export function namespaceOf(tag: string): string {
  return namespaces[tag] ?? 'other'
}

export interface SyntheticCatalog {
  /** An administrator, two members of the organization `harbour` (which ada administers), and a user in no organization. */
  readonly users: readonly UserActor[]
  /** Every repo that is not deleted. */
  all(): Promise<Repo[]>
  /** Some repos are created, changed, moved, hidden, shown and deleted. */
  change(steps: number): Promise<void>
}

export async function seedCatalog(hub: Hub, count: number, seed: number): Promise<SyntheticCatalog> {
  for (const name of ['root', 'ada', 'bob', 'cy']) await createUser(hub, { name, password: null })
  const actorOf = async (name: string) => {
    const account = await hub.db.read.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()
    return (await loadActor(hub.db.read, account.id, null)) as UserActor
  }
  await createOrg(hub, await actorOf('ada'), { name: 'harbour', fullname: 'Harbour' })
  await setMemberRole(hub, await actorOf('ada'), 'harbour', 'bob', 'read')
  const users = await Promise.all(['root', 'ada', 'bob', 'cy'].map(actorOf))
  const owners = await hub.db.read
    .selectFrom('account')
    .select(['id', 'name'])
    .where('name', 'in', ['ada', 'bob', 'cy', 'harbour'])
    .orderBy('name')
    .execute()
  const next = randomFrom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  let made = 0
  const name = () => `${pick(words)}-${pick(words)}-${made++}`
  const tagsOf = (tx: Tx, id: number) => {
    const tags = tagPool.filter((_, i) => next() < (i < 3 ? 0.6 : i === 6 ? 0.02 : 0.25))
    return indexRepo(tx, hub, id, {
      cardBody: '',
      cardData: null,
      summary: null,
      pipelineTag: tags.includes('text-generation') ? 'text-generation' : null,
      libraryName: tags.includes('transformers') ? 'transformers' : null,
      license: null,
      sdk: null,
      params: next() < 0.5 ? Math.floor(next() * 1000) : null,
      tags,
      tagNamespaces: tags.map((value) => ({ value, ns: namespaceOf(value) })),
    })
  }
  const create = async (tx: Tx) => {
    const owner = pick(owners)
    const row = await tx
      .insertInto('repo')
      .values({
        uid: hub.newId(),
        kind: next() < 0.8 ? 0 : next() < 0.5 ? 1 : 2,
        owner_id: owner.id,
        owner: owner.name,
        name: name(),
        vis: next() < 0.25 ? visibility.private : visibility.public,
        gated: next() < 0.1 ? 'auto' : 'false',
        creator_id: null,
        pipeline_tag: null,
        library: null,
        license: null,
        sdk: null,
        params: null,
        head: null,
        summary: null,
        tags: '[]',
        likes: Math.floor(next() * 4),
        downloads: next() < 0.7 ? 0 : Math.floor(next() * 5e10),
        trending: next() < 0.9 ? 0 : Math.floor(next() * 9) - 4,
        created: 1_790_000_000_000 + Math.floor(next() * 50),
        updated: 1_790_000_000_000 + Math.floor(next() * 50),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tagsOf(tx, row.id)
  }
  const step = async (tx: Tx) => {
    const ids = await tx
      .selectFrom('repo')
      .select(['id', 'owner', 'name', 'vis'])
      .where('vis', '<', visibility.deleted)
      .orderBy('id')
      .execute()
    const repo = pick(ids)
    const fullName = `${repo.owner}/${repo.name}`
    const set = (values: Record<string, unknown>) => tx.updateTable('repo').set(values).where('id', '=', repo.id).execute()
    const dice = next()
    if (dice < 0.15) await create(tx)
    else if (dice < 0.3) {
      const vis = repo.vis === visibility.public ? visibility.private : visibility.public
      await set({ vis })
      await reindexVisibility(tx, hub, repo.id, repo.vis, vis)
    } else if (dice < 0.4) {
      await set({ vis: visibility.deleted })
      await reindexVisibility(tx, hub, repo.id, repo.vis, visibility.deleted)
    } else if (dice < 0.55) {
      const owner = pick(owners)
      const to = name()
      await set({ owner_id: owner.id, owner: owner.name, name: to })
      await reindexName(tx, hub, repo.id, { oldFullName: fullName, newFullName: `${owner.name}/${to}` })
    } else if (dice < 0.7) await tagsOf(tx, repo.id)
    else if (dice < 0.8) await set({ gated: pick(['false', 'manual']) })
    else
      await set({
        likes: Math.floor(next() * 4),
        trending: Math.floor(next() * 9) - 4,
        downloads: Math.floor(next() * 5),
        updated: Math.floor(next() * 50),
      })
  }
  const times = async (n: number, work: (tx: Tx) => Promise<void>) =>
    hub.db.write(async (tx) => {
      for (let i = 0; i < n; i++) await work(tx)
    })
  await times(count, create)
  return {
    users,
    all: async () => (await hub.db.read.selectFrom('repo').selectAll().where('vis', '<', visibility.deleted).execute()).map(toRepo),
    change: (steps) => times(steps, step),
  }
}

/** Full names of all repos a listing must show, in order; written with no regard for speed. */
export function expectedListing(all: readonly Repo[], actor: Actor, query: ListingQuery): string[] {
  return expectedRepos(all, actor, query).map(({ fullName }) => fullName)
}

export function expectedRepos(all: readonly Repo[], actor: Actor, query: ListingQuery): Repo[] {
  const key = (repo: Repo) =>
    ({
      trending: repo.trending,
      likes: repo.likes,
      downloads: repo.downloads,
      updated: repo.updatedAt.getTime(),
      created: repo.createdAt.getTime(),
    })[query.sort]
  const sign = query.direction === 'asc' ? -1 : 1
  const pieces = (query.search ?? []).flatMap((piece) => piece.toLowerCase().split(/\s+/))
  const has = (repo: Repo, tag: string) => repo.tags.includes(tag)
  const { minParams, maxParams } = query
  return all
    .filter((repo) => repo.type === query.type && canRead(actor, repo))
    .filter((repo) => (query.tags ?? []).every((tag) => has(repo, tag)))
    .filter((repo) => query.anyOf === undefined || query.anyOf.some((set) => set.every((tag) => has(repo, tag))))
    .filter((repo) => query.linked !== true || has(repo, 'dataset:a/b'))
    .filter((repo) => pieces.every((piece) => repo.fullName.toLowerCase().includes(piece)))
    .filter((repo) => query.author === undefined || repo.owner.toLowerCase() === query.author.toLowerCase())
    .filter((repo) => query.gated === undefined || (repo.gated !== false) === query.gated)
    .filter((repo) => minParams === undefined || (repo.params !== null && repo.params >= minParams))
    .filter((repo) => maxParams === undefined || (repo.params !== null && repo.params <= maxParams))
    .sort((a, b) => sign * (key(b) - key(a) || b.id - a.id))
}
