import { oauthHandleRedirect, oauthLoginUrl } from '@huggingface/hub'
import { createSession } from '@portolan/hub'
import { expect, test } from 'vitest'
import { loadPages } from '../pages/load-pages.ts'
import { answer, authorizeQuery, registerApp } from '../testing/oauth-flow.ts'
import { openTestServer } from '../testing/open-test-server.ts'

/* The authorization page as browsers and programs meet it: its redirects, from the build of the pages. */

async function withPages(redirectUris: readonly string[]) {
  const server = await openTestServer({ pages: (hub) => loadPages(hub) })
  const { hub, origin } = server
  const [ada, eve] = [await server.addUser('ada'), (await server.addUser('eve')).actor]
  const registered = await registerApp(hub, ada.actor, { isPublic: true, redirectUris })
  const { token } = await createSession(hub, eve.userId)
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { ...init.headers, cookie: `portolan_session=${token}`, 'sec-fetch-site': 'same-origin', origin }
    const response = await server.request(path, { ...init, headers })
    return [response.status, response.headers.get('location')] as const
  }
  return { ...server, ...registered, eve, send }
}

test('who agrees is sent back with 303, to the address with the slash that it means', async () => {
  await using t = await withPages(['http://localhost:3000'])
  const kept: { nonce?: string; codeVerifier?: string } = {}
  const url = await oauthLoginUrl({
    clientId: t.clientId,
    redirectUrl: 'http://localhost:3000',
    localStorage: kept,
    scopes: 'openid profile',
    hubUrl: t.origin,
  })
  const form = { method: 'POST', body: 'answer=yes', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  const [status, back] = await t.send(url, form)
  expect([status, back]).toEqual([303, expect.stringMatching(/^http:\/\/localhost:3000\/\?code=/) as string])
  const result = await oauthHandleRedirect({
    hubUrl: t.origin,
    redirectedUrl: back ?? '',
    codeVerifier: kept.codeVerifier ?? '',
    nonce: kept.nonce ?? '',
  })
  // Without the scopes for the address, for billing, and without organizations: exactly this.
  expect(result.userInfo).toEqual({
    sub: t.eve.uid,
    name: 'eve',
    preferred_username: 'eve',
    profile: `${t.origin}/eve`,
    picture: `${t.origin}/avatars/eve`,
    isPro: false,
    orgs: [],
  })
})

test('who agreed before is sent back with 303 at once', async () => {
  await using t = await withPages(['https://tool.example.org', 'https://tool.example.org/a?b=1'])
  const challenge = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' }
  for (const [uri, start] of [
    ['https://tool.example.org', 'https://tool.example.org/?code='],
    ['https://tool.example.org/a?b=1', 'https://tool.example.org/a?b=1&code='],
  ] as const) {
    const query = authorizeQuery(t.clientId, { redirect_uri: uri, ...challenge })
    await answer(t.hub, t.eve, query, { issuer: t.origin })
    const [status, location] = await t.send(`/oauth/authorize?${query.toString()}`)
    expect([status, location?.slice(0, start.length)]).toEqual([303, start])
  }
  // A refusal goes the same way.
  const refused = authorizeQuery(t.clientId, {
    redirect_uri: 'https://tool.example.org',
    prompt: 'none',
    scope: 'openid email',
    ...challenge,
  })
  expect(await t.send(`/oauth/authorize?${refused.toString()}`)).toEqual([
    303,
    expect.stringMatching(/^https:\/\/tool\.example\.org\/\?error=consent_required/) as string,
  ])
})
