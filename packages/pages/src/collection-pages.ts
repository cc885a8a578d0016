import {
  type Actor,
  addItem,
  canEditCollection,
  type Collection,
  type CollectionChanges,
  type CollectionItem,
  type CollectionSort,
  type CollectionTheme,
  collectionsToFill,
  createCollection,
  deleteCollection,
  type ListedCollection,
  listCollections,
  type NewCollection,
  type NewItem,
  readCollection,
  removeItem,
  requireCollection,
  updateCollection,
  updateItems,
  upvoteCollection,
  type Hub,
} from '@portolan/hub'
import { type RepoCardView, toRepoCard } from './repo-view.ts'

const perPage = 30

/** A collection in a list. */
export interface CollectionCardView {
  readonly slug: string
  readonly path: string
  readonly title: string
  readonly description: string | null
  readonly owner: string
  readonly theme: CollectionTheme
  readonly isPrivate: boolean
  readonly upvotes: number
  readonly updatedAt: string
  /** Names of the first items. */
  readonly holds: readonly string[]
}

export type CollectionItemView = { readonly id: string; readonly note: string | null } & (
  | { readonly kind: 'repo'; readonly repo: RepoCardView }
  | { readonly kind: 'collection'; readonly collection: CollectionCardView }
  | { readonly kind: 'paper'; readonly paper: string }
)

export interface CollectionPage {
  readonly collection: CollectionCardView
  readonly items: readonly CollectionItemView[]
  readonly isUpvoted: boolean
  readonly canEdit: boolean
}

export interface CollectionsPage {
  readonly collections: readonly CollectionCardView[]
  readonly nextCursor: string | null
}

/** Collections to which an item can be added. */
export interface FillPage {
  readonly collections: readonly { readonly card: CollectionCardView; readonly itemId: string | null }[]
}

export function toCollectionCard({ collection, items }: ListedCollection): CollectionCardView {
  return {
    slug: collection.slug,
    path: `/collections/${collection.slug}`,
    title: collection.title,
    description: collection.description,
    owner: collection.owner.name,
    theme: collection.theme,
    isPrivate: collection.isPrivate,
    upvotes: collection.upvotes,
    updatedAt: collection.updatedAt.toISOString(),
    holds: items.map(({ subject }) =>
      subject.type === 'repo' ? subject.repo.fullName : subject.type === 'paper' ? `arXiv ${subject.paper}` : subject.collection.title,
    ),
  }
}

function cardOf(collection: Collection): CollectionCardView {
  return toCollectionCard({ collection, items: [] })
}

function toItemView({ uid, note, subject }: CollectionItem): CollectionItemView {
  if (subject.type === 'repo') return { id: uid, note, kind: 'repo', repo: toRepoCard(subject.repo) }
  if (subject.type === 'paper') return { id: uid, note, kind: 'paper', paper: subject.paper }
  return { id: uid, note, kind: 'collection', collection: cardOf(subject.collection) }
}

/** The collection functions for pages, bound to the caller. */
export function collectionActions(hub: Hub, actor: Actor) {
  return {
    async collections(asked: { q: string; sort: CollectionSort; cursor: string | null }): Promise<CollectionsPage> {
      const { collections, nextCursor } = await listCollections(hub, actor, { ...asked, limit: perPage })
      return { collections: collections.map(toCollectionCard), nextCursor }
    },
    async collection(slug: string): Promise<CollectionPage> {
      const collection = await requireCollection(hub, actor, slug, 'read')
      const { items, isUpvoted } = await readCollection(hub, actor, collection)
      return { collection: cardOf(collection), items: items.map(toItemView), isUpvoted, canEdit: canEditCollection(actor, collection) }
    },
    async collectionsToFill(item: NewItem): Promise<FillPage> {
      const found = await collectionsToFill(hub, actor, item)
      return { collections: found.map(({ collection, itemUid }) => ({ card: cardOf(collection), itemId: itemUid })) }
    },
    createCollection: async (input: NewCollection) => cardOf(await createCollection(hub, actor, input)),
    updateCollection: async (slug: string, changes: CollectionChanges) => cardOf(await updateCollection(hub, actor, slug, changes)),
    deleteCollection: (slug: string) => deleteCollection(hub, actor, slug),
    upvoteCollection: (slug: string, isOn: boolean) => upvoteCollection(hub, actor, slug, isOn),
    addToCollection: async (slug: string, item: NewItem, note: string | null) => cardOf(await addItem(hub, actor, slug, item, note)),
    moveInCollection: (slug: string, id: string, position: number) => updateItems(hub, actor, slug, [{ uid: id, position }]),
    noteInCollection: (slug: string, id: string, note: string | null) => updateItems(hub, actor, slug, [{ uid: id, note }]),
    removeFromCollection: (slug: string, id: string) => removeItem(hub, actor, slug, id),
  }
}
