export { type CommitMerge, mergeBases, mergeCommits } from './merge-commits.ts'
export { mergeText, type TextMergeMode } from './merge-text.ts'
export { type MergeChange, mergeTrees, type TreeMerge } from './merge-trees.ts'
