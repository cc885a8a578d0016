import { apiSegments, type RepoType } from '@portolan/contract'

/** Returns the live channel's topic for a repo. */
export function repoTopic(repo: { readonly type: RepoType; readonly fullName: string }): string {
  return `repo:${apiSegments[repo.type]}/${repo.fullName}`
}
