import {
  createOAuthApp,
  createSession,
  createUser,
  findAccount,
  listIdentities,
  loadActor,
  signUp,
  unlinkIdentity,
  verifyPassword,
} from '@portolan/hub'
import { databases, testEpoch } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openLyingProvider, type Lie } from '../testing/fake-identity-provider.ts'
import { answer } from '../testing/oauth-flow.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { openTestServer } from '../testing/open-test-server.ts'
import type { TestServerOptions } from '../testing/start-test-server.ts'

/** A hub whose company has an identity provider, with a browser factory. */
async function scene(database: (typeof databases)[number], settings: TestServerOptions['settings'] = {}) {
  const provider = await openLyingProvider('portolan')
  const t = await openTestApp({
    database,
    settings: {
      PORTOLAN_OIDC_ISSUER: provider.issuer,
      PORTOLAN_OIDC_CLIENT_ID: 'portolan',
      PORTOLAN_OIDC_CLIENT_SECRET: 'hush',
      ...settings,
    },
  })
  return {
    t,
    provider,
    browser: () => openBrowser(t, settings['PORTOLAN_PUBLIC_URL'] ?? 'http://localhost'),
    [Symbol.asyncDispose]: async () => {
      await t[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

/** Keeps cookies like a browser, but follows no redirects by itself. */
function openBrowser({ app }: TestApp, origin: string) {
  const cookies = new Map<string, string>()
  /** @param site where the link is: the provider's pages lead back with full addresses */
  const get = async (address: string, site = address.startsWith('http') ? 'cross-site' : 'same-origin') => {
    const url = address.startsWith('http') ? address : origin + address
    const response = await app.request(url, {
      headers: {
        host: new URL(origin).host,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
      },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }
  const to = async (address: string) => (await get(address)).headers.get('location') ?? ''
  return {
    cookies,
    get,
    to,
    /** Goes to the provider and back. @returns the address the hub redirects the browser to */
    async signIn(provider: { authorize(to: URL): URL }, path = '/sign-in/company') {
      const away = await to(path)
      return away.startsWith('http') ? to(provider.authorize(new URL(away)).href) : away
    },
    async who() {
      const session = (await (
        await app.request(`${origin}/api/session`, {
          headers: { host: new URL(origin).host, cookie: [...cookies].map(([n, v]) => `${n}=${v}`).join('; ') },
        })
      ).json()) as {
        viewer: { name: string } | null
      }
      return session.viewer?.name ?? null
    },
  }
}

const problem = (location: string) => new URL(location, 'http://localhost').searchParams.get('problem')

describe.for(databases)('signing in with the identity provider of the company on %s', (database) => {
  test('somebody new gets an account, and the same one the next time, whatever they are called then', async () => {
    await using s = await scene(database)
    const first = s.browser()
    const away = new URL(await first.to('/sign-in/company?next=/ada/chart?tab=files'))
    expect(away.origin + away.pathname).toBe(`${s.provider.issuer}/authorize`)
    expect(Object.fromEntries(away.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'portolan',
      redirect_uri: 'http://localhost/sign-in/company/callback',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    expect(await first.to(s.provider.authorize(away).href)).toBe('/ada/chart?tab=files&done=signed-in')
    expect(await first.who()).toBe('grace-hopper')
    expect([...first.cookies.keys()]).toEqual(['portolan_session'])
    expect(await findAccount(s.t.hub, 'grace-hopper')).toMatchObject({
      fullname: 'Grace Hopper',
      email: 'grace@corp.example',
      isAdmin: false,
    })
    s.provider.person = { sub: 's-1', preferred_username: 'other', email: 'new@corp.example' }
    const second = s.browser()
    expect(await second.signIn(s.provider)).toBe('/?done=signed-in')
    expect(await second.who()).toBe('grace-hopper')
    // Another person with the same name.
    s.provider.person = { sub: 's-2', preferred_username: 'grace.hopper' }
    const third = s.browser()
    await third.signIn(s.provider)
    expect(await third.who()).toBe('grace-hopper-2')
    s.provider.person = { sub: 's-3', preferred_username: 'settings', email: '\u0001' }
    const fourth = s.browser()
    await fourth.signIn(s.provider)
    expect(await fourth.who()).toBe('settings-2')
  })

  test('an account that is there is only connected by its owner: an e-mail address, verified or not, leads to none', async () => {
    await using s = await scene(database)
    s.provider.person = { sub: 's-9', preferred_username: 'ada', email: 'ADA@example.org', email_verified: true }
    const stranger = s.browser()
    expect(problem(await stranger.signIn(s.provider))).toBe('sso.email_taken')
    expect(await stranger.who()).toBeNull()
    expect(problem(await stranger.to('/sign-in/company?connect=yes'))).toBe('auth.required')
    const ada = s.browser()
    ada.cookies.set('portolan_session', (await createSession(s.t.hub, s.t.actors.ada.userId)).token)
    // Another site may have signed this browser in to the provider with an identity of its own: a link of its starts nothing.
    for (const site of ['cross-site', 'same-site'])
      expect((await ada.get('/sign-in/company?connect=yes&next=/', site)).headers.get('location')).toBe(
        '/sign-in/confirm?action=identity.change&to=%2Fsign-in%2Fcompany%3Fconnect%3Dyes%26next%3D%252F',
      )
    expect(await ada.signIn(s.provider, '/sign-in/company?connect=yes')).toBe('/settings?done=saved')
    expect(await listIdentities(s.t.hub, s.t.actors.ada)).toMatchObject([{ issuer: s.provider.issuer, email: 'ADA@example.org' }])
    await stranger.signIn(s.provider)
    expect(await stranger.who()).toBe('ada')
    // One identity can be linked to only one account; and a sign-in started as one user must not finish as another.
    const eve = s.browser()
    const eveCookie = (await createSession(s.t.hub, s.t.actors.eve.userId)).token
    eve.cookies.set('portolan_session', eveCookie)
    expect(problem(await eve.signIn(s.provider, '/sign-in/company?connect=yes'))).toBe('sso.linked_elsewhere')
    const away = await eve.to('/sign-in/company?connect=yes')
    eve.cookies.set('portolan_session', ada.cookies.get('portolan_session') ?? '')
    expect(problem(await eve.to(s.provider.authorize(new URL(away)).href))).toBe('sso.stale')
    const [link] = await listIdentities(s.t.hub, s.t.actors.ada)
    await expect(unlinkIdentity(s.t.hub, s.t.actors.ada, link?.id ?? 0)).rejects.toMatchObject({ code: 'auth.forbidden' })
    await s.t.hub.db.write((tx) => tx.updateTable('account').set({ disabled: 1 }).where('name', '=', 'ada').execute())
    expect(problem(await s.browser().signIn(s.provider))).toBe('sso.not_allowed')
  })

  test('who may: domains by verified addresses, groups from any claim, nobody new', async () => {
    await using s = await scene(database, {
      PORTOLAN_OIDC_DOMAINS: 'corp.example',
      PORTOLAN_OIDC_GROUPS: 'staff',
      PORTOLAN_OIDC_GROUPS_CLAIM: 'realm_access.roles',
    })
    const attempt = async (person: object) => {
      s.provider.person = { sub: 's-1', preferred_username: 'grace', ...person }
      return problem(await s.browser().signIn(s.provider))
    }
    const groups = { realm_access: { roles: ['staff', 'other'] } }
    for (const person of [
      { email: 'g@corp.example', ...groups },
      { email: 'g@corp.example', email_verified: 'true', ...groups },
      { email: 'g@evil.example', email_verified: true, ...groups },
      { email: 'g@corp.example.evil.example', email_verified: true, ...groups },
      { email: 'g@corp.example', email_verified: true, realm_access: { roles: ['Staff'] } },
      { email: 'g@corp.example', email_verified: true },
      groups,
    ])
      expect(await attempt(person), JSON.stringify(person)).toBe('sso.not_allowed')
    expect(await attempt({ email: 'g@CORP.example', email_verified: true, ...groups })).toBeNull()
    await using existing = await scene(database, { PORTOLAN_OIDC_ACCOUNTS: 'existing' })
    expect(problem(await existing.browser().signIn(existing.provider))).toBe('sso.no_account')
  })

  test('groups give roles in organizations and take them, but not the last administrator', async () => {
    await using s = await scene(database, { PORTOLAN_OIDC_ORGS: 'crew=Fleet:read, captains=fleet:admin, crew=nowhere:write' })
    const roleWith = async (...groups: string[]) => {
      s.provider.person = { sub: 's-1', preferred_username: 'grace', groups }
      const browser = s.browser()
      await browser.signIn(s.provider)
      const account = await findAccount(s.t.hub, (await browser.who()) ?? '')
      const actor = await loadActor(s.t.hub.db.read, account?.id ?? 0, null)
      return actor?.orgs.map(({ name, role }) => `${name}:${role}`).join() ?? 'nobody'
    }
    expect(await roleWith()).toBe('')
    expect(await roleWith('crew')).toBe('fleet:read')
    expect(await roleWith('captains', 'crew')).toBe('fleet:admin')
    expect(await roleWith('crew')).toBe('fleet:read')
    await roleWith('captains')
    await s.t.hub.db.write((tx) => tx.deleteFrom('org_member').where('user_id', '=', s.t.actors.ada.userId).execute())
    expect(await roleWith()).toBe('fleet:admin')
  })

  test('a provider that is down, says no, or lies signs nobody in, and each has its code', async () => {
    await using s = await scene(database)
    // The provider is down before its first discovery.
    s.provider.lie = { isDown: true }
    expect(problem(await s.browser().to('/sign-in/company'))).toBe('sso.unavailable')
    s.provider.lie = { discoveryIssuer: 'https://evil.example' }
    expect(problem(await s.browser().to('/sign-in/company'))).toBe('sso.invalid_answer')
    const now = Math.floor(Date.now() / 1000)
    const lies: [string, Lie][] = [
      ['sso.invalid_answer', { claims: { nonce: 'other' } }],
      ['sso.invalid_answer', { claims: { nonce: undefined } }],
      ['sso.invalid_answer', { claims: { iss: 'https://evil.example' } }],
      ['sso.invalid_answer', { claims: { aud: 'other' } }],
      ['sso.invalid_answer', { claims: { aud: ['portolan', 'other'], azp: 'other' } }],
      ['sso.invalid_answer', { claims: { exp: now - 60 } }],
      ['sso.invalid_answer', { claims: { iat: now + 600, nbf: now + 600 } }],
      ['sso.invalid_answer', { claims: { sub: undefined } }],
      ['sso.invalid_answer', { algorithm: 'none' }],
      ['sso.invalid_answer', { algorithm: 'foreign key' }],
      ['sso.invalid_answer', { userInfo: { sub: 'somebody-else', email: 'ada@example.org' } }],
      ['sso.unavailable', { tokenStatus: 500 }],
      ['sso.unavailable', { tokenStatus: 200, tokenBody: '<html>' }],
      ['sso.unavailable', { tokenStatus: 400, tokenBody: '{"error":"invalid_client"}' }],
      ['sso.unavailable', { isDown: true }],
    ]
    for (const [code, lie] of lies) {
      s.provider.lie = {}
      const browser = s.browser()
      const away = new URL(await browser.to('/sign-in/company'))
      s.provider.lie = lie
      expect(problem(await browser.to(s.provider.authorize(away).href)), JSON.stringify(lie)).toBe(code)
      expect(await browser.who()).toBeNull()
    }
    s.provider.lie = {}
    const browser = s.browser()
    const away = new URL(await browser.to('/sign-in/company?next=/ada'))
    const no = `/sign-in/company/callback?error=access_denied&error_description=%3Cb%3E&state=${away.searchParams.get('state')}`
    expect(await browser.to(no)).toBe('/sign-in?problem=sso.refused&next=%2Fada')
  })

  test('a provider that is busy for a moment is asked again, but a code is redeemed once', async () => {
    await using s = await scene(database)
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/userinfo']) s.provider.busy.add(path)
    expect(await s.browser().signIn(s.provider)).toContain('done=signed-in')
    expect(s.provider.busy.size).toBe(0)
    s.provider.busy.add('/token')
    s.provider.asked.length = 0
    expect(problem(await s.browser().signIn(s.provider))).toBe('sso.unavailable')
    expect(s.provider.asked.filter((path) => path === '/token')).toHaveLength(1)
  })

  test('confirming who one is needs a sign-in at the provider after the question', async () => {
    await using s = await scene(database)
    const at = (ms: number) => ({ claims: { auth_time: Math.floor((s.t.hub.now().getTime() + ms) / 1_000) } })
    const browser = s.browser()
    const proven = async () =>
      (await s.t.hub.db.read.selectFrom('session').select(['proven', 'factor_proven']).orderBy('created', 'desc').executeTakeFirstOrThrow())
        .proven
    // The provider has a session of its own: signed in, but nothing is proven now.
    await browser.signIn(s.provider)
    expect(await proven()).toBe(0)
    s.t.hub.tick(1_000)
    s.provider.lie = at(-3_600_000)
    await browser.signIn(s.provider)
    expect(s.t.hub.now().getTime() - (await proven())).toBeGreaterThanOrEqual(3_600_000)

    const away = new URL(await browser.to('/sign-in/company?again=yes&next=/settings'))
    expect([away.searchParams.get('prompt'), away.searchParams.get('max_age')]).toEqual(['login', '0'])
    for (const lie of [{}, at(-3_600_000), at(-60_000)]) {
      s.provider.lie = lie
      expect([lie, problem(await browser.signIn(s.provider, '/sign-in/company?again=yes&next=/settings'))]).toEqual([
        lie,
        'sso.not_asked_again',
      ])
    }
    s.t.hub.tick(1_000)
    s.provider.lie = at(0)
    expect(await browser.signIn(s.provider, '/sign-in/company?again=yes&next=/settings')).toBe('/settings?done=signed-in')
    expect(s.t.hub.now().getTime() - (await proven())).toBeLessThan(2_000)
  })

  test('only the browser that began it ends it, once, in time, and it leads nowhere else', async () => {
    await using s = await scene(database)
    const attacker = s.browser()
    const back = s.provider.authorize(new URL(await attacker.to('/sign-in/company'))).href
    const victim = s.browser()
    expect(problem(await victim.to(back))).toBe('sso.stale')
    await victim.to('/sign-in/company')
    expect(problem(await victim.to(back))).toBe('sso.stale')
    expect(await victim.who()).toBeNull()
    expect(await attacker.to(back)).toBe('/?done=signed-in')
    expect(problem(await attacker.to(back))).toBe('sso.stale')
    const slow = s.browser()
    const late = s.provider.authorize(new URL(await slow.to('/sign-in/company'))).href
    s.t.hub.tick(601_000)
    expect(problem(await slow.to(late))).toBe('sso.stale')
    // A response that names another server (RFC 9207).
    const mixed = s.browser()
    const answered = s.provider.authorize(new URL(await mixed.to('/sign-in/company')))
    answered.searchParams.set('iss', 'https://evil.example')
    expect(problem(await mixed.to(answered.href))).toBe('sso.invalid_answer')
    for (const next of ['//evil.example', '/.//evil.example', 'https://evil.example', '/\\evil.example']) {
      const location = await s.browser().signIn(s.provider, `/sign-in/company?next=${encodeURIComponent(next)}`)
      expect(new URL(location, 'http://localhost').host, next).toBe('localhost')
    }
  })

  test('passwords can be switched off', async () => {
    await using t = await openTestApp({ database, config: { passwordSignIn: 'off' } })
    await createUser(t.hub, { name: 'grace', password: 'a long harbour password' })
    await expect(verifyPassword(t.hub, 'grace', 'a long harbour password')).rejects.toMatchObject({ code: 'auth.password_off' })
    await expect(signUp(t.hub, { name: 'hopper', password: 'a long harbour password' })).rejects.toMatchObject({
      code: 'auth.password_off',
    })
  })
})

test('over TLS below a prefix: the addresses are those of the public one, and no other host can plant the cookie', async () => {
  await using s = await scene('sqlite', { PORTOLAN_PUBLIC_URL: 'https://example.org/hub' })
  const browser = s.browser()
  const response = await browser.get('/sign-in/company')
  const away = new URL(response.headers.get('location') ?? '')
  expect(away.searchParams.get('redirect_uri')).toBe('https://example.org/hub/sign-in/company/callback')
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-portolan_sign_in=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/)
  expect(await browser.to(s.provider.authorize(away).href)).toBe('/hub/?done=signed-in')
})

test('without a provider there is nothing there', async () => {
  await using t = await openTestApp()
  expect((await t.call('/sign-in/company')).status).toBe(404)
})

test('one hub signs people in with another', async () => {
  await using upstream = await openTestServer()
  // ID tokens must be current, and the library uses the machine's clock.
  upstream.hub.tick(Date.now() - testEpoch.getTime())
  const grace = await upstream.addUser('grace')
  const { app, secret } = await createOAuthApp(upstream.hub, grace.actor, {
    name: 'The other hub',
    isPublic: false,
    scopes: ['openid', 'profile', 'email'],
    redirectUris: ['http://localhost/sign-in/company/callback'],
  })
  await using t = await openTestApp({
    settings: {
      PORTOLAN_OIDC_ISSUER: upstream.origin,
      PORTOLAN_OIDC_CLIENT_ID: app.clientId,
      PORTOLAN_OIDC_CLIENT_SECRET: secret ?? '',
    },
  })
  const browser = openBrowser(t, 'http://localhost')
  const away = new URL(await browser.to('/sign-in/company?next=/new'))
  expect(away.origin).toBe(upstream.origin)
  const back = await answer(upstream.hub, grace.actor, away.searchParams, { issuer: upstream.origin })
  expect(await browser.to(back.href)).toBe('/new?done=signed-in')
  expect(await browser.who()).toBe('grace')
  expect(await t.hub.db.read.selectFrom('identity').select(['issuer', 'subject']).execute()).toEqual([
    { issuer: upstream.origin, subject: grace.actor.uid },
  ])
})
