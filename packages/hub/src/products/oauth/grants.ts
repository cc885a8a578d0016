import { HubError, type OAuthScope } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { invalidateActors } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { requirePerson } from './apps.ts'
import { storedScopes } from './scopes.ts'

/** An app that the caller has signed in to. */
export interface OAuthGrant {
  readonly uid: string
  readonly app: { readonly name: string; readonly owner: string; readonly website: string | null }
  readonly scopes: readonly OAuthScope[]
  readonly createdAt: Date
  readonly usedAt: Date
}

/** Most recently used first. */
export async function listOAuthGrants(hub: Hub, actor: Actor): Promise<OAuthGrant[]> {
  const user = requirePerson(actor)
  const rows = await hub.db.read
    .selectFrom('oauth_grant')
    .innerJoin('oauth_app', 'oauth_app.id', 'oauth_grant.app_id')
    .innerJoin('account', 'account.id', 'oauth_app.owner_id')
    .select(['oauth_grant.uid', 'oauth_grant.scopes', 'oauth_grant.created', 'oauth_grant.used'])
    .select(['oauth_app.name', 'oauth_app.website', 'account.name as owner'])
    .where('oauth_grant.user_id', '=', user.userId)
    .orderBy('oauth_grant.used', 'desc')
    .limit(1_000)
    .execute()
  return rows.map((row) => ({
    uid: row.uid,
    app: { name: row.name, owner: row.owner, website: row.website },
    scopes: storedScopes(row.scopes),
    createdAt: new Date(row.created),
    usedAt: new Date(row.used),
  }))
}

/** Revokes the app's tokens for the caller; it has to ask again. @throws {HubError} `oauth.app_not_found` */
export async function revokeOAuthGrant(hub: Hub, actor: Actor, uid: string): Promise<void> {
  const user = requirePerson(actor)
  await hub.db.write(async (tx) => {
    const gone = await tx
      .deleteFrom('oauth_grant')
      .where('uid', '=', uid)
      .where('user_id', '=', user.userId)
      .returning('app_id')
      .executeTakeFirst()
    if (!gone) throw new HubError('oauth.app_not_found')
    const app = await tx.selectFrom('oauth_app').select(['uid', 'name']).where('id', '=', gone.app_id).executeTakeFirst()
    await recordEvent(tx, hub, {
      topic: 'oauth.revoked',
      actor: user.name,
      payload: { clientId: app?.uid ?? null, app: app?.name ?? null, userId: user.userId, why: 'the user' },
    })
  })
  invalidateActors(hub)
}
