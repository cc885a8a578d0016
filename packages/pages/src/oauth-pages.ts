import { givenOAuthScopes, isOAuthScope, oauthScopeTable } from '@portolan/contract'
import {
  type Actor,
  sessionStart,
  type Hub,
  beginAuthorization,
  createOAuthApp,
  decideAuthorization,
  deleteOAuthApp,
  listOAuthApps,
  listOAuthGrants,
  type OAuthApp,
  type OAuthAppInput,
  renewOAuthSecret,
  requireRecentProof,
  requireOwnApp,
  revokeOAuthGrant,
  updateOAuthApp,
  type Visit,
} from '@portolan/hub'

/** What the pages for signing in to other programs show and do. @param request of the page: the browser's session */
export function oauthActions(hub: Hub, actor: Actor, request: { readonly origin: string; readonly sessionToken: string | null }) {
  const visit = async (query: string): Promise<Visit> => ({
    parameters: new URLSearchParams(query),
    issuer: request.origin,
    signedInAt: request.sessionToken === null ? null : await sessionStart(hub, request.sessionToken),
  })
  return {
    /** @param query of the URL the application sent the browser to */
    async authorization(query: string) {
      const result = await beginAuthorization(hub, actor, await visit(query))
      // Asked before the form, which leads out of the hub.
      if (result.kind === 'ask') await requireRecentProof(hub, actor, 'application.allow')
      return result.kind === 'sign_in' ? { ...result, parameters: result.parameters.toString() } : result
    },
    decideAuthorization: async (query: string, isAllowed: boolean) => decideAuthorization(hub, actor, await visit(query), isAllowed),

    /** All scopes an application can request, with descriptions. */
    oauthScopes: () => givenOAuthScopes.map((scope) => ({ scope, label: oauthScopeTable[scope].label })),
    oauthApps: async (which: 'own' | 'all') => (await listOAuthApps(hub, actor, which)).map(appView),
    oauthApp: async (clientId: string) => appView((await requireOwnApp(hub, actor, clientId)).app),
    async createOAuthApp(input: OAuthAppForm & { isPublic: boolean; owner: string }) {
      const { app, secret } = await createOAuthApp(hub, actor, { ...checked(input), isPublic: input.isPublic, owner: input.owner })
      return { clientId: app.clientId, secret }
    },
    updateOAuthApp: async (clientId: string, input: OAuthAppForm) => appView(await updateOAuthApp(hub, actor, clientId, checked(input))),
    renewOAuthSecret: (clientId: string) => renewOAuthSecret(hub, actor, clientId),
    deleteOAuthApp: (clientId: string) => deleteOAuthApp(hub, actor, clientId),
    async oauthGrants() {
      const grants = await listOAuthGrants(hub, actor)
      return grants.map(({ scopes, createdAt, usedAt, ...rest }) => ({
        ...rest,
        may: scopes.map((scope) => oauthScopeTable[scope].label),
        createdAt: createdAt.toISOString(),
        usedAt: usedAt.toISOString(),
      }))
    },
    revokeOAuthGrant: (uid: string) => revokeOAuthGrant(hub, actor, uid),
  }
}

interface OAuthAppForm {
  readonly name: string
  readonly website: string
  readonly redirectUris: readonly string[]
  readonly scopes: readonly string[]
}

function checked({ name, website, redirectUris, scopes }: OAuthAppForm): OAuthAppInput {
  return { name, website, redirectUris, scopes: scopes.filter(isOAuthScope) }
}

function appView({ clientId, name, owner, website, isPublic, redirectUris, scopes, createdAt, spaceId }: OAuthApp) {
  return { clientId, name, owner, website, isPublic, redirectUris, scopes, isSpace: spaceId !== null, createdAt: createdAt.toISOString() }
}
