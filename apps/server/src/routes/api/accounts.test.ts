import { createAccessToken, type TokenScope } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

describe.for(databases)('people on %s', (database) => {
  test('whoami has what every client version reads', async () => {
    await using t = await openTestApp({ database })
    expect(await (await t.call('/api/whoami-v2', { as: 'mia' })).json()).toEqual({
      type: 'user',
      id: t.actors.mia.uid,
      name: 'mia',
      fullname: 'mia',
      email: 'mia@example.org',
      emailVerified: false,
      isPro: false,
      canPay: false,
      periodEnd: null,
      billingMode: 'prepaid',
      avatarUrl: 'http://localhost/avatars/mia.svg',
      orgs: [
        {
          type: 'org',
          id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
          name: 'fleet',
          fullname: 'fleet',
          email: null,
          avatarUrl: 'http://localhost/avatars/fleet.svg',
          canPay: false,
          periodEnd: null,
          isEnterprise: false,
          roleInOrg: 'read',
        },
      ],
      auth: { type: 'access_token', accessToken: { displayName: 'test', role: 'write', createdAt: '2026-01-02T03:04:05.000Z' } },
    })
  })

  test('whoami says what a token may do', async () => {
    await using t = await openTestApp({ database })
    const scopes: TokenScope[] = [{ entity: { type: 'model', name: 'ada/chart' }, permissions: ['repo.write'] }]
    const { token } = await createAccessToken(t.hub, t.actors.ada, { name: 'robot', role: 'fineGrained', scopes })
    const { auth } = (await (await t.call('/api/whoami-v2', { as: token })).json()) as { auth: { accessToken: unknown } }
    expect(auth.accessToken).toMatchObject({ displayName: 'robot', role: 'fineGrained', fineGrained: { scoped: scopes } })
  })

  test('a fine-grained token reaches what it names and nothing else', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['chart', 'other']) await t.addRepo({ type: 'model', name, visibility: 'private' })
    const make = async (permission: 'repo.content.read' | 'repo.write') =>
      (
        await createAccessToken(t.hub, t.actors.ada, {
          name: 'robot',
          role: 'fineGrained',
          scopes: [{ entity: { type: 'model', name: 'ada/chart' }, permissions: [permission] }],
        })
      ).token
    const read = await make('repo.content.read')
    const write = await make('repo.write')
    const status = async (path: string, as: string, method = 'GET') =>
      (await t.call(path, { as, method, ...(method === 'GET' ? {} : { json: {} }) })).status
    expect(await status('/api/models/ada/chart', read)).toBe(200)
    expect(await status('/api/models/ada/other', read)).toBe(404)
    expect(await status('/api/models/ada/chart/branch/x', read, 'POST')).toBe(403)
    expect(await status('/api/models/ada/chart/branch/x', write, 'POST')).toBe(201)
    expect(await status('/api/models/ada/other/branch/x', write, 'POST')).toBe(404)
    expect((await t.call('/api/repos/create', { method: 'POST', as: write, json: { name: 'new' } })).status).toBe(403)
    expect((await (await t.call('/api/models', { as: read })).text()).includes('other')).toBe(false)
  })

  test('a read token reads and does not write', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'chart', visibility: 'private' })
    const { token } = await createAccessToken(t.hub, t.actors.ada, { name: 'reader', role: 'read' })
    expect((await t.call('/api/models/ada/chart', { as: token })).status).toBe(200)
    for (const [method, path, json] of [
      ['POST', '/api/models/ada/chart/branch/x', {}],
      ['POST', '/api/models/ada/chart/like', undefined],
      ['DELETE', '/api/repos/delete', { name: 'chart', organization: 'ada' }],
      ['POST', '/api/repos/create', { name: 'new' }],
      ['PUT', '/api/models/ada/chart/settings', { private: false }],
      ['PUT', '/api/organizations/fleet/members/eve/role', { role: 'admin' }],
    ] as const) {
      const answer = await t.call(path, { method, as: token, ...(json === undefined ? {} : { json }) })
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 403, 'auth.read_only_token'])
    }
  })

  test('overviews', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'chart' })
    expect(await (await t.call('/api/users/ADA/overview')).json()).toMatchObject({
      user: 'ada',
      type: 'user',
      isPro: false,
      numModels: 1,
      numDatasets: 0,
      numLikes: 0,
      orgs: [{ name: 'fleet', fullname: 'fleet', avatarUrl: 'http://localhost/avatars/fleet.svg' }],
      createdAt: '2026-01-02T03:04:05.000Z',
    })
    expect(await (await t.call('/api/organizations/fleet/overview')).json()).toMatchObject({ name: 'fleet', numUsers: 2, numModels: 0 })
    for (const path of [
      '/api/users/nobody/overview',
      '/api/users/fleet/overview',
      '/api/organizations/ada/overview',
      '/api/organizations/nobody/members',
    ])
      expect([path, (await t.call(path)).status]).toEqual([path, 404])
    expect(await (await t.call('/api/users/ada/followers')).json()).toEqual([])
  })

  test('members and their roles', async () => {
    await using t = await openTestApp({ database })
    const members = async () =>
      ((await (await t.call('/api/organizations/fleet/members')).json()) as { user: string; role: string }[]).map(({ user, role }) => [
        user,
        role,
      ])
    const put = async (user: string, role: string, as = 'ada') =>
      (await t.call(`/api/organizations/fleet/members/${user}/role`, { method: 'PUT', as, json: { role } })).status
    expect(await members()).toEqual([
      ['ada', 'admin'],
      ['mia', 'read'],
    ])
    expect(await put('eve', 'contributor', 'mia')).toBe(403)
    expect(await put('eve', 'contributor')).toBe(200)
    expect(await put('eve', 'king')).toBe(400)
    expect(await put('nobody', 'read')).toBe(404)
    expect(await put('ada', 'read')).toBe(409)
    expect(await put('mia', 'no_access')).toBe(200)
    expect(await members()).toEqual([
      ['ada', 'admin'],
      ['eve', 'contributor'],
    ])
    const [first] = (await (await t.call('/api/organizations/fleet/members?limit=1')).json()) as Record<string, unknown>[]
    expect(JSON.stringify(first)).not.toContain('@')
  })

  test('likes, in both directions and in pages', async () => {
    await using t = await openTestApp({ database })
    for (const name of ['chart', 'map']) await t.addRepo({ type: 'model', name })
    const like = async (name: string, as: string, method = 'POST') =>
      (await (await t.call(`/api/models/ada/${name}/like`, { method, as })).json()) as unknown
    expect(await like('chart', 'eve')).toEqual({ success: true, likes: 1 })
    expect(await like('chart', 'eve')).toEqual({ success: true, likes: 1 })
    t.hub.tick(1000)
    expect(await like('chart', 'mia')).toEqual({ success: true, likes: 2 })
    expect(await like('map', 'eve')).toEqual({ success: true, likes: 1 })
    const names = async (path: string, key: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let next: string | null = path; next !== null;) {
        const answer: Response = await t.call(next)
        for (const row of (await answer.json()) as Record<string, unknown>[]) found.push(row[key])
        next = /^<http:\/\/localhost(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
      }
      return found
    }
    expect(await names('/api/models/ada/chart/likers?limit=1', 'user')).toEqual(['mia', 'eve'])
    expect(await names('/api/users/eve/likes?limit=1', 'repo')).toEqual([
      { name: 'ada/map', type: 'model' },
      { name: 'ada/chart', type: 'model' },
    ])
    expect(await like('chart', 'eve', 'DELETE')).toEqual({ success: true, likes: 1 })
    expect(await like('chart', 'eve', 'DELETE')).toEqual({ success: true, likes: 1 })
    expect((await t.call('/api/models/ada/chart/likers?cursor=x')).status).toBe(400)
  })

  test('what a user likes does not tell of private repos', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    await t.call('/api/models/ada/secret/like', { method: 'POST', as: 'ada' })
    expect(await (await t.call('/api/users/ada/likes', { as: 'eve' })).json()).toEqual([])
    expect(await (await t.call('/api/users/ada/likes', { as: 'ada' })).json()).toHaveLength(1)
    expect(await (await t.call('/api/users/ada/overview', { as: 'eve' })).json()).toMatchObject({ numLikes: 0 })
  })

  test('a picture for every name', async () => {
    await using t = await openTestApp({ database })
    const answer = await t.call('/avatars/ada.svg')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(await answer.text()).toMatch(/^<svg /)
    expect(await (await t.call('/api/users/ada/avatar')).json()).toEqual({ avatarUrl: 'http://localhost/avatars/ada.svg' })
    expect((await t.call('/api/organizations/fleet/avatar', { headers: { 'sec-fetch-dest': 'image' } })).headers.get('location')).toBe(
      'http://localhost/avatars/fleet.svg',
    )
  })
})
