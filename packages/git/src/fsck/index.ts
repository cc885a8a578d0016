export { checkGitattributes, checkGitmodules } from './check-config-files.ts'
export { type CheckedCommit, type CheckedTag, checkCommit, checkTag } from './check-headers.ts'
export { type CheckedItem, type CheckedTree, checkTree } from './check-tree.ts'
export type { ObjectProblem } from './problem.ts'
