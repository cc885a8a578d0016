import { HubError } from '@portolan/contract'
import type { Actor } from '../accounts/actor.ts'
import type { Hub } from '../hub.ts'
import type { LinkClaims } from './sign-link.ts'

/**
 * Checks what may have changed since a link was signed: the repo is still there and its holder may still sign in.
 * @throws {HubError} `lfs.link_expired`
 */
export async function requireLinkHolder(hub: Hub, claims: LinkClaims): Promise<void> {
  const repo = await hub.db.read
    .selectFrom('repo')
    .select('id')
    .where('id', '=', claims.repoId)
    .where('vis', '<', 2)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!repo) throw new HubError('lfs.link_expired', { message: 'The repository of this link is gone.' })
  if (claims.userId === 0) return
  const user = await hub.db.read
    .selectFrom('account')
    .select('id')
    .where('id', '=', claims.userId)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  if (!user) throw new HubError('lfs.link_expired', { message: 'The account of this link is gone.' })
}

/**
 * Links work without credentials. Credentials that come along must not be somebody else's.
 * @throws {HubError} `auth.forbidden`
 */
export function requireSameCaller(claims: LinkClaims, actor: Actor): void {
  if (actor.kind === 'user' && claims.userId !== 0 && actor.userId !== claims.userId) {
    throw new HubError('auth.forbidden', { message: 'This link was given to another user.' })
  }
}
