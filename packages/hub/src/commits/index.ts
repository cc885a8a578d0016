export { createCommit, type CommitResult, type CreateCommit } from './create-commit.ts'
export { exportRepo } from './export-repo.ts'
export type { CommitOperation } from './operation.ts'
