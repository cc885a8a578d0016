import { oauthHandleRedirect, oauthLoginUrl, whoAmI } from '@huggingface/hub'
import {
  beginAuthorization,
  createOAuthApp,
  decideAuthorization,
  deleteOAuthApp,
  deleteRepo,
  invalidateActors,
  listOAuthApps,
  listOAuthGrants,
  loadActor,
  pruneOAuth,
  renewOAuthSecret,
  requireOwnApp,
  revokeOAuthGrant,
  updateOAuthApp,
  visibility,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { answer, authorizeQuery, pkce, postForm, redirectUri, registerApp, signIn, visit } from '../testing/oauth-flow.ts'
import { file, openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { openTestServer } from '../testing/open-test-server.ts'

const userInfo = async (t: TestApp, token: string) => {
  const response = await t.call('/oauth/userinfo', { as: token })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

describe.for(databases)('signing in to an application on %s', (database) => {
  test('from the question to the tokens: code, PKCE, ID token, claims by scope', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const asked = await visit(t.hub, t.actors.eve, authorizeQuery(app.clientId, { scope: 'openid profile email' }))
    expect(asked).toMatchObject({
      kind: 'ask',
      view: {
        app: { name: 'Tool', owner: 'ada' },
        scopes: [{ scope: 'openid', isNew: true }, { scope: 'profile' }, { scope: 'email' }],
        returnsTo: 'tool.example.org',
        formTarget: 'https://tool.example.org',
        isOnDevice: false,
      },
    })
    const { back, status, json, headers } = await signIn(t, app, { actor: t.actors.eve, scope: 'openid profile' })
    expect(`${back.origin}${back.pathname}`).toBe(redirectUri)
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['st', 'http://localhost'])
    expect([status, headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([200, 'no-store', '*'])
    expect(json).toMatchObject({ token_type: 'bearer', expires_in: 28_800, scope: 'openid profile' })
    expect(json['access_token']).toMatch(/^hf_oauth_\w{43}$/)
    const keys = (await (await t.call('/oauth/jwks')).json()) as { keys: Record<string, string>[] }
    expect(keys.keys.map((key) => Object.keys(key).toSorted())).toEqual([['alg', 'e', 'kid', 'kty', 'n', 'use']])
    const { payload } = await jwtVerify(json['id_token'] ?? '', createLocalJWKSet(keys as never), {
      issuer: 'http://localhost',
      audience: app.clientId,
      currentDate: t.hub.now(),
      requiredClaims: ['nonce', 'auth_time', 'at_hash', 'sub'],
    })
    expect(payload).toMatchObject({ nonce: 'n-1', sub: t.actors.eve.uid, preferred_username: 'eve', azp: app.clientId })
    const claims = await userInfo(t, json['access_token'] ?? '')
    expect(claims.json).toMatchObject({ sub: payload.sub, name: 'eve', orgs: [], isPro: false, picture: 'http://localhost/avatars/eve' })
    expect(claims.json).not.toHaveProperty('email')
    const ada = await signIn(t, app, { scope: 'openid profile email' })
    expect((await userInfo(t, ada.json['access_token'] ?? '')).json).toMatchObject({
      email: 'ada@example.org',
      email_verified: true,
      orgs: [{ preferred_username: 'fleet', roleInOrg: 'admin' }],
      groups: ['fleet'],
    })
    expect((await signIn(t, app, { scope: 'profile' })).json).not.toHaveProperty('id_token')
    // Once granted, consent is not requested again, unless the app wants more scopes or explicitly requests the prompt.
    expect((await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId))).kind).toBe('return')
    expect((await visit(t.hub, t.actors.eve, authorizeQuery(app.clientId, { scope: 'openid email' }))).kind).toBe('ask')
    expect((await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, { prompt: 'consent' }))).kind).toBe('ask')
  })

  test('a public client: PKCE is not for choice, the client id may be left out, a secret may not be made up', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada, { isPublic: true })
    expect(app.secret).toBe('')
    expect(await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId))).toMatchObject({ kind: 'mistake', error: 'invalid_request' })
    const plain = { code_challenge: pkce().verifier, code_challenge_method: 'plain' }
    for (const query of [plain, { code_challenge: plain.code_challenge }, { code_challenge: 'short', code_challenge_method: 'S256' }])
      expect(await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, query))).toMatchObject({ error: 'invalid_request' })
    const { challenge, verifier } = pkce()
    const back = await answer(
      t.hub,
      t.actors.ada,
      authorizeQuery(app.clientId, { code_challenge: challenge, code_challenge_method: 'S256' }),
    )
    const form = {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
    }
    expect((await postForm(t, '/oauth/token', { ...form, client_id: app.clientId, client_secret: 'x' })).json['error']).toBe(
      'invalid_client',
    )
    expect((await postForm(t, '/oauth/token', form)).status).toBe(200)
  })

  test('a confidential client: its secret in header or form, compared whole; another secret ends the one before', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const stored = await t.hub.db.read.selectFrom('oauth_app').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(app.secret)
    const code = async () => {
      const back = await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId))
      return { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: redirectUri }
    }
    const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`${app.clientId}:${secret}`).toString('base64')}` })
    expect((await postForm(t, '/oauth/token', await code(), basic(app.secret))).status).toBe(200)
    const wrong = await postForm(t, '/oauth/token', await code(), basic(`${app.secret}x`))
    expect([wrong.status, wrong.json['error'], wrong.headers.get('www-authenticate')]).toEqual([
      401,
      'invalid_client',
      'Basic realm="Portolan"',
    ])
    for (const credentials of [{ client_id: app.clientId }, { client_id: app.clientId, client_secret: '' }, { client_id: 'f'.repeat(24) }])
      expect((await postForm(t, '/oauth/token', { ...(await code()), ...credentials })).json['error']).toBe('invalid_client')
    // A confidential client does not become public by omitting its credentials.
    expect((await postForm(t, '/oauth/token', await code())).json['error']).toBe('invalid_grant')
    expect((await postForm(t, '/oauth/token', { ...(await code()), client_secret: app.secret }, basic(app.secret))).json['error']).toBe(
      'invalid_request',
    )
    const next = await renewOAuthSecret(t.hub, t.actors.ada, app.clientId)
    expect((await postForm(t, '/oauth/token', await code(), basic(app.secret))).json['error']).toBe('invalid_client')
    expect((await postForm(t, '/oauth/token', await code(), basic(next))).status).toBe(200)
  })

  test('a code counts once, for its application, its address, its verifier, and two minutes', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const other = await registerApp(t.hub, t.actors.eve)
    const fresh = async (query: Record<string, string> = {}) => {
      const back = await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId, query))
      return {
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: app.clientId,
        client_secret: app.secret,
      }
    }
    const errorOf = async (form: Record<string, string>) => (await postForm(t, '/oauth/token', form)).json['error']
    expect(await errorOf({ ...(await fresh()), client_id: other.clientId, client_secret: other.secret })).toBe('invalid_grant')
    expect(await errorOf({ ...(await fresh()), redirect_uri: `${redirectUri}/` })).toBe('invalid_grant')
    const { challenge, verifier } = pkce()
    const s256 = { code_challenge: challenge, code_challenge_method: 'S256' }
    expect(await errorOf(await fresh(s256))).toBe('invalid_grant')
    expect(await errorOf({ ...(await fresh(s256)), code_verifier: pkce().verifier })).toBe('invalid_grant')
    // The challenge was stripped from the request in transit.
    expect(await errorOf({ ...(await fresh()), code_verifier: verifier })).toBe('invalid_grant')
    const late = await fresh()
    t.hub.tick(121_000)
    expect(await errorOf(late)).toBe('invalid_grant')
    const used = await signIn(t, app)
    expect((await userInfo(t, used.json['access_token'] ?? '')).status).toBe(200)
    expect(await errorOf(used.form)).toBe('invalid_grant')
    // Reusing a code revokes the tokens issued for it the first time, whoever holds them.
    expect((await userInfo(t, used.json['access_token'] ?? '')).status).toBe(401)
    const refresh = {
      grant_type: 'refresh_token',
      refresh_token: used.json['refresh_token'] ?? '',
      client_id: app.clientId,
      client_secret: app.secret,
    }
    expect(await errorOf(refresh)).toBe('invalid_grant')
    const both = await fresh()
    const answers = await Promise.all([postForm(t, '/oauth/token', both), postForm(t, '/oauth/token', both)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('refresh tokens rotate, never grow, and end everything when one comes twice', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada, { scopes: ['openid', 'profile', 'email', 'read-repos'] })
    const other = await registerApp(t.hub, t.actors.eve, { isPublic: true })
    const { json } = await signIn(t, app, { scope: 'openid profile' })
    const credentials = { client_id: app.clientId, client_secret: app.secret }
    const refresh = (token: string | undefined, more: Record<string, string> = {}) =>
      postForm(t, '/oauth/token', { grant_type: 'refresh_token', refresh_token: token ?? '', ...credentials, ...more })
    expect((await refresh(json['refresh_token'], { scope: 'openid read-repos' })).json['error']).toBe('invalid_scope')
    expect((await refresh(json['refresh_token'], { scope: 'root' })).json['error']).toBe('invalid_scope')
    expect((await refresh(json['refresh_token'], { client_id: other.clientId, client_secret: '' })).json['error']).toBe('invalid_grant')
    const narrow = await refresh(json['refresh_token'], { scope: 'openid' })
    expect([narrow.status, narrow.json['scope']]).toEqual([200, 'openid'])
    expect((await userInfo(t, narrow.json['access_token'] ?? '')).json).toEqual({ sub: t.actors.ada.uid })
    expect(decodeJwt(narrow.json['id_token'] ?? '')).not.toHaveProperty('nonce')
    const whole = await refresh(narrow.json['refresh_token'])
    expect(whole.json['scope']).toBe('openid profile')
    expect((await refresh(json['refresh_token'])).json['error']).toBe('invalid_grant')
    expect((await refresh(whole.json['refresh_token'])).json['error']).toBe('invalid_grant')
    expect((await userInfo(t, whole.json['access_token'] ?? '')).status).toBe(401)
    const later = await signIn(t, app)
    t.hub.tick(8 * 3600_000)
    expect((await userInfo(t, later.json['access_token'] ?? '')).status).toBe(401)
    const again = await refresh(later.json['refresh_token'])
    t.hub.tick(30 * 24 * 3600_000)
    expect((await refresh(again.json['refresh_token'])).json['error']).toBe('invalid_grant')
    expect((await t.call('/api/whoami-v2', { as: again.json['refresh_token'] ?? '' })).status).toBe(401)
  })

  test('revoking: by the application, by the user, with the application, with its owner', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const other = await registerApp(t.hub, t.actors.eve, { isPublic: true })
    const works = async (token: string | undefined) => (await userInfo(t, token ?? '')).status === 200
    const revoke = (token: string | undefined, by = app) =>
      postForm(t, '/oauth/revoke', {
        token: token ?? '',
        client_id: by.clientId,
        ...(by.secret === '' ? {} : { client_secret: by.secret }),
      })
    const first = (await signIn(t, app, { actor: t.actors.mia })).json
    expect((await revoke(first['access_token'], other)).status).toBe(200)
    expect((await revoke(first['refresh_token'], other)).status).toBe(200)
    expect(await works(first['access_token'])).toBe(true)
    expect((await revoke('hf_oauth_unknown')).status).toBe(200)
    expect((await postForm(t, '/oauth/revoke', { token: 'x' })).json['error']).toBe('invalid_client')
    await revoke(first['refresh_token'])
    expect(await works(first['access_token'])).toBe(false)
    const second = (await signIn(t, app, { actor: t.actors.mia })).json
    const third = (await signIn(t, app, { actor: t.actors.mia })).json
    await revoke(second['access_token'])
    expect([await works(second['access_token']), await works(third['access_token'])]).toEqual([false, true])
    const [grant] = await listOAuthGrants(t.hub, t.actors.mia)
    expect(grant).toMatchObject({ app: { name: 'Tool', owner: 'ada' }, scopes: ['openid', 'profile'] })
    await expect(revokeOAuthGrant(t.hub, t.actors.eve, grant?.uid ?? '')).rejects.toMatchObject({ code: 'oauth.app_not_found' })
    await revokeOAuthGrant(t.hub, t.actors.mia, grant?.uid ?? '')
    expect(await works(third['access_token'])).toBe(false)
    expect((await visit(t.hub, t.actors.mia, authorizeQuery(app.clientId))).kind).toBe('ask')
    const fourth = (await signIn(t, app, { actor: t.actors.mia })).json
    await deleteOAuthApp(t.hub, t.actors.ada, app.clientId)
    expect(await works(fourth['access_token'])).toBe(false)
  })

  test('nobody is sent to an address in doubt, nor anywhere without a click for what the application did wrong', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada, { redirectUris: [redirectUri, 'http://127.0.0.1/cb?a=1', 'http://localhost/'] })
    const doubt = (query: Record<string, string | null>) => visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, query))
    for (const uri of [
      `${redirectUri}/`,
      `${redirectUri}?x=1`,
      'https://tool.example.org/Callback',
      'https://tool.example.org.evil.example/callback',
      'https://tool.example.org:444/callback',
      'https://tool.example.org/callback/../evil',
      'https://tool.example.org%2fcallback',
      '//tool.example.org/callback',
      'http://127.0.0.1.evil.example/cb?a=1',
      'http://127.0.0.1:80@evil.example/cb?a=1',
      'http://127.0.0.1:8080/cb?a=2',
      'http://localhost:8080',
      'javascript:alert(1)',
    ])
      await expect(doubt({ redirect_uri: uri }), uri).rejects.toMatchObject({ code: 'oauth.redirect_mismatch' })
    await expect(doubt({ redirect_uri: null })).rejects.toMatchObject({ code: 'oauth.invalid_request' })
    await expect(doubt({ client_id: 'f'.repeat(24) })).rejects.toMatchObject({ code: 'oauth.unknown_client' })
    const twice = authorizeQuery(app.clientId)
    twice.append('redirect_uri', 'https://evil.example')
    await expect(visit(t.hub, t.actors.ada, twice)).rejects.toMatchObject({ code: 'oauth.invalid_request' })
    // An app on this device may use any port, and the user is prompted each time.
    const device = { redirect_uri: 'http://127.0.0.1:51234/cb?a=1' }
    expect((await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId, device))).href).toMatch(
      /^http:\/\/127\.0\.0\.1:51234\/cb\?a=1&code=/,
    )
    expect(await doubt(device)).toMatchObject({ kind: 'ask', view: { isOnDevice: true, formTarget: 'http://127.0.0.1:51234' } })
    for (const [query, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ request: 'e30.e30.' }, 'request_not_supported'],
      [{ scope: 'openid root' }, 'invalid_scope'],
      [{ scope: 'openid write-repos' }, 'invalid_scope'],
      [{ scope: 'jobs' }, 'invalid_scope'],
      [{ prompt: 'none login' }, 'invalid_request'],
      [{ state: 'x'.repeat(4_001) }, 'invalid_request'],
    ] as const)
      expect(await doubt(query), JSON.stringify(query)).toMatchObject({
        kind: 'mistake',
        error,
        back: expect.stringContaining(`error=${error}`) as string,
      })
    expect((await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId), { isAllowed: false })).search).toBe(
      '?error=access_denied&error_description=The+user+denied+access&state=st&iss=http%3A%2F%2Flocalhost',
    )
    // A scope that is common elsewhere but unknown to this hub is not an error; it is just not granted.
    expect((await signIn(t, app, { scope: 'openid jobs' })).json['scope']).toBe('openid')
  })

  test('who has to sign in, again or at all', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const anonymous = { kind: 'anonymous' as const }
    expect(await visit(t.hub, anonymous, authorizeQuery(app.clientId))).toMatchObject({ kind: 'sign_in', again: false })
    const silent = authorizeQuery(app.clientId, { prompt: 'none' })
    expect(await visit(t.hub, anonymous, silent)).toMatchObject({ location: expect.stringContaining('error=login_required') as string })
    expect(await visit(t.hub, t.actors.ada, silent)).toMatchObject({
      location: expect.stringContaining('error=consent_required') as string,
    })
    await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId))
    expect(await visit(t.hub, t.actors.ada, silent)).toMatchObject({ location: expect.stringContaining('code=') as string })
    const login = await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, { prompt: 'login consent' }))
    if (login.kind !== 'sign_in') throw new Error(login.kind)
    expect([login.again, login.parameters.get('prompt')]).toEqual([true, 'consent'])
    const hourAgo = new Date(t.hub.now().getTime() - 3_600_000)
    expect((await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, { max_age: '600' }), hourAgo)).kind).toBe('sign_in')
    expect((await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, { max_age: '7200' }), hourAgo)).kind).toBe('return')
    expect((await visit(t.hub, t.actors.ada, authorizeQuery(app.clientId, { max_age: '0' }))).kind).toBe('return')
    const stale = { parameters: authorizeQuery(app.clientId, { max_age: '600' }), issuer: 'http://localhost', signedInAt: hourAgo }
    expect(await decideAuthorization(t.hub, t.actors.ada, stale, true)).toContain('error=login_required')
    // Access tokens, of applications or otherwise, cannot authorize applications.
    const { json } = await signIn(t, app)
    const byToken = {
      ...t.actors.ada,
      token: { id: 1, name: 'x', role: 'write' as const, scopes: [], createdAt: new Date(), expiresAt: null },
    }
    await expect(answer(t.hub, byToken as never, authorizeQuery(app.clientId))).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect((await t.call('/api/whoami-v2', { as: json['access_token'] ?? '' })).status).toBe(200)
  })

  test('apps: who sees and changes them, what they may be called back at, how many', async () => {
    await using t = await openTestApp({ database })
    const { ada, eve, mia, root } = t.actors
    const make = (more: object) =>
      createOAuthApp(t.hub, ada, { name: 'Tool', isPublic: true, scopes: ['openid'], redirectUris: [redirectUri], ...more })
    for (const uri of [
      '/cb',
      'ftp://x.example',
      'https://u:p@x.example',
      'https://x.example/#f',
      'https://*.x.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      'myapp:/cb',
    ])
      await expect(make({ redirectUris: [uri] }), uri).rejects.toMatchObject({ code: 'body.invalid', details: { field: 'redirectUris' } })
    await expect(make({ isPublic: false, redirectUris: ['org.example.app:/cb'] })).rejects.toMatchObject({ code: 'body.invalid' })
    await expect(make({ redirectUris: [] })).rejects.toMatchObject({ code: 'body.invalid' })
    await expect(make({ name: 'To\u202eol' })).rejects.toMatchObject({ details: { field: 'name' } })
    await expect(make({ website: 'javascript:alert(1)' })).rejects.toMatchObject({ details: { field: 'website' } })
    await expect(make({ scopes: ['jobs'] })).rejects.toMatchObject({ details: { field: 'scopes' } })
    await expect(
      createOAuthApp(t.hub, mia, { name: 'x', isPublic: true, scopes: ['openid'], redirectUris: [redirectUri], owner: 'fleet' }),
    ).rejects.toMatchObject({
      code: 'auth.forbidden',
    })
    const { app } = await make({ owner: 'fleet', redirectUris: ['org.example.app:/cb'] })
    expect(app.owner).toBe('fleet')
    await expect(requireOwnApp(t.hub, eve, app.clientId)).rejects.toMatchObject({ code: 'oauth.app_not_found' })
    await expect(deleteOAuthApp(t.hub, mia, app.clientId)).rejects.toMatchObject({ code: 'oauth.app_not_found' })
    await expect(listOAuthApps(t.hub, eve, 'all')).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect((await listOAuthApps(t.hub, root, 'all')).map(({ clientId }) => clientId)).toEqual([app.clientId])
    const changed = await updateOAuthApp(t.hub, ada, app.clientId, {
      name: 'Other',
      scopes: ['openid', 'email'],
      redirectUris: [redirectUri],
    })
    expect(changed).toMatchObject({ name: 'Other', redirectUris: [redirectUri], isPublic: true })
    for (let i = 0; i < 50; i++) await make({})
    await expect(make({})).rejects.toMatchObject({ code: 'oauth.too_many_apps' })
  })

  test('tables stay small: codes, tokens and sign-ins end and go', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    for (let i = 0; i < 20; i++) await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId))
    expect((await answer(t.hub, t.actors.ada, authorizeQuery(app.clientId))).searchParams.get('error')).toBe('access_denied')
    t.hub.tick(121_000)
    let { json } = await signIn(t, app)
    const first = json['access_token'] ?? ''
    const credentials = { grant_type: 'refresh_token', client_id: app.clientId, client_secret: app.secret }
    for (let i = 0; i < 12; i++)
      json = (await postForm(t, '/oauth/token', { ...credentials, refresh_token: json['refresh_token'] ?? '' })).json
    const count = async (table: 'oauth_code' | 'oauth_token' | 'oauth_session') =>
      (await t.hub.db.read.selectFrom(table).select('expires').execute()).length
    expect([await count('oauth_code'), await count('oauth_token'), await count('oauth_session')]).toEqual([1, 10, 1])
    expect((await userInfo(t, first)).status).toBe(401)
    expect((await userInfo(t, json['access_token'] ?? '')).status).toBe(200)
    for (let i = 0; i < 55; i++) await signIn(t, app)
    expect(await count('oauth_session')).toBe(50)
    t.hub.tick(31 * 24 * 3600_000)
    await pruneOAuth(t.hub)
    expect([await count('oauth_code'), await count('oauth_token'), await count('oauth_session')]).toEqual([0, 0, 0])
  })

  test('keys are changed, and the ones before are shown as long as they are needed', async () => {
    await using t = await openTestApp({ database })
    const app = await registerApp(t.hub, t.actors.ada)
    const kids = async () => ((await (await t.call('/oauth/jwks')).json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid)
    const [first] = await kids()
    expect(decodeProtectedHeader((await signIn(t, app)).json['id_token'] ?? '')).toMatchObject({ alg: 'RS256', kid: first })
    t.hub.tick(91 * 24 * 3600_000)
    const next = decodeProtectedHeader((await signIn(t, app)).json['id_token'] ?? '').kid
    expect(next).not.toBe(first)
    expect(await kids()).toEqual([next, first])
    t.hub.tick(10 * 24 * 3600_000)
    expect(await kids()).toEqual([next])
  })
})

test('a static Space with hf_oauth in its card signs people in from any of its addresses, and from no other', async () => {
  const settings = { PORTOLAN_PUBLIC_URL: 'https://hub.example.org', PORTOLAN_SPACES_HOST: 'spaces.example.org' }
  await using t = await openTestApp({ settings })
  const card = (more: string) => `---\nsdk: static\n${more}---\n`
  const files = { 'README.md': card('hf_oauth: true\nhf_oauth_scopes: [inference-api, jobs, root]\n'), 'index.html': '<p>x</p>' }
  const repo = await t.addRepo({ type: 'space', sdk: 'static', name: 'app', files })
  await t.addRepo({ type: 'space', sdk: 'static', name: 'other', files: { ...files, 'README.md': card('') } })
  const variables = async (host: string) => {
    const page = await (await t.call(`https://${host}/`, { headers: { host } })).text()
    return (JSON.parse(/window\.huggingface=(.*?)<\/script>/.exec(page)?.[1] ?? '') as { variables: Record<string, string> }).variables
  }
  // Host names are assigned when a Space is first viewed.
  for (const name of ['app', 'other'])
    await t.call(`https://hub.example.org/api/spaces/ada/${name}`, { headers: { host: 'hub.example.org' } })
  const given = await variables('ada-app.spaces.example.org')
  expect(given).toEqual({
    OAUTH_CLIENT_ID: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
    OAUTH_SCOPES: 'openid profile inference-api',
    OPENID_PROVIDER_URL: 'https://hub.example.org',
  })
  expect(await variables('ada-app.spaces.example.org')).toEqual(given)
  expect(await variables('ada-other.spaces.example.org')).toEqual({})
  const clientId = given['OAUTH_CLIENT_ID'] ?? ''
  const ask = (uri: string) => {
    const { challenge } = pkce()
    const parameters = authorizeQuery(clientId, { redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'S256' })
    return beginAuthorization(t.hub, t.actors.eve, { parameters, issuer: 'https://hub.example.org', signedInAt: t.hub.now() })
  }
  for (const path of ['/', '/deep/page.html?x=1'])
    expect(await ask(`https://ada-app.spaces.example.org${path}`)).toMatchObject({
      kind: 'ask',
      view: { app: { name: 'ada/app', owner: 'ada' }, formTarget: 'https://ada-app.spaces.example.org' },
    })
  for (const uri of [
    'https://ada-other.spaces.example.org/',
    'http://ada-app.spaces.example.org/',
    'https://ada-app.spaces.example.org:444/',
    'https://a@ada-app.spaces.example.org/',
    'https://evil.example/',
  ])
    await expect(ask(uri), uri).rejects.toMatchObject({ code: 'oauth.redirect_mismatch' })
  // Apps of Spaces are defined by their cards and cannot be managed by hand.
  await expect(requireOwnApp(t.hub, t.actors.ada, clientId)).rejects.toMatchObject({ code: 'oauth.app_not_found' })
  await t.commit(repo, [file('README.md', card(''))])
  await expect(ask('https://ada-app.spaces.example.org/')).rejects.toMatchObject({ code: 'oauth.unknown_client' })
  await t.commit(repo, [file('README.md', files['README.md'])])
  expect((await ask('https://ada-app.spaces.example.org/')).kind).toBe('ask')
  const { challenge, verifier } = pkce()
  const site = 'https://ada-app.spaces.example.org/'
  const query = authorizeQuery(clientId, { redirect_uri: site, code_challenge: challenge, code_challenge_method: 'S256' })
  const back = await answer(t.hub, t.actors.eve, query, { issuer: 'https://hub.example.org' })
  const form = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri: site, code_verifier: verifier }
  const token = (await postForm(t, 'https://hub.example.org/oauth/token', form, { host: 'hub.example.org' })).json['access_token'] ?? ''
  const works = async () =>
    (await t.call('https://hub.example.org/oauth/userinfo', { as: token, headers: { host: 'hub.example.org' } })).status
  expect(await works()).toBe(200)
  await deleteRepo(t.hub, t.actors.ada, repo)
  invalidateActors(t.hub)
  expect(await works()).toBe(401)
  // Also while garbage collection is freeing it.
  await t.hub.db.write((tx) => tx.updateTable('repo').set({ vis: visibility.beingFreed }).where('id', '=', repo.id).execute())
  invalidateActors(t.hub)
  expect(await works()).toBe(401)
  await expect(ask('https://ada-app.spaces.example.org/')).rejects.toMatchObject({ code: 'oauth.unknown_client' })
})

test('discovery, below a prefix too, and at the root of its host', async () => {
  await using t = await openTestApp({ config: { publicUrl: 'https://example.org/hub' } })
  for (const path of [
    '/hub/.well-known/openid-configuration',
    '/hub/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/hub',
  ]) {
    const response = await t.call(path)
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
    expect(await response.json()).toMatchObject({
      issuer: 'https://example.org/hub',
      authorization_endpoint: 'https://example.org/hub/oauth/authorize',
      jwks_uri: 'https://example.org/hub/oauth/jwks',
      code_challenge_methods_supported: ['S256'],
    })
  }
  for (const path of ['/.well-known/openid-configuration/other', '/.well-known/security.txt', '/hub/oauth/nothing'])
    expect((await t.call(path)).status).toBe(404)
})

test("the field's own JavaScript client signs in unchanged", async () => {
  await using server = await openTestServer()
  const ada = await server.addUser('ada')
  const { app } = await createOAuthApp(server.hub, ada.actor, {
    name: 'Demo',
    isPublic: true,
    scopes: ['openid', 'profile', 'email', 'inference-api'],
    redirectUris: ['https://demo.example.org/'],
  })
  const kept: { codeVerifier?: string; nonce?: string } = {}
  const url = new URL(
    await oauthLoginUrl({
      hubUrl: server.origin,
      clientId: app.clientId,
      redirectUrl: 'https://demo.example.org/',
      state: 'mine',
      localStorage: kept,
    }),
  )
  expect(`${url.origin}${url.pathname}`).toBe(`${server.origin}/oauth/authorize`)
  const eve = await server.addUser('eve')
  const back = await answer(server.hub, eve.actor, url.searchParams, { issuer: server.origin })
  const result = await oauthHandleRedirect({
    hubUrl: server.origin,
    redirectedUrl: back.href,
    codeVerifier: kept.codeVerifier ?? '',
    nonce: kept.nonce ?? '',
  })
  expect(result).toMatchObject({ state: 'mine', scope: 'openid profile', userInfo: { preferred_username: 'eve', isPro: false, orgs: [] } })
  expect(await whoAmI({ hubUrl: server.origin, accessToken: result.accessToken })).toMatchObject({
    name: 'eve',
    auth: { type: 'app_token_as_user', accessToken: { displayName: 'Demo', role: 'fineGrained' } },
  })
  const actor = await loadActor(server.hub.db.read, eve.actor.userId, null)
  expect(actor && (await listOAuthGrants(server.hub, actor))).toHaveLength(1)
})
