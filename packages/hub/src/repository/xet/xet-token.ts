import { createHmac } from 'node:crypto'
import { HubError } from '@portolan/contract'
import { type Actor, anonymous } from '../../foundation/actor/index.ts'
import { type Holder, holderOf, loadHolder } from '../../identity/accounts/index.ts'
import type { Hub } from '../../hub.ts'
import { linkKey } from '../lfs/index.ts'
import type { AccountUid, RepoUid } from '../../uid.ts'
import { requireFreeSpace } from '../../identity/quotas/index.ts'
import { canReadContent, canWrite, type Repo, requireAccess, toRepo, visibility, type WithContent } from '../access/index.ts'
import { xetEpoch } from './epoch.ts'
import { sign, verify } from './xet-key.ts'

/** `propose`: upload for a pull request, which requires only read access. */
export type XetOperation = 'read' | 'write' | 'propose'

/** Clients request a new one before it expires. Milliseconds. */
const tokenLifetime = 60 * 60 * 1000

/** A client's session with the chunk store, for one repo. */
export interface XetSession {
  readonly operation: XetOperation
  readonly repo: WithContent
  readonly actor: Actor
  /** 0 for an anonymous reader. */
  readonly userId: number
  /** The access token behind it was limited to some repos: only this repo and public ones count. */
  readonly narrow: boolean
}

export interface XetAccess {
  readonly token: string
  readonly expiresAt: Date
  /**
   * Cache scope for clients, as a path segment: they cache chunk data by the store's address. One per
   * user, because users may reference different chunks; and a new one after chunks were freed.
   */
  readonly store: string
}

/**
 * Issues a token for the chunk store: signed, for one repo, one operation and one user.
 * @throws {HubError} `xet.unsupported`, and those of the access check
 */
export async function issueXetToken(hub: Hub, actor: Actor, repo: Repo, operation: XetOperation): Promise<XetAccess> {
  const mode = hub.config.xet
  if (mode === 'off' || (mode === 'upload' && operation === 'read')) throw new HubError('xet.unsupported')
  requireAccess(actor, repo, operation === 'write' ? 'write' : 'content')
  if (operation !== 'read' && actor.kind !== 'user') throw new HubError('auth.required')
  // The upload size is not known yet: an owner with no storage left gets the error now.
  if (operation !== 'read') await requireFreeSpace(hub, repo.ownerId, 1)
  const narrow = actor.kind === 'user' && actor.token?.role === 'fineGrained'
  const expiresAt = new Date(Math.floor((hub.now().getTime() + tokenLifetime) / 1000) * 1000)
  const token = await sign(hub, 'xet-token-v3', [operation, repo.uid, holderOf(actor), narrow, expiresAt.getTime()])
  return { token, expiresAt, store: await storeOf(hub, actor) }
}

/**
 * Opens a session with a token issued by {@link issueXetToken}. Access is checked again: a revocation takes effect immediately.
 * @throws {HubError} `xet.token_invalid` when it is forged or expired, or its repo or user is gone; `auth.forbidden` when it is
 *   read-only, or access has been revoked
 */
export async function openXetSession(hub: Hub, token: string | null, need: 'read' | 'write'): Promise<XetSession> {
  const claims =
    token === null ? null : ((await verify(hub, 'xet-token-v3', token)) as [XetOperation, RepoUid, Holder, boolean, number] | null)
  if (claims === null) throw new HubError('xet.token_invalid')
  const [operation, repoUid, holder, narrow, expires] = claims
  if (expires <= hub.now().getTime()) throw new HubError('xet.token_invalid', { message: 'This Xet access token has expired.' })
  const { repo, actor } = await requireHolder(hub, repoUid, holder)
  if (need === 'write' && operation === 'read') throw new HubError('auth.forbidden', { message: 'This token is for downloads only.' })
  // Write access includes access to the files.
  if (!canReadContent(actor, repo) || (operation === 'write' && !canWrite(actor, repo)))
    throw new HubError('auth.forbidden', { message: 'The access that this token was based on has been revoked.' })
  return { operation, repo, actor, userId: actor.kind === 'user' ? actor.userId : 0, narrow }
}

/** The current repo and account that something was signed for. @throws {HubError} `xet.token_invalid` */
export async function requireHolder(hub: Hub, repoUid: RepoUid, holder: Holder): Promise<{ repo: Repo; actor: Actor }> {
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('uid', '=', repoUid)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  const actor = holder === null ? anonymous : await loadHolder(hub, holder)
  if (!row || !actor)
    throw new HubError('xet.token_invalid', {
      message: 'The repository of this token no longer exists, or the access token, session, or account that requested it.',
    })
  return { repo: toRepo(row), actor }
}

/** The {@link XetAccess.store} of this caller. */
export function storeOf(hub: Hub, actor: Actor): Promise<string> {
  return storeName(hub, actor.kind === 'user' ? actor.uid : null)
}

async function storeName(hub: Hub, userUid: AccountUid | null): Promise<string> {
  const of = createHmac('sha256', await linkKey(hub))
    .update(`xet-store-v2 ${userUid}`)
    .digest('hex')
    .slice(0, 16)
  return `${await xetEpoch(hub)}-${of}`
}
