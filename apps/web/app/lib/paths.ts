import { apiSegments, type RepoType, repoTypes } from '@portolan/contract'

/** Returns the path of a file or folder view, with each segment encoded and slashes kept. */
export function filePath(
  repoPath: string,
  view: 'tree' | 'blob' | 'resolve' | 'raw' | 'commits' | 'upload' | 'blame' | 'edit' | 'new',
  revision: string,
  path = '',
): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return `${repoPath}/${view}/${encodeURIComponent(revision)}${encoded === '' ? '' : `/${encoded}`}`
}

/** Returns the path of a comparison of two revisions. */
export function comparePath(repoPath: string, from: string, to: string, sinceMergeBase = true): string {
  return `${repoPath}/compare/${encodeURIComponent(from)}${sinceMergeBase ? '...' : '..'}${encodeURIComponent(to)}`
}

export const listingPaths = {
  model: `/${apiSegments.model}`,
  dataset: `/${apiSegments.dataset}`,
  space: `/${apiSegments.space}`,
} as const satisfies Record<RepoType, string>
export const typeNames = { model: 'Model', dataset: 'Dataset', space: 'Space' } as const satisfies Record<RepoType, string>

/** Returns the repo type from the first segment of a page's path. Model pages have no type segment. */
export function typeOfPath(pathname: string): RepoType {
  const segment = pathname.split('/')[1]?.replace(/\.data$/, '')
  return repoTypes.find((type) => apiSegments[type] === segment) ?? 'model'
}

/** Returns the path and the query of a request's page, also when the router requests only its data. */
export function pagePath(request: Request): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.delete('_routes')
  const query = searchParams.toString()
  return `${pathname.replace(/\.data$/, '')}${query === '' ? '' : `?${query}`}`
}
