import { createHash, randomBytes } from 'node:crypto'
import type { OAuthScope } from '@portolan/contract'
import { beginAuthorization, createOAuthApp, decideAuthorization, type Hub, type UserActor } from '@portolan/hub'
import type { TestApp } from './open-test-app.ts'

export const redirectUri = 'https://tool.example.org/callback'

/** Registers an app owned by ada. */
export async function registerApp(
  hub: Hub,
  ada: UserActor,
  more: { isPublic?: boolean; scopes?: readonly OAuthScope[]; redirectUris?: readonly string[] } = {},
) {
  const { isPublic = false, scopes = ['openid', 'profile', 'email'], redirectUris = [redirectUri] } = more
  const { app, secret } = await createOAuthApp(hub, ada, { name: 'Tool', isPublic, scopes, redirectUris })
  return { app, secret: secret ?? '', clientId: app.clientId }
}

/** A PKCE verifier and its challenge (RFC 7636). */
export function pkce() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The query of the address that the app redirects the browser to. `null` removes a default parameter. */
export function authorizeQuery(clientId: string, more: Readonly<Record<string, string | null>> = {}): URLSearchParams {
  const all = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope: 'openid profile', state: 'st', ...more }
  return new URLSearchParams(Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])))
}

/** The redirect target after a user, freshly signed in to the hub, allows or denies the request. */
export async function answer(
  hub: Hub,
  actor: UserActor,
  parameters: URLSearchParams,
  { isAllowed = true, issuer = 'http://localhost' }: { isAllowed?: boolean; issuer?: string } = {},
): Promise<URL> {
  return new URL(await decideAuthorization(hub, actor, { parameters, issuer, signedInAt: hub.now() }, isAllowed))
}

/** The result of opening the authorization page with these parameters. */
export async function visit(
  hub: Hub,
  actor: UserActor | { kind: 'anonymous' },
  parameters: URLSearchParams,
  signedInAt: Date | null = hub.now(),
) {
  return beginAuthorization(hub, actor, { parameters, issuer: 'http://localhost', signedInAt: actor.kind === 'user' ? signedInAt : null })
}

/** Sends a form to the app under test. */
export async function postForm(
  t: TestApp,
  path: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await t.call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(form).toString(),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: (text === '' ? {} : JSON.parse(text)) as Record<string, string> }
}

/** A complete sign-in of ada with an app: the tokens, and the request that produced them. */
export async function signIn(
  t: TestApp,
  app: { clientId: string; secret: string },
  more: { scope?: string; actor?: UserActor; query?: Readonly<Record<string, string | null>> } = {},
) {
  const { verifier, challenge } = pkce()
  const query = authorizeQuery(app.clientId, {
    ...(more.scope === undefined ? {} : { scope: more.scope }),
    code_challenge: challenge,
    code_challenge_method: 'S256',
    nonce: 'n-1',
    ...more.query,
  })
  const back = await answer(t.hub, more.actor ?? t.actors.ada, query)
  const form = {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code') ?? '',
    redirect_uri: query.get('redirect_uri') ?? '',
    code_verifier: verifier,
    client_id: app.clientId,
    ...(app.secret === '' ? {} : { client_secret: app.secret }),
  }
  return { back, form, ...(await postForm(t, '/oauth/token', form)) }
}
