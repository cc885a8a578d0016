/**
 * Changes: everything that moves or compares refs (commits, pushes, merges, pull requests, history rewrites, diffs), reading and editing files,
 * and the packs for clones.
 */
export { type CommitOperation, createCommit, exportRepo, factsOfCommit, revertCommit } from './commits/index.ts'
export {
  blame,
  type ChangedFile,
  changedFiles,
  type CompareSpec,
  type Content,
  contentsOf,
  type DiffBudget,
  diffJob,
  type DiffHunk,
  diffLineText,
  looksBinary,
  mailHead,
  mailTail,
  type MarkedRange,
  newDiffBudget,
  parseCompareSpec,
  rawDiff,
  resolveCompare,
  type ResolvedCompare,
  sortOf,
  type TextComparison,
  unifiedDiff,
} from './diff/index.ts'
export { type OpenedFile, openEntry, openFile, placeInlineFiles, preupload, shardHeaders } from './files/index.ts'
export { advertiseFetch, answerUploadPack, uploadRequestLimits } from './git-wire/index.ts'
export { deleteLargeFiles, type LargeFile, listLargeFiles, squashBranch } from './history/index.ts'
export { mergePullRequest, pullRequestDiff, pullRequestState, type PullRequestState, pullRequestStorage } from './pull-requests/index.ts'
export { listPushRefs, mayPush, pushLimits, receivePush } from './pushes/index.ts'
