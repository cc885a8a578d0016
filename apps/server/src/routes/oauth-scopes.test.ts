import type { OAuthScope } from '@portolan/contract'
import { setMemberRole, updateOAuthApp, updateRepoSettings } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { registerApp, signIn } from '../testing/oauth-flow.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

const commit = [
  JSON.stringify({ key: 'header', value: { summary: 'x' } }),
  JSON.stringify({ key: 'file', value: { path: 'new.txt', content: 'new' } }),
].join('\n')

/** The actions an application may attempt for ada, and the request for each. */
const actions = {
  'read own': { path: '/api/models/ada/hidden' },
  'read of organization': { path: '/api/models/fleet/hidden' },
  'read gated': { path: '/eve/gated/resolve/main/weights.txt' },
  'write own': {
    path: '/api/models/ada/hidden/commit/main',
    method: 'POST',
    body: commit,
    headers: { 'content-type': 'application/x-ndjson' },
  },
  'write of organization': {
    path: '/api/models/fleet/hidden/commit/main',
    method: 'POST',
    body: commit,
    headers: { 'content-type': 'application/x-ndjson' },
  },
  discuss: { path: '/api/models/eve/open/discussions', method: 'POST', json: { title: 'Hello', description: 'there' } },
  'list webhooks': { path: '/api/settings/webhooks' },
  collect: { path: '/api/collections', method: 'POST', json: { title: 'Mine', namespace: 'ada' } },
  create: { path: '/api/repos/create', method: 'POST', json: { name: 'made', private: true } },
  'change settings': { path: '/api/models/ada/hidden/settings', method: 'PUT', json: { gated: 'auto' } },
  delete: { path: '/api/repos/delete', method: 'DELETE', json: { name: 'hidden' } },
} as const
type Action = keyof typeof actions

/** The actions each scope allows besides identifying the user. Everything else is rejected. */
const allowed: Partial<Record<OAuthScope, readonly Action[]>> = {
  openid: [],
  email: [],
  'read-memberships': [],
  'read-repos': ['read own', 'read of organization'],
  'gated-repos': ['read gated'],
  'contribute-repos': ['create'],
  'write-repos': ['read own', 'read of organization', 'write own', 'write of organization'],
  'manage-repos': ['read own', 'read of organization', 'write own', 'write of organization', 'create', 'change settings', 'delete'],
  'write-collections': ['collect'],
  'write-discussions': ['discuss'],
  webhooks: ['list webhooks'],
  'inference-api': [],
}

async function scene(database: (typeof databases)[number]) {
  const t = await openTestApp({ database })
  await t.addRepo({ type: 'model', name: 'hidden', visibility: 'private' })
  await t.addRepo({ type: 'model', name: 'hidden', owner: 'fleet', visibility: 'private' })
  await t.addRepo({ type: 'model', name: 'open', by: t.actors.eve })
  const gated = await t.addRepo({ type: 'model', name: 'gated', by: t.actors.eve, files: { 'weights.txt': 'w' } })
  await updateRepoSettings(t.hub, t.actors.eve, gated, { gated: 'manual' })
  const granted = await t.call('/api/models/eve/gated/user-access-request/grant', { method: 'POST', json: { user: 'ada' }, as: 'eve' })
  expect(granted.status).toBe(200)
  return t
}

const send = (t: TestApp, action: Action, token: string) => {
  const { path, ...options } = actions[action]
  return t.call(path, { ...options, as: token })
}

describe.for(databases)('what an application may do on %s', (database) => {
  test('an application reaches what it made with contribute-repos, and the same application of another user does not', async () => {
    await using t = await scene(database)
    const app = await registerApp(t.hub, t.actors.eve, { scopes: ['contribute-repos'] })
    const token = (await signIn(t, app, { scope: 'contribute-repos' })).json['access_token'] ?? ''
    const create = (json: object) => t.call('/api/repos/create', { method: 'POST', json, as: token })
    expect((await create({ name: 'made', private: true })).status).toBe(200)
    expect((await create({ name: 'made', private: true, organization: 'fleet' })).ok).toBe(false)
    const own = { method: 'POST', body: commit, headers: { 'content-type': 'application/x-ndjson' }, as: token }
    expect((await t.call('/api/models/ada/made/commit/main', own)).status).toBe(200)
    expect((await t.call('/api/models/ada/made', { as: token })).status).toBe(200)
    expect((await t.call('/api/repos/delete', { method: 'DELETE', json: { name: 'made' }, as: token })).status).toBe(403)
    const other = await registerApp(t.hub, t.actors.eve, { scopes: ['contribute-repos'] })
    const foreign = (await signIn(t, other, { scope: 'contribute-repos' })).json['access_token'] ?? ''
    expect((await t.call('/api/models/ada/made', { as: foreign })).status).toBe(404)
    const mias = (await signIn(t, app, { scope: 'contribute-repos', actor: t.actors.mia })).json['access_token'] ?? ''
    expect((await t.call('/api/models/ada/made', { as: mias })).status).toBe(404)
  })

  test("never more than its user, never the administrator's rights, never what its owner took back", async () => {
    await using t = await scene(database)
    const scopes = ['manage-repos', 'read-repos'] as const
    const app = await registerApp(t.hub, t.actors.eve, { scopes })
    const root = (await signIn(t, app, { scope: scopes.join(' '), actor: t.actors.root })).json['access_token'] ?? ''
    expect((await t.call('/api/models/ada/hidden', { as: 'root' })).status).toBe(200)
    expect((await t.call('/api/models/ada/hidden', { as: root })).status).toBe(404)
    expect((await t.call('/api/admin/audit', { as: root })).status).toBe(403)
    const mia = (await signIn(t, app, { scope: scopes.join(' '), actor: t.actors.mia })).json['access_token'] ?? ''
    expect((await t.call('/api/models/fleet/hidden', { as: mia })).status).toBe(200)
    expect((await send(t, 'write of organization', mia)).status).toBe(403)
    await setMemberRole(t.hub, t.actors.ada, 'fleet', 'mia', null)
    expect((await t.call('/api/models/fleet/hidden', { as: mia })).status).toBe(404)
    const ada = (await signIn(t, app, { scope: scopes.join(' ') })).json['access_token'] ?? ''
    expect((await send(t, 'read own', ada)).status).toBe(200)
    await t.hub.db.write((tx) => tx.updateTable('account').set({ disabled: 1 }).where('name', '=', 'eve').execute())
    // When the owner of the application is disabled, so is the application.
    await expect(
      updateOAuthApp(t.hub, t.actors.eve, app.clientId, { name: 'x', scopes: ['openid'], redirectUris: ['https://x.example'] }),
    ).rejects.toMatchObject({ code: 'oauth.app_not_found' })
  })

  test('what the application stops asking for, its tokens lose', async () => {
    await using t = await scene(database)
    const app = await registerApp(t.hub, t.actors.eve, { scopes: ['openid', 'read-repos'] })
    const token = (await signIn(t, app, { scope: 'openid read-repos' })).json['access_token'] ?? ''
    expect((await send(t, 'read own', token)).status).toBe(200)
    await updateOAuthApp(t.hub, t.actors.eve, app.clientId, { name: 'Tool', scopes: ['openid'], redirectUris: app.app.redirectUris })
    expect((await send(t, 'read own', token)).status).toBe(404)
  })

  test('who it is for: whoami shows the kind of token, and the e-mail address only when that was allowed', async () => {
    await using t = await scene(database)
    const app = await registerApp(t.hub, t.actors.eve)
    const whoami = async (scope: string) => {
      const token = (await signIn(t, app, { scope })).json['access_token'] ?? ''
      return (await (await t.call('/api/whoami-v2', { as: token })).json()) as Record<string, unknown>
    }
    expect(await whoami('openid profile')).toMatchObject({
      name: 'ada',
      email: null,
      auth: {
        type: 'app_token_as_user',
        expiresAt: '2026-01-02T11:04:05.000Z',
        accessToken: { displayName: 'Tool', role: 'fineGrained', fineGrained: { scoped: [], global: [] } },
      },
    })
    expect(await whoami('openid email')).toMatchObject({ email: 'ada@example.org' })
  })
})

// Permissions are checked in code, independently of the database.
test.for(Object.entries(allowed) as [OAuthScope, readonly Action[]][])('what an application may do with %s', async ([scope, may]) => {
  await using t = await scene('sqlite')
  const app = await registerApp(t.hub, t.actors.eve, { scopes: [scope] })
  const { json } = await signIn(t, app, { scope })
  const done: Action[] = []
  for (const action of Object.keys(actions) as Action[]) {
    const answer = await send(t, action, json['access_token'] ?? '')
    expect([action, answer.status < 500]).toEqual([action, true])
    if (answer.ok) done.push(action)
  }
  expect(done).toEqual(may)
})

test('a token that may nothing changes nothing, on any route', async () => {
  await using t = await scene('sqlite')
  const app = await registerApp(t.hub, t.actors.eve)
  const token = (await signIn(t, app, { scope: 'openid profile email' })).json['access_token'] ?? ''
  const count = async () =>
    Number(
      (
        await t.hub.db.read
          .selectFrom('audit')
          .select((eb) => eb.fn.countAll<number | string>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await count()
  const routes = t.app.routes.filter(
    ({ method, path }) => !['GET', 'HEAD', 'ALL', 'OPTIONS'].includes(method) && !path.startsWith('/oauth/'),
  )
  expect(routes.length).toBeGreaterThan(40)
  for (const { method, path } of routes) {
    const url = path
      .replace(/:kind\{[^}]*\}(?:\{[^}]*\})?/, 'models')
      .replaceAll(/:\w+\{[^}]*\}/g, '1')
      .replace(':owner', 'ada')
      .replaceAll(/:\w+/g, 'hidden')
      .replace('*', 'main')
    const answer = await t.call(url, { method, json: { name: 'made', user: 'eve', title: 'Hello', files: [], paths: [] }, as: token })
    expect([method, url, answer.status < 500]).toEqual([method, url, true])
  }
  expect(await count()).toBe(before)
})
