import { HubError } from '@portolan/contract'
import { type Actor, anonymous } from '../../foundation/actor/index.ts'
import { loadHolder } from '../../identity/accounts/index.ts'
import type { StoredBlob } from '../../foundation/blobs/blob-store.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { canReadContent, canUpload, toRepo, visibility, type WithContent } from '../access/index.ts'
import { recordUpload } from './object-rows.ts'
import type { LinkClaims } from './sign-link.ts'

/** A link's current repo and user: row ids that belong to no other repo or account for the duration of a request. */
export interface LinkHolder {
  readonly repo: WithContent
  /** 0 for an anonymous reader. */
  readonly userId: number
}

/**
 * Checks again what the link was signed for: the repo exists, and its holder may still do this. Links live for a
 * day; they end immediately when access is revoked, or when the token or session that requested them ends.
 * @param caller the credentials sent along, if any: links work without credentials, but not with someone else's
 * @throws {HubError} `lfs.link_expired`, `auth.forbidden`
 */
export async function requireLinkHolder(hub: Hub, claims: LinkClaims, caller: Actor): Promise<LinkHolder> {
  if (caller.kind === 'user' && claims.holder !== null && caller.uid !== claims.holder[0]) {
    throw new HubError('auth.forbidden', { message: 'This link was issued to another user.' })
  }
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('uid', '=', claims.repoUid)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  const holder = claims.holder === null ? anonymous : await loadHolder(hub, claims.holder)
  if (!row || !holder)
    throw new HubError('lfs.link_expired', {
      message: 'The repository of this link no longer exists, or the token, session, or account that requested it.',
    })
  const repo = toRepo(row)
  const userId = holder.kind === 'user' ? holder.userId : 0
  if (claims.operation === 'download' && canReadContent(holder, repo)) return { repo, userId }
  if (claims.operation !== 'download' && canUpload(holder, repo)) return { repo, userId }
  throw new HubError('lfs.link_expired', { message: 'The access that this link was based on has been revoked.' })
}

/**
 * Records what was transferred with a link. An upload takes hours: the repo may have been freed in the meantime, and its row id reused.
 * @throws {HubError} `lfs.link_expired`
 */
export async function recordKeptUpload(tx: Tx, hub: Hub, claims: LinkClaims, blob: StoredBlob): Promise<void> {
  const repo = await tx.selectFrom('repo').select('id').where('uid', '=', claims.repoUid).executeTakeFirst()
  const user = await tx
    .selectFrom('account')
    .select('id')
    .where('uid', '=', claims.holder?.[0] ?? '')
    .executeTakeFirst()
  if (!repo || !user) throw new HubError('lfs.link_expired', { message: 'The repository or the account of this link no longer exists.' })
  await recordUpload(tx, hub, repo.id, user.id, blob)
}
