export { lockRepo, lastLoss, recentlyLostObjects, missingObjects, queueRepoForGc } from './lock-repo.ts'
export { faultText, gitFileAt, gitFileLink, requireSafeGitFile } from './git-files.ts'
export { initialCommit } from './initial-commit.ts'
export {
  commitsWithPrefix,
  findInTree,
  type HasReader,
  listOids,
  putObjects,
  readObject,
  readObjects,
  readSizes,
  readTree,
  readTrees,
  readTypes,
  streamObjects,
} from './objects.ts'
export { prestoreBatch, prestoreLimits, prestoreObjects, type PrestoredObjects } from './prestore-objects.ts'
export { moveRef, overlappingRef, readRef, readRefs, type StoredRef } from './refs.ts'
