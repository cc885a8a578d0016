export { deleteRepo, moveRepo, updateRepoSettings } from './change-repo.ts'
export { createRepo, signatureOf, spaceSdks, type CreateRepo } from './create-repo.ts'
export { duplicateRepo } from './duplicate-repo.ts'
export { defaultAttributes } from './default-attributes.ts'
export { findRepo, type RepoNeed, requireAccess, requireRepo } from './find-repo.ts'
export {
  canAdmin,
  canCreateIn,
  canDiscuss,
  canHandleAccess,
  canRead,
  canReadContent,
  canUpload,
  canWrite,
  isContributor,
  subjectOf,
  visibleOwnerIds,
  type RepoAccessFacts,
} from './permissions.ts'
export { listStorage, type StorageQuery } from './list-storage.ts'
export { readManyRepoFacts, readRepoFacts } from './repo-facts.ts'
export { kindOf, type Repo, toRepo, typeOf, visibility } from './repo.ts'
