import { HubError, isOAuthScope, type OAuthScope, type TokenPermission } from '@portolan/contract'
import { isDeleted } from '../../foundation/db/visibility.ts'
import type { Hub } from '../../hub.ts'
import type { ActorToken, TokenEntity, TokenGrants, TokenScope, UserActor } from '../../foundation/actor/index.ts'
import type { KnownActor } from './actor-cache.ts'
import { loadCaller } from './load-actor.ts'

/** Prefix of applications' access tokens; they have their own table. */
export const oauthTokenPrefix = 'hf_oauth_'

/**
 * The actor for an application's token: its user, limited to the scopes that the user allowed and the application still has. Never with
 * the hub administrator's permissions: no scope grants them.
 * @throws {HubError} `auth.invalid_token`
 */
export async function actorOfApp(hub: Hub, hash: Buffer, keep: (actor: KnownActor) => void): Promise<UserActor> {
  const row = await appTokens(hub).where('oauth_token.token_hash', '=', hash).executeTakeFirst()
  const actor = row && row.expires > hub.now().getTime() ? await actorOfRow(hub, row) : null
  if (!row || !actor) throw new HubError('auth.invalid_token')
  keep({ actor, expiresAt: row.expires })
  return actor
}

/** {@link actorOfApp} by the session that its tokens belong to, one after the other; `null` when it has ended. For what was signed for its holder. */
export async function actorOfAppSession(hub: Hub, uid: string): Promise<UserActor | null> {
  const row = await appTokens(hub).where('oauth_session.uid', '=', uid).orderBy('oauth_token.id', 'desc').limit(1).executeTakeFirst()
  return row ? actorOfRow(hub, row) : null
}

type AppTokenRow = NonNullable<Awaited<ReturnType<ReturnType<typeof appTokens>['executeTakeFirst']>>>

function appTokens(hub: Hub) {
  return hub.db.read
    .selectFrom('oauth_token')
    .innerJoin('oauth_session', 'oauth_session.id', 'oauth_token.session_id')
    .innerJoin('oauth_grant', 'oauth_grant.id', 'oauth_session.grant_id')
    .innerJoin('oauth_app', 'oauth_app.id', 'oauth_grant.app_id')
    .innerJoin('account as owner', 'owner.id', 'oauth_app.owner_id')
    .select(['oauth_token.id', 'oauth_token.scopes', 'oauth_token.created', 'oauth_token.expires', 'oauth_grant.user_id'])
    .select(['oauth_app.id as app_id', 'oauth_app.uid as client_id', 'oauth_app.name', 'oauth_app.scopes as app_scopes', 'owner.disabled'])
    .leftJoin('repo as space', 'space.id', 'oauth_app.space_id')
    .select(['space.vis as space_vis', 'oauth_session.uid as session_uid'])
}

async function actorOfRow(hub: Hub, row: AppTokenRow): Promise<UserActor | null> {
  // A Space's application is deleted with it.
  if (row.disabled === 1 || (row.space_vis !== null && isDeleted(row.space_vis))) return null
  const user = await loadCaller(hub, row.user_id, null)
  if (!user) return null
  const registered = row.app_scopes.split(' ')
  const scopes = row.scopes.split(' ').filter((scope): scope is OAuthScope => isOAuthScope(scope) && registered.includes(scope))
  const token: ActorToken = {
    // From a different table than other tokens: the same number is not the same token.
    id: -row.id,
    name: row.name,
    role: 'fineGrained',
    ...(await grantsOf(hub, row.app_id, user, scopes)),
    createdAt: new Date(row.created),
    expiresAt: new Date(row.expires),
    app: { id: row.app_id, clientId: row.client_id, scopes },
  }
  return { ...user, isAdmin: false, token, credential: `app:${row.session_uid}` }
}

/** What scopes permit for the user's account and all of its repos, and for their organizations. */
const permissionsOf: Partial<Record<OAuthScope, { readonly user: readonly TokenPermission[]; readonly org: readonly TokenPermission[] }>> =
  {
    'read-repos': { user: ['repo.content.read'], org: ['repo.content.read'] },
    'write-repos': { user: ['repo.write'], org: ['repo.write'] },
    'manage-repos': { user: ['repo.write', 'repo.access.write'], org: ['repo.write', 'repo.access.write'] },
    'read-collections': { user: ['collection.read'], org: ['collection.read'] },
    'write-collections': { user: ['collection.write'], org: ['collection.write'] },
    webhooks: { user: ['user.webhooks.write'], org: [] },
    'inference-api': { user: ['inference.serverless.write'], org: [] },
  }

/** As fine-grained permissions. Organizations are the current ones: a user who leaves one takes their applications along. */
async function grantsOf(hub: Hub, appId: number, user: UserActor, scopes: readonly OAuthScope[]): Promise<TokenGrants> {
  const permissions = (kind: 'user' | 'org') => [...new Set(scopes.flatMap((scope) => permissionsOf[scope]?.[kind] ?? []))]
  const accounts: TokenScope[] = [
    { entity: { type: 'user' as const, id: user.userId, uid: user.uid, name: user.name }, permissions: permissions('user') },
    ...(await orgsOf(hub, user)).map((entity) => ({ entity, permissions: permissions('org') })),
  ]
  return {
    scopes: [
      ...accounts.filter((scope) => scope.permissions.length > 0),
      ...(scopes.includes('contribute-repos') ? await ownRepos(hub, appId, user) : []),
    ],
    global: scopes.includes('write-discussions') ? ['discussion.write'] : [],
    canReadGatedRepos: scopes.includes('gated-repos'),
  }
}

async function orgsOf(hub: Hub, user: UserActor): Promise<TokenEntity[]> {
  if (user.orgs.length === 0) return []
  const ids = user.orgs.map(({ orgId }) => orgId)
  const rows = await hub.db.read.selectFrom('account').select(['id', 'uid', 'name']).where('id', 'in', ids).execute()
  return rows.map((row) => ({ type: 'org', ...row }))
}

const kinds = ['model', 'dataset', 'space'] as const
/** Maximum repos created by an application to load, newest first. */
const maxOwnRepos = 1_000

/** The repos the application created for this user. */
async function ownRepos(hub: Hub, appId: number, user: UserActor): Promise<TokenScope[]> {
  const rows = await hub.db.read
    .selectFrom('oauth_app_repo')
    .innerJoin('repo', 'repo.id', 'oauth_app_repo.repo_id')
    .select(['repo.id', 'repo.uid', 'repo.kind', 'repo.owner', 'repo.name'])
    .where('oauth_app_repo.app_id', '=', appId)
    .where('repo.creator_id', '=', user.userId)
    .orderBy('repo.id', 'desc')
    .limit(maxOwnRepos)
    .execute()
  return rows.map(({ id, uid, kind, owner, name }) => ({
    entity: { type: kinds[kind] ?? 'model', id, uid, name: `${owner}/${name}` },
    permissions: ['repo.write'],
  }))
}
