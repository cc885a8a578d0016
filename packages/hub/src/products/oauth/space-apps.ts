import { givenOAuthScopes, isOAuthScope, type OAuthScope } from '@portolan/contract'
import { visibility } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import { asSystem, isEnabled, type Readable, toRepo } from '../../repository/access/index.ts'
import { spaceAddress, spaceConfigOf, subdomainsOf } from '../spaces/index.ts'
import type { OAuthApp } from './apps.ts'
import { inOrder } from './scopes.ts'

/** The variables of a static Space whose card says `hf_oauth: true`. */
export interface SpaceSignIn {
  readonly clientId: string
  readonly scopes: readonly OAuthScope[]
}

/**
 * A Space's application, created on first use; `null` when its card does not request one, or when the Space has no origin of its own: a page without
 * an origin has nowhere to keep its state, and no address to return to.
 */
export async function spaceSignIn(hub: Hub, repo: Readable): Promise<SpaceSignIn | null> {
  const scopes = await wantedScopes(hub, repo)
  if (scopes === null) return null
  const known = await hub.db.read
    .selectFrom('oauth_app')
    .select(['uid', 'name', 'scopes', 'owner_id'])
    .where('space_id', '=', repo.id)
    .executeTakeFirst()
  const about = { owner_id: repo.ownerId, name: repo.fullName, scopes: scopes.join(' ') }
  if (known && known.owner_id === about.owner_id && known.name === about.name && known.scopes === about.scopes)
    return { clientId: known.uid, scopes }
  const row = await hub.db.write((tx) =>
    tx
      .insertInto('oauth_app')
      .values({ uid: hub.newId(), space_id: repo.id, secret_hash: null, redirect_uris: '[]', created: hub.now().getTime(), ...about })
      .onConflict((conflict) => conflict.column('space_id').doUpdateSet(about))
      .returning('uid')
      .executeTakeFirstOrThrow(),
  )
  return { clientId: row.uid, scopes }
}

/**
 * A Space's application according to its current card and address, together with that address: it may have been renamed, deleted or changed since,
 * and someone else may have its name. `null` when it is not one any more.
 * @param hubOrigin the hub's address, as seen by the browser
 */
export async function currentSpaceApp(hub: Hub, app: OAuthApp, hubOrigin: string): Promise<{ app: OAuthApp; origin: string } | null> {
  const row = await hub.db.read
    .selectFrom('repo')
    .selectAll()
    .where('id', '=', app.spaceId ?? 0)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  // The user is not known yet; the page reveals the repo's name and owner, and so does the application.
  const repo = row ? asSystem(toRepo(row)) : null
  if (!repo || !isEnabled(repo)) return null
  const scopes = await wantedScopes(hub, repo)
  const label = (await subdomainsOf(hub, [repo])).get(repo.id)
  if (scopes === null || label === undefined) return null
  return { app: { ...app, name: repo.fullName, owner: repo.owner, scopes }, origin: spaceAddress(hub, repo, label, hubOrigin) }
}

async function wantedScopes(hub: Hub, repo: Readable): Promise<OAuthScope[] | null> {
  if (repo.type !== 'space' || hub.config.spacesHost === null) return null
  const { oauthScopes } = await spaceConfigOf(hub, repo)
  if (oauthScopes === null) return null
  const known = oauthScopes.filter(isOAuthScope).filter((scope) => givenOAuthScopes.includes(scope))
  return inOrder(['openid', 'profile', ...known])
}
