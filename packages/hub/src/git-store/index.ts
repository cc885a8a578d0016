export { initialCommit } from './initial-commit.ts'
export { allObjects, putObjects, readObject, readObjects, readSizes, readTree, readTrees } from './objects.ts'
export { moveRef, readRef, readRefs, type StoredRef } from './refs.ts'
