export { revertCommit } from './revert-commit.ts'
