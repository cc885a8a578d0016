export { type CommitMerge, mergeBases, mergeCommits } from './merge-commits.ts'
export { type MergeChange, mergeTrees, type TreeMerge } from './merge-trees.ts'
