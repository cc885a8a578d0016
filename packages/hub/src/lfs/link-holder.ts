import { HubError } from '@portolan/contract'
import { type Actor, anonymous, loadActor } from '../accounts/index.ts'
import type { Hub } from '../hub.ts'
import { canReadContent, canUpload, type Repo, toRepo, visibility } from '../repos/index.ts'
import type { LinkClaims } from './sign-link.ts'

/**
 * Checks again what the link was signed for: the repo is there, and its holder may still do this. Links live for a
 * day; a right that is taken away is gone at once.
 * @param caller who sent credentials along, if anybody: links work without, but not with somebody else's
 * @throws {HubError} `lfs.link_expired`, `auth.forbidden`
 */
export async function requireLinkHolder(hub: Hub, claims: LinkClaims, caller: Actor): Promise<Repo> {
  if (caller.kind === 'user' && claims.userId !== 0 && caller.userId !== claims.userId) {
    throw new HubError('auth.forbidden', { message: 'This link was given to another user.' })
  }
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('id', '=', claims.repoId)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  const holder = claims.userId === 0 ? anonymous : await loadActor(hub.db.read, claims.userId, null)
  if (!row || !holder) throw new HubError('lfs.link_expired', { message: 'The repository or the account of this link is gone.' })
  const repo = toRepo(row)
  const may = claims.operation === 'download' ? canReadContent(holder, repo) : canUpload(holder, repo)
  if (!may || repo.disabled) throw new HubError('lfs.link_expired', { message: 'The right that this link stood for was taken away.' })
  return repo
}
