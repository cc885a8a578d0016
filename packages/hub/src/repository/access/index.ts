export {
  canReadContent,
  canWrite,
  canRead,
  isEnabled,
  visibleOwnerIds,
  canCreateIn,
  isContributor,
  canAdmin,
  canUpload,
  canDiscuss,
  canHandleAccess,
  subjectOf,
  type RepoAccessFacts,
} from './permissions.ts'
export { toRepo, visibility, type Repo, isDeleted } from './repo.ts'
export { requireAccess, findRepo, requireRepo, requireEnabled } from './find-repo.ts'
export { type WithContent, type Readable, asSystem, type Writable, type Checked, type RepoNeed } from './checked-repo.ts'
