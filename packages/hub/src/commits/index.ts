export { createCommit, type CommitResult, type CreateCommit } from './create-commit.ts'
export { factsOfCommit } from './facts-of-commit.ts'
export { exportRepo } from './export-repo.ts'
export type { CommitOperation } from './operation.ts'
