import type { Hub } from '../../hub.ts'
import type { Repo } from '../../repository/access/index.ts'

/**
 * The address of a Space's app: a separate host, or a path of the hub.
 * @param origin the hub's address, as seen by the caller
 */
export function spaceAddress(hub: Hub, repo: Pick<Repo, 'fullName'>, subdomain: string, origin: string): string {
  const { spacesHost } = hub.config
  if (spacesHost === null) return `${origin}/-/spaces/${repo.fullName}`
  return `${new URL(origin).protocol}//${subdomain}.${spacesHost}`
}
