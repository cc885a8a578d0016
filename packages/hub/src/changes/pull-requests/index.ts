export { pullRequestState, type PullRequestState } from './changes.ts'
export { mergePullRequest } from './merge-pull-request.ts'
export { pullRequestDiff, pullRequestStorage } from './pull-request-diff.ts'
