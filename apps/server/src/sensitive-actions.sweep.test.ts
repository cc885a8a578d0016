import { type SensitiveAction, sensitivityOf } from '@portolan/contract'
import {
  createAccessToken,
  createOAuthApp,
  createOrg,
  createSession,
  createUser,
  deleteOrg,
  insertAccessToken,
  linkIdentity,
  listIdentities,
  startDeviceLogin,
} from '@portolan/hub'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadPages } from './pages/load-pages.ts'
import { authorizeQuery, redirectUri, registerApp } from './testing/oauth-flow.ts'
import { type Caller, openTestApp, type TestApp } from './testing/open-test-app.ts'

/*
 * What a browser session may do only with a recent proof of identity, one entry per action. With an old session, pages lead to the page that asks for a proof
 * and take the form along, and the API refuses with a code; with a fresh one, neither happens.
 */

interface Ask {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT'
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
  readonly json?: unknown
  /** Default: ada. */
  readonly as?: Caller
}

type Asks = (t: TestApp) => Promise<readonly Ask[]> | readonly Ask[]

const page = (path: string, form: Readonly<Record<string, string>>, as?: Caller): Ask => ({
  method: 'POST',
  path,
  form,
  ...(as === undefined ? {} : { as }),
})
const key = `ssh-ed25519 ${Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), Buffer.alloc(32, 7)]).toString('base64')}`

/** An action that is missing here does not compile. */
const asks: Readonly<Record<SensitiveAction, Asks>> = {
  'token.create': async (t) => {
    const robot = await t.call('/api/organizations/fleet/robots', { method: 'POST', as: 'ada', json: { name: 'fleet-ci' } })
    expect(robot.status).toBe(200)
    return [
      page('/settings/tokens/new', { name: 'x', role: 'read' }),
      page('/organizations/fleet/robots/fleet-ci', { name: 'x', role: 'read' }),
      { method: 'POST', path: '/api/organizations/fleet/robots/fleet-ci/tokens', json: { name: 't' } },
    ]
  },
  'token.refresh': async (t) => {
    const { info } = await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', { name: 'old', role: 'read' })
    return [page('/settings/tokens', { intent: 'refresh', uid: info.uid })]
  },
  'device.approve': async (t) => {
    const { userCode } = await startDeviceLogin(t.hub, { clientId: 'x', address: null, userAgent: null })
    return [page('/login/device', { code: userCode, answer: 'yes', role: 'read' })]
  },
  'application.allow': async (t) => {
    const { clientId } = await registerApp(t.hub, t.actors.ada)
    const query = authorizeQuery(clientId).toString()
    return [{ method: 'GET', path: `/oauth/authorize?${query}` }, page(`/oauth/authorize?${query}`, { answer: 'yes' })]
  },
  'application.change': async (t) => {
    const { app } = await createOAuthApp(t.hub, t.actors.ada, {
      name: 'Other',
      redirectUris: [redirectUri],
      scopes: ['profile'],
      isPublic: false,
    })
    const values = { name: 'Other', redirectUris: redirectUri, scopes: 'profile' }
    return [
      page('/settings/applications', { ...values, kind: 'public', owner: 'ada' }),
      page(`/settings/applications/${app.clientId}`, values),
      page(`/settings/applications/${app.clientId}`, { intent: 'secret' }),
    ]
  },
  'repo.delete': async (t) => {
    await t.addRepo({ type: 'model', name: 'shown' })
    await t.addRepo({ type: 'model', name: 'other' })
    return [
      page('/ada/shown/settings', { intent: 'delete', confirm: 'ada/shown' }),
      { method: 'DELETE', path: '/api/repos/delete', json: { name: 'other' } },
    ]
  },
  'organization.delete': async (t) => {
    await createOrg(t.hub, t.actors.ada, { name: 'flotilla' })
    await createOrg(t.hub, t.actors.ada, { name: 'armada' })
    return [
      page('/organizations/flotilla/settings', { intent: 'delete', confirm: 'flotilla' }),
      { method: 'DELETE', path: '/api/organizations/armada' },
    ]
  },
  'account.email': async (t) => {
    // Those without a password have the address of their company account.
    await t.hub.db.write((tx) => tx.updateTable('account').set({ password_hash: 'x' }).where('name', '=', 'ada').execute())
    return [page('/settings/email', { intent: 'change', email: 'ada@harbor.example' })]
  },
  'identity.change': async (t) => {
    const identity = {
      issuer: 'https://id.example.org',
      subject: 'ada',
      email: null,
      emailVerified: false,
      username: null,
      fullname: null,
      groups: [],
    }
    await linkIdentity(t.hub, t.actors.ada, identity, { domains: [], groups: [], createsAccounts: false, orgRoles: [] as never })
    const [link] = await listIdentities(t.hub, t.actors.ada)
    return [page('/settings', { intent: 'unlink', id: String(link?.id) })]
  },
  'ssh_key.add': () => [page('/settings/ssh-keys', { title: 'a laptop', key })],
  'second_factor.change': () => [page('/settings/security', { intent: 'begin-totp' })],
  'person.change': () => [
    page('/admin/people', { name: 'eve', intent: 'reset-password' }, 'root'),
    page('/admin/people', { name: 'eve', intent: 'make-administrator' }, 'root'),
    page('/admin/people', { name: 'eve', intent: 'remove-administrator' }, 'root'),
    { method: 'POST', path: '/api/admin/users/eve/password-reset', as: 'root' },
    { method: 'PUT', path: '/api/admin/users/eve', json: { administrator: true }, as: 'root' },
  ],
  'organization.restore': async (t) => {
    for (const name of ['lost', 'found']) {
      await createOrg(t.hub, t.actors.ada, { name })
      await deleteOrg(t.hub, t.actors.ada, name)
    }
    return [
      page('/admin/organizations', { name: 'lost', intent: 'restore' }, 'root'),
      { method: 'POST', path: '/api/admin/organizations/found/restore', json: {}, as: 'root' },
    ]
  },
  'invite.create': () => [
    page('/admin/invites', { intent: 'create', days: '7' }, 'root'),
    { method: 'POST', path: '/api/admin/invites', json: {}, as: 'root' },
  ],
  // Last, because it ends accounts that the others need.
  'account.delete': () => {
    return [page('/settings/account', { repos: 'delete', name: 'mia', password: '' }, 'mia')]
  },
  'person.delete': async (t) => {
    await createUser(t.hub, { name: 'guest', password: null })
    return [
      page('/admin/people/eve/delete', { repos: 'delete', name: 'eve' }, 'root'),
      { method: 'DELETE', path: '/api/admin/users/guest', json: { repositories: 'delete' }, as: 'root' },
    ]
  },
}

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ pages: (hub) => loadPages(hub) })
}, 60_000)
afterAll(() => t[Symbol.asyncDispose]())

/** What a session has proven recently. */
type Proven = 'nothing' | 'the password' | 'everything'

async function send(ask: Ask, proven: Proven): Promise<{ status: number; code: string | null; location: string }> {
  const { token } = await createSession(t.hub, t.actors[ask.as ?? 'ada'].userId)
  if (proven !== 'everything')
    await t.hub.db.write((tx) =>
      tx
        .updateTable('session')
        .set({ factor_proven: 0, ...(proven === 'nothing' ? { proven: 0 } : {}) })
        .execute(),
    )
  const isForm = ask.form !== undefined
  const answer = await t.call(ask.path, {
    method: ask.method,
    headers: {
      cookie: `portolan_session=${token}`,
      'sec-fetch-site': 'same-origin',
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(isForm ? { body: new URLSearchParams(ask.form).toString() } : ask.json === undefined ? {} : { json: ask.json }),
  })
  const text = await answer.text()
  const code = text.startsWith('{') ? ((JSON.parse(text) as { code?: string }).code ?? null) : null
  return { status: answer.status, code, location: answer.headers.get('location') ?? '' }
}

async function expectAsked(ask: Ask, action: SensitiveAction, proven: Proven): Promise<void> {
  const at = `${ask.method} ${ask.path} after showing ${proven}`
  const answer = await send(ask, proven)
  if (ask.path.startsWith('/api/')) {
    expect([at, answer]).toEqual([at, { status: 403, code: 'auth.reauthentication_required', location: '' }])
    return
  }
  const to = new URL(answer.location, 'http://localhost')
  const status = ask.method === 'GET' ? [302] : [302, 307]
  expect([at, status.includes(answer.status), to.pathname, to.searchParams.get('action')]).toEqual([at, true, '/sign-in/confirm', action])
  expect([at, to.searchParams.get('to')]).toEqual([at, ask.path])
}

/** Runs something while somebody has an authenticator app. */
async function withSecondFactor(ask: Ask, work: () => Promise<void>): Promise<void> {
  const user_id = t.actors[ask.as ?? 'ada'].userId
  await t.hub.db.write((tx) => tx.insertInto('totp').values({ user_id, secret: 'x', created: 0 }).execute())
  await work()
  await t.hub.db.write((tx) => tx.deleteFrom('totp').where('user_id', '=', user_id).execute())
}

test.for(Object.entries(asks) as [SensitiveAction, Asks][])('%s', async ([action, make]) => {
  for (const ask of await make(t)) {
    const at = `${ask.method} ${ask.path}`
    await expectAsked(ask, action, 'nothing')
    if (sensitivityOf(action).needsFactor === true) await withSecondFactor(ask, () => expectAsked(ask, action, 'the password'))
    const fresh = await send(ask, 'everything')
    expect([at, fresh.location.startsWith('/sign-in/confirm'), fresh.status < 400]).toEqual([at, false, true])
  }
})

test('callers with a token are not asked', async () => {
  await t.addRepo({ type: 'model', name: 'by-token' })
  const done = await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'by-token' } })
  expect(done.status).toBe(200)
})

test('work on the command line has no session, and is not asked either', async () => {
  expect(await createAccessToken(t.hub, t.actors.ada, { name: 'cli', role: 'read' })).toHaveProperty('token')
})
