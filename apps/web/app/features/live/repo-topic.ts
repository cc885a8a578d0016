import { apiSegments, type RepoType } from '@portolan/contract'

/** What the live channel calls a repo. */
export function repoTopic(repo: { readonly type: RepoType; readonly fullName: string }): string {
  return `repo:${apiSegments[repo.type]}/${repo.fullName}`
}
