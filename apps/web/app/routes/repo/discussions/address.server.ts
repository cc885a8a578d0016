import { repoPath, type RepoType } from '@portolan/contract'
import { typeOfPath } from '../../../lib/paths.ts'

/**
 * Returns the repo named in a page's URL, and the path of its discussions. Uses the route parameters, because the router requests data at a different
 * URL.
 */
export function addressOf(
  request: Request,
  { owner, name }: { owner: string; name: string },
): { type: RepoType; fullName: string; path: string } {
  const type = typeOfPath(new URL(request.url).pathname)
  return { type, fullName: `${owner}/${name}`, path: `/${repoPath({ type, owner, name })}/discussions` }
}
