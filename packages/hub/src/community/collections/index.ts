export { type CollectionAuthor, collectionDetails, type CollectionDetails } from './collection-details.ts'
export { collectionsToFill } from './collections-to-fill.ts'
export {
  type CollectionChanges,
  createCollection,
  deleteCollection,
  type NewCollection,
  updateCollection,
  upvoteCollection,
} from './change-collection.ts'
export { addItem, type ItemChange, type NewItem, removeItem, updateItems } from './change-items.ts'
export {
  canEditCollection,
  type Collection,
  type CollectionItem,
  type CollectionTheme,
  collectionThemes,
  findCollection,
  requireCollection,
} from './collection.ts'
export {
  type CollectionQuery,
  type CollectionSort,
  collectionSorts,
  collectionsOf,
  countUpvotes,
  type ListedCollection,
  listCollections,
  readCollection,
  upvotedAmong,
} from './list-collections.ts'
