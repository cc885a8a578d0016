import { findAccount, loadActor } from '@portolan/hub'
import { type FakeIdentityProvider, openLyingProvider } from '../fake-identity-provider.ts'
import { openTestApp, type TestApp } from '../open-test-app.ts'
import type { OwnEffect, Settings } from './effect.ts'
import { entrance } from './entrance.ts'

/** A hub whose company has an identity provider. */
async function atProvider<T>(settings: Settings, see: (t: TestApp, provider: FakeIdentityProvider) => Promise<T>): Promise<T> {
  await using provider = await openLyingProvider('portolan')
  await using t = await openTestApp({
    pages: entrance,
    settings: {
      PORTOLAN_OIDC_ISSUER: provider.issuer,
      PORTOLAN_OIDC_CLIENT_ID: 'portolan',
      PORTOLAN_OIDC_CLIENT_SECRET: 'hush',
      ...settings,
    },
  })
  return await see(t, provider)
}

/** The address that a browser is redirected to for signing in. */
async function away(t: TestApp): Promise<{ to: URL; cookie: string }> {
  const answer = await t.call('/sign-in/company')
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { to: new URL(answer.headers.get('location') ?? 'about:blank'), cookie }
}

/** A user goes to the provider and returns. @returns the error code, or `signed in` */
async function signIn(t: TestApp, provider: FakeIdentityProvider, person: Record<string, unknown> = {}): Promise<string> {
  provider.person = { sub: 's-1', preferred_username: 'grace', ...person }
  const { to, cookie } = await away(t)
  const back = await t.call(provider.authorize(to).href, {
    headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  return new URL(back.headers.get('location') ?? '', 'http://localhost').searchParams.get('problem') ?? 'signed in'
}

async function rolesOf(t: TestApp, name: string): Promise<string[]> {
  const actor = await loadActor(t.hub.db.read, (await findAccount(t.hub, name))?.id ?? 0, null)
  return (actor?.orgs ?? []).map((org) => `${org.name}:${org.role}`)
}

function compare<T>(
  first: Settings,
  second: Settings,
  see: (t: TestApp, provider: FakeIdentityProvider) => Promise<T>,
): () => Promise<[T, T]> {
  return async () => [await atProvider(first, see), await atProvider(second, see)]
}

const waysIn = async (t: TestApp) =>
  ((await (await t.call('/ways-in')).json()) as { signInWays: { password: boolean; company: string | null } }).signInWays

/** Settings of the identity provider. */
export const signInEffects = {
  oidcIssuer: {
    // The second response is the page.
    seen: [302, 200],
    compare: async () => [
      await atProvider({}, async (t) => (await t.call('/sign-in/company')).status),
      await atProvider({ PORTOLAN_OIDC_ISSUER: '', PORTOLAN_OIDC_CLIENT_ID: '' }, async (t) => (await t.call('/sign-in/company')).status),
    ],
  },
  oidcClientId: {
    seen: ['portolan', 'harbour'],
    compare: compare({}, { PORTOLAN_OIDC_CLIENT_ID: 'harbour' }, async (t) => (await away(t)).to.searchParams.get('client_id')),
  },
  oidcClientSecret: { seen: ['signed in', 'sso.unavailable'], compare: compare({}, { PORTOLAN_OIDC_CLIENT_SECRET: 'loud' }, signIn) },
  oidcLabel: {
    seen: ['your company account', 'Harbour ID'],
    compare: compare({}, { PORTOLAN_OIDC_LABEL: 'Harbour ID' }, async (t) => (await waysIn(t)).company),
  },
  oidcScopes: {
    seen: ['openid profile email', 'openid groups'],
    compare: compare({}, { PORTOLAN_OIDC_SCOPES: 'openid groups' }, async (t) => (await away(t)).to.searchParams.get('scope')),
  },
  oidcDomains: {
    seen: ['signed in', 'sso.not_allowed'],
    compare: compare({}, { PORTOLAN_OIDC_DOMAINS: 'corp.example' }, (t, provider) =>
      signIn(t, provider, { email: 'grace@elsewhere.example', email_verified: true }),
    ),
  },
  oidcGroupsClaim: {
    seen: ['signed in', 'sso.not_allowed'],
    compare: compare(
      { PORTOLAN_OIDC_GROUPS: 'staff' },
      { PORTOLAN_OIDC_GROUPS: 'staff', PORTOLAN_OIDC_GROUPS_CLAIM: 'roles' },
      (t, provider) => signIn(t, provider, { groups: ['staff'] }),
    ),
  },
  oidcGroups: {
    seen: ['signed in', 'sso.not_allowed'],
    compare: compare({}, { PORTOLAN_OIDC_GROUPS: 'staff' }, (t, provider) => signIn(t, provider, { groups: ['guests'] })),
  },
  oidcOrgs: {
    seen: [[], ['fleet:write']],
    compare: compare({}, { PORTOLAN_OIDC_ORGS: 'crew=fleet:write' }, async (t, provider) => {
      await signIn(t, provider, { groups: ['crew'] })
      return rolesOf(t, 'grace')
    }),
  },
  oidcAccounts: { seen: ['signed in', 'sso.no_account'], compare: compare({}, { PORTOLAN_OIDC_ACCOUNTS: 'existing' }, signIn) },
  passwordSignIn: {
    seen: [true, false],
    compare: compare({}, { PORTOLAN_PASSWORD_SIGN_IN: 'off' }, async (t) => (await waysIn(t)).password),
  },
} as const satisfies Record<string, OwnEffect>
