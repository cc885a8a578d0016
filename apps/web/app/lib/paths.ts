import { apiSegments, type RepoType, repoTypes } from '@portolan/contract'

/** Path of a file or folder view, each segment encoded, slashes kept. */
export function filePath(
  repoPath: string,
  view: 'tree' | 'blob' | 'resolve' | 'raw' | 'commits' | 'upload' | 'blame' | 'edit' | 'new',
  revision: string,
  path = '',
): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${repoPath}/${view}/${encodeURIComponent(revision)}${encoded === '' ? '' : `/${encoded}`}`
}

/** Path of a comparison of two revisions. */
export function comparePath(repoPath: string, from: string, to: string, sinceMergeBase = true): string {
  return `${repoPath}/compare/${encodeURIComponent(from)}${sinceMergeBase ? '...' : '..'}${encodeURIComponent(to)}`
}

export const listingPaths = {
  model: `/${apiSegments.model}`,
  dataset: `/${apiSegments.dataset}`,
  space: `/${apiSegments.space}`,
} as const satisfies Record<RepoType, string>
export const typeNames = { model: 'Model', dataset: 'Dataset', space: 'Space' } as const satisfies Record<RepoType, string>

/** The repo type of a page, or of its data, from the first segment of its address: pages of models have none of their own. */
export function typeOfPath(pathname: string): RepoType {
  const segment = pathname.split('/')[1]?.replace(/\.data$/, '')
  return repoTypes.find((type) => apiSegments[type] === segment) ?? 'model'
}
