import { anonymous, createAccessToken, invalidateActors, loadActor, newsOfFollowed } from '@portolan/hub'
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
      emailVerified: true,
      isPro: false,
      canPay: false,
      periodEnd: null,
      billingMode: 'prepaid',
      avatarUrl: 'http://localhost/avatars/mia',
      orgs: [
        {
          type: 'org',
          id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
          name: 'fleet',
          fullname: 'fleet',
          email: null,
          avatarUrl: 'http://localhost/avatars/fleet',
          canPay: false,
          periodEnd: null,
          isEnterprise: false,
          roleInOrg: 'read',
        },
      ],
      auth: { type: 'access_token', accessToken: { displayName: 'test', role: 'write', createdAt: '2026-01-02T03:04:05.000Z' } },
    })
  })

  test('an account that had its name before it was reserved keeps it, and what it has', async () => {
    await using t = await openTestApp({ database })
    await t.hub.db.write((tx) => tx.updateTable('account').set({ name: 'staff' }).where('name', '=', 'eve').execute())
    const made = await t.call('/api/repos/create', { method: 'POST', as: 'eve', json: { name: 'chart' } })
    expect([made.status, await made.json()]).toMatchObject([200, { name: 'staff/chart' }])
    expect((await t.call('/api/models/staff/chart')).status).toBe(200)
    expect((await t.call('/staff/chart/resolve/main/.gitattributes')).status).toBe(200)
    const another = await t.call('/api/organizations', { method: 'POST', as: 'ada', json: { name: 'Support' } })
    expect([another.status, await another.json()]).toMatchObject([400, { code: 'repo.invalid_name' }])
  })

  test('whoami says what a token may do', async () => {
    await using t = await openTestApp({ database })
    const repo = await t.addRepo({ type: 'model', name: 'chart' })
    const scopes = [
      { entity: { type: 'model', name: 'ADA/chart' }, permissions: ['repo.write'] },
      { entity: { type: 'org', name: 'fleet' }, permissions: ['org.read', 'discussion.write'] },
    ] as const
    const { token } = await createAccessToken(t.hub, t.actors.ada, {
      name: 'robot',
      role: 'fineGrained',
      scopes,
      global: ['discussion.write'],
      canReadGatedRepos: true,
    })
    const { auth } = (await (await t.call('/api/whoami-v2', { as: token })).json()) as { auth: { accessToken: unknown } }
    expect(auth.accessToken).toMatchObject({
      displayName: 'robot',
      role: 'fineGrained',
      fineGrained: {
        scoped: [
          { entity: { _id: repo.uid, type: 'model', name: 'ada/chart' }, permissions: ['repo.write'] },
          { entity: { type: 'org', name: 'fleet' }, permissions: ['org.read', 'discussion.write'] },
        ],
        global: ['discussion.write'],
        canReadGatedRepos: true,
      },
    })
    // The permission follows the repo, not its name.
    const moved = { fromRepo: 'ada/chart', toRepo: 'ada/map' }
    expect((await t.call('/api/repos/move', { method: 'POST', as: 'ada', json: moved })).status).toBe(200)
    await t.addRepo({ type: 'model', name: 'chart' })
    invalidateActors(t.hub)
    expect((await t.call('/api/models/ada/map/branch/x', { method: 'POST', json: {}, as: token })).status).toBe(201)
    const other = await t.call('/api/models/ada/chart/branch/x', { method: 'POST', json: {}, as: token })
    expect([other.status, await other.json()]).toMatchObject([403, { code: 'auth.missing_permission', permission: 'repo.write' }])
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
      orgs: [{ name: 'fleet', fullname: 'fleet', avatarUrl: 'http://localhost/avatars/fleet' }],
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
    expect(await (await t.call('/api/users/ada/avatar')).json()).toEqual({ avatarUrl: 'http://localhost/avatars/ada' })
    expect((await t.call('/api/organizations/fleet/avatar', { headers: { 'sec-fetch-dest': 'image' } })).headers.get('location')).toBe(
      'http://localhost/avatars/fleet',
    )
  })
  test('an overview counts what is there for everybody', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'open' })
    await t.addRepo({ type: 'model', name: 'shut', visibility: 'private' })
    for (const name of ['open', 'shut']) {
      const begun = await t.call(`/api/models/ada/${name}/discussions`, {
        method: 'POST',
        as: 'ada',
        json: { title: 'A question', description: 'Why?' },
      })
      expect([name, begun.ok]).toEqual([name, true])
      await t.call(`/api/models/ada/${name}/like`, { method: 'POST', as: 'ada' })
    }
    const overview = async (as?: string) => (await t.call('/api/users/ada/overview', as === undefined ? {} : { as })).json()
    expect(await overview()).toMatchObject({ numModels: 1, numLikes: 1, numDiscussions: 1 })
    expect(await overview('ada')).toMatchObject({ numModels: 2, numLikes: 1, numDiscussions: 1 })
  })

  test('news of those one follows: what one may see, latest first', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'open' })
    t.hub.tick(1_000)
    await t.addRepo({ type: 'model', name: 'shut', visibility: 'private' })
    t.hub.tick(1_000)
    await t.addRepo({ type: 'dataset', owner: 'fleet', name: 'ours', visibility: 'private' })
    for (const as of ['eve', 'mia']) {
      await t.call('/api/users/ada/follow', { method: 'POST', as })
      await t.call('/api/organizations/fleet/follow', { method: 'POST', as })
    }
    const news = async (actor: Parameters<typeof newsOfFollowed>[1]) =>
      (await newsOfFollowed(t.hub, actor, 5)).map(({ fullName }) => fullName)
    expect(await news(t.actors.eve)).toEqual(['ada/open'])
    expect(await news((await loadActor(t.hub.db.read, t.actors.mia.userId, null)) ?? anonymous)).toEqual(['fleet/ours', 'ada/open'])
    expect(await news(t.actors.root)).toEqual([])
    expect(await news(anonymous)).toEqual([])
  })

  test('following: who follows whom, how many, in pages', async () => {
    await using t = await openTestApp({ database })
    const follow = async (path: string, as?: string, method = 'POST') =>
      (await t.call(`/api/${path}/follow`, { method, ...(as === undefined ? {} : { as }) })).status
    expect([await follow('users/ada'), await follow('users/nobody', 'eve'), await follow('organizations/ada', 'eve')]).toEqual([
      401, 404, 404,
    ])
    expect([await follow('users/ada', 'eve'), await follow('users/ADA', 'eve'), await follow('organizations/fleet', 'eve')]).toEqual([
      200, 200, 200,
    ])
    expect([await follow('users/ada', 'mia'), await follow('users/eve', 'eve')]).toEqual([200, 400])
    const read = async (path: string, as?: string) => (await t.call(`/api/${path}`, as === undefined ? {} : { as })).json()
    expect(await read('users/ada/overview', 'eve')).toMatchObject({ numFollowers: 2, numFollowing: 0, isFollowing: true })
    expect(await read('users/ada/overview')).toMatchObject({ numFollowers: 2, isFollowing: false })
    expect(await read('users/eve/overview')).toMatchObject({ numFollowers: 0, numFollowing: 2 })
    expect(await read('organizations/fleet/overview', 'eve')).toMatchObject({ numFollowers: 1, isFollowing: true, numUsers: 2 })
    const first = await t.call('/api/users/ada/followers?limit=1')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const both = [...((await first.json()) as { user: string }[]), ...((await (await t.call(next)).json()) as { user: string }[])]
    expect(both.map(({ user }) => user)).toEqual(['mia', 'eve'])
    expect(await read('users/eve/following')).toMatchObject([
      { user: 'fleet', type: 'org' },
      { user: 'ada', type: 'user' },
    ])
    expect([await follow('users/ada', 'eve', 'DELETE'), await follow('users/ada', 'eve', 'DELETE')]).toEqual([200, 200])
    expect(await read('users/ada/overview', 'eve')).toMatchObject({ numFollowers: 1, isFollowing: false })
    expect((await t.call('/api/users/ada/followers?cursor=x')).status).toBe(400)
  })

  test('members in pages and by search; removing them; deleting an organization', async () => {
    await using t = await openTestApp({ database })
    const names = async (query: string) => {
      const answer = await t.call(`/api/organizations/fleet/members${query}`)
      return ((await answer.json()) as { user: string; role: string }[]).map(({ user, role }) => `${user} ${role}`)
    }
    expect([await names(''), await names('?search=MI'), await names('?limit=1&cursor=ada')]).toEqual([
      ['ada admin', 'mia read'],
      ['mia read'],
      ['mia read'],
    ])
    const create = async (name: string, as?: string) =>
      (await t.call('/api/organizations', { method: 'POST', json: { name }, ...(as === undefined ? {} : { as }) })).status
    expect([await create('crew'), await create('crew', 'eve'), await create('CREW', 'ada'), await create('api', 'ada')]).toEqual([
      401, 200, 409, 400,
    ])
    const send = async (method: string, path: string, as: string, json?: unknown) => {
      const answer = await t.call(`/api/organizations/${path}`, { method, as, ...(json === undefined ? {} : { json }) })
      return [answer.status, ((await answer.json()) as { code?: string }).code ?? null]
    }
    expect(await send('PUT', 'fleet/members/mia/role', 'mia', { role: 'admin' })).toEqual([403, 'auth.forbidden'])
    expect(await send('PUT', 'fleet/members/eve/role', 'eve', { role: 'admin' })).toEqual([403, 'auth.forbidden'])
    expect(await send('PUT', 'fleet/members/mia/role', 'ada', { role: 'captain' })).toEqual([400, 'body.invalid'])
    expect(await send('DELETE', 'fleet/members/ada', 'ada')).toEqual([409, 'org.last_admin'])
    expect(await send('DELETE', 'fleet/members/eve', 'ada')).toEqual([404, 'org.not_member'])
    expect(await send('DELETE', 'fleet', 'mia')).toEqual([403, 'auth.forbidden'])
    expect(await send('DELETE', 'fleet/members/mia', 'mia')).toEqual([200, null])
    await t.addRepo({ type: 'model', owner: 'fleet', name: 'ship' })
    expect(await send('DELETE', 'fleet', 'ada')).toEqual([409, 'org.not_empty'])
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { organization: 'fleet', name: 'ship' } })
    expect(await send('DELETE', 'fleet', 'ada')).toEqual([200, null])
    expect((await t.call('/api/organizations/fleet/overview')).status).toBe(404)
    expect((await t.call('/api/quicksearch?q=~')).status).toBe(200)
  })
})
