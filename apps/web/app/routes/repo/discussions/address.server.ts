import { repoPath, type RepoType } from '@portolan/contract'
import { typeOfPath } from '../../../lib/paths.ts'

/** The repo that a page's address names, and the path of its discussions. From the parameters: the router asks for data at another address. */
export function addressOf(
  request: Request,
  { owner, name }: { owner: string; name: string },
): { type: RepoType; fullName: string; path: string } {
  const type = typeOfPath(new URL(request.url).pathname)
  return { type, fullName: `${owner}/${name}`, path: `/${repoPath({ type, owner, name })}/discussions` }
}
