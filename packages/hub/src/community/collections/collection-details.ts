import { type Account, toAccount } from '../../identity/accounts/index.ts'
import type { Actor } from '../../foundation/actor/index.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import { readManyRepoFacts } from '../../repository/repos/index.ts'
import type { Repo } from '../../repository/access/index.ts'
import { followedAmong, followersOf } from '../follows/index.ts'
import { likedAmong } from '../likes/index.ts'
import type { Collection } from './collection.ts'
import { type ListedCollection, upvotedAmong } from './list-collections.ts'

/** An owner, as shown beside what they own. */
export interface CollectionAuthor {
  readonly account: Account
  readonly followers: number
  readonly isFollowed: boolean
}

/** What clients show about collections and their items beyond the rows themselves. All maps and sets are by internal id. */
export interface CollectionDetails {
  /** The owners of the collections and repos. */
  readonly authors: ReadonlyMap<number, CollectionAuthor>
  /** Of Spaces and datasets. */
  readonly facts: ReadonlyMap<number, RepoFacts>
  /** Repos that the actor likes. */
  readonly liked: ReadonlySet<number>
  /** Collections that the actor voted for. */
  readonly upvoted: ReadonlySet<number>
  /** How many items of a collection in a collection everybody can see. */
  readonly publicItems: ReadonlyMap<number, number>
}

/** Repos per read: their facts are parsed, and other requests take their turn in between. */
const factsPerRead = 50

/** Reads the details of collections with the items that were found for the actor. */
export async function collectionDetails(hub: Hub, actor: Actor, listed: readonly ListedCollection[]): Promise<CollectionDetails> {
  const subjects = listed.flatMap(({ items }) => items.map(({ subject }) => subject))
  const repos = subjects.flatMap((subject) => (subject.type === 'repo' ? [subject.repo] : []))
  const nested = subjects.flatMap((subject) => (subject.type === 'collection' ? [subject.collection] : []))
  const collections = [...listed.map(({ collection }) => collection), ...nested]
  const idsOf = (list: readonly { readonly id: number }[]) => [...new Set(list.map(({ id }) => id))]
  return {
    authors: await authorsOf(hub, actor, collections, repos),
    facts: await factsOf(hub, repos),
    liked: await likedAmong(hub, actor, idsOf(repos)),
    upvoted: await upvotedAmong(hub, actor, idsOf(collections)),
    publicItems: await countPublicItems(hub, idsOf(nested)),
  }
}

async function authorsOf(
  hub: Hub,
  actor: Actor,
  collections: readonly Collection[],
  repos: readonly Repo[],
): Promise<Map<number, CollectionAuthor>> {
  const ids = [...new Set([...collections.map(({ owner }) => owner.id), ...repos.map(({ ownerId }) => ownerId)])]
  if (ids.length === 0) return new Map()
  const rows = await hub.db.read.selectFrom('account').selectAll().where('id', 'in', ids).execute()
  const followers = await followersOf(hub, ids)
  const followed = await followedAmong(hub, actor, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      { account: { ...toAccount(row), email: null }, followers: followers.get(row.id) ?? 0, isFollowed: followed.has(row.id) },
    ]),
  )
}

async function factsOf(hub: Hub, repos: readonly Repo[]): Promise<Map<number, RepoFacts>> {
  const described = repos.filter(({ type }) => type !== 'model')
  const facts = new Map<number, RepoFacts>()
  for (let at = 0; at < described.length; at += factsPerRead) {
    for (const [id, each] of await readManyRepoFacts(hub, described.slice(at, at + factsPerRead))) facts.set(id, each)
  }
  return facts
}

/** Counting what only some can see would reveal it. */
async function countPublicItems(hub: Hub, collectionIds: readonly number[]): Promise<Map<number, number>> {
  if (collectionIds.length === 0) return new Map()
  const rows = await hub.db.read
    .selectFrom('collection_item as i')
    .leftJoin('repo as r', 'r.id', 'i.repo_id')
    .leftJoin('collection as o', 'o.id', 'i.other_id')
    .select(['i.collection_id', (eb) => eb.fn.countAll().as('n')])
    .where('i.collection_id', 'in', collectionIds)
    .where((eb) => eb.or([eb('i.paper', 'is not', null), eb('r.vis', '=', visibility.public), eb('o.is_private', '=', 0)]))
    .groupBy('i.collection_id')
    .execute()
  return new Map(rows.map(({ collection_id, n }) => [collection_id, Number(n)]))
}
