export { deleteLargeFiles } from './delete-large-files.ts'
export { type LargeFile, listLargeFiles } from './list-large-files.ts'
export { squashBranch } from './squash-branch.ts'
