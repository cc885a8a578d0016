import type { RepoType } from '@portolan/contract'

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

export const listingPaths = { model: '/models', dataset: '/datasets', space: '/spaces' } as const satisfies Record<RepoType, string>
export const typeNames = { model: 'Model', dataset: 'Dataset', space: 'Space' } as const satisfies Record<RepoType, string>

/** The repo type of a page, from its address: models have no prefix. */
export function typeOfPath(pathname: string): RepoType {
  if (pathname.startsWith('/datasets/')) return 'dataset'
  return pathname.startsWith('/spaces/') ? 'space' : 'model'
}
