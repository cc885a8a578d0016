import { loadActor, requireAccount, setMemberRole, verifyPassword } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp } from '../../testing/open-test-app.ts'

const base = '/api/organizations/fleet/robots'

describe.for(databases)('robots over HTTP on %s', (database) => {
  async function openWorld() {
    const t = await openTestApp({ database })
    const send = async (method: string, path: string, as: string | undefined, json?: unknown) => {
      const answer = await t.call(path, { method, ...(as === undefined ? {} : { as }), ...(json === undefined ? {} : { json }) })
      const body = (await answer.json()) as Record<string, string> & { code?: string }
      return { status: answer.status, body }
    }
    const tokenOf = async (input: object = { name: 'build', role: 'write' }) =>
      (await send('POST', `${base}/fleet-ci/tokens`, 'ada', input)).body['token'] ?? ''
    return { t, send, tokenOf, [Symbol.asyncDispose]: () => t[Symbol.asyncDispose]() }
  }

  test('made and listed by administrators of the organization, and by nobody else', async () => {
    await using world = await openWorld()
    const { send } = world
    const robot = { name: 'fleet-ci', fullname: 'Build server' }
    for (const as of ['eve', 'mia']) expect((await send('POST', base, as, robot)).status).toBe(403)
    expect((await send('POST', base, undefined, robot)).status).toBe(401)
    expect((await send('POST', base, 'ada', { ...robot, role: 'admin' })).status).toBe(400)
    expect((await send('POST', base, 'ada', robot)).body).toEqual({
      ...robot,
      organization: 'fleet',
      role: 'write',
      disabled: false,
      madeBy: 'ada',
      createdAt: '2026-01-02T03:04:05.000Z',
    })
    expect((await send('POST', base, 'ada', robot)).status).toBe(409)
    expect((await send('GET', base, 'ada')).body).toMatchObject([robot])
    expect((await send('GET', base, 'mia')).status).toBe(403)
    expect((await send('GET', '/api/admin/robots', 'ada')).status).toBe(403)
    expect((await send('GET', '/api/admin/robots', 'root')).body).toEqual([])
    // The robot is not found under another owner.
    expect((await send('GET', '/api/admin/robots/fleet-ci/tokens', 'root')).status).toBe(404)
    expect((await send('GET', `${base}/eve/tokens`, 'ada')).status).toBe(404)
  })

  test('it writes with its token, as itself, and owns nothing', async () => {
    await using world = await openWorld()
    const { t, send, tokenOf } = world
    await send('POST', base, 'ada', { name: 'fleet-ci' })
    const token = await tokenOf()
    expect((await send('GET', '/api/whoami-v2', token)).body).toMatchObject({
      name: 'fleet-ci',
      orgs: [{ name: 'fleet', roleInOrg: 'write' }],
    })
    const create = (json: object) => send('POST', '/api/repos/create', token, json)
    expect(await create({ name: 'own' })).toMatchObject({
      status: 403,
      body: { error: 'A service account cannot own repositories; name its organization as the owner' },
    })
    expect((await create({ name: 'built', organization: 'fleet' })).status).toBe(200)
    const body = `${JSON.stringify({ key: 'header', value: { summary: 'Build 1' } })}\n${JSON.stringify({ key: 'file', value: { path: 'a.txt', content: 'YQ==', encoding: 'base64' } })}\n`
    const commit = await t.call('/api/models/fleet/built/commit/main', {
      method: 'POST',
      as: token,
      body,
      headers: { 'content-type': 'application/x-ndjson' },
    })
    expect(commit.status).toBe(200)
    const [latest] = (await (await t.call('/api/models/fleet/built/commits/main')).json()) as { authors: { user: string }[] }[]
    expect(latest?.authors).toMatchObject([{ user: 'fleet-ci' }])
    expect((await send('POST', '/api/organizations', token, { name: 'armada' })).status).toBe(403)
    expect((await send('GET', '/api/users/fleet-ci/overview', undefined)).body).toMatchObject({ isRobot: true })
    const entries = (await send('GET', '/api/admin/audit?limit=50', 'root')).body as unknown as object[]
    expect(entries).toContainEqual(
      expect.objectContaining({ topic: 'robot.created', actor: 'ada', details: { robot: 'fleet-ci', org: 'fleet', role: 'write' } }),
    )
    expect(entries).toContainEqual(
      expect.objectContaining({
        topic: 'token.created',
        actor: 'ada',
        details: expect.objectContaining({ robot: 'fleet-ci', name: 'build' }) as object,
      }),
    )
  })

  test('nobody signs in as it; it stays in its organization and administers none', async () => {
    await using world = await openWorld()
    const { t, send, tokenOf } = world
    await send('POST', base, 'ada', { name: 'fleet-ci' })
    for (const password of ['', 'null', 'a very long voyage'])
      await expect(verifyPassword(t.hub, 'fleet-ci', password)).rejects.toMatchObject({ code: 'auth.invalid_credentials' })
    const refused = { code: 'auth.forbidden' }
    await expect(setMemberRole(t.hub, t.actors.ada, 'fleet', 'fleet-ci', 'admin')).rejects.toMatchObject(refused)
    await expect(setMemberRole(t.hub, t.actors.ada, 'fleet', 'fleet-ci', null)).rejects.toMatchObject(refused)
    expect((await send('POST', '/api/organizations', 'eve', { name: 'armada' })).status).toBe(200)
    const eve = await loadActor(t.hub.db.read, t.actors.eve.userId, null)
    await expect(setMemberRole(t.hub, eve ?? t.actors.eve, 'armada', 'fleet-ci', 'write')).rejects.toMatchObject(refused)
    await setMemberRole(t.hub, t.actors.ada, 'fleet', 'fleet-ci', 'read')
    // A robot cannot create tokens with its own token.
    expect((await send('POST', `${base}/fleet-ci/tokens`, await tokenOf(), { name: 'x' })).status).toBe(403)
  })

  test('its tokens are for what it sees; disabled it does nothing, and neither when its organization goes', async () => {
    await using world = await openWorld()
    const { t, send, tokenOf } = world
    await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    await t.addRepo({ type: 'model', name: 'plan', owner: 'fleet', visibility: 'private' })
    await send('POST', base, 'ada', { name: 'fleet-ci' })
    const scoped = (name: string) => ({
      name: 'read',
      role: 'fineGrained',
      scoped: [{ entity: { type: 'model', name }, permissions: ['repo.content.read'] }],
    })
    expect((await send('POST', `${base}/fleet-ci/tokens`, 'ada', scoped('ada/secret'))).status).toBe(400)
    const read = await tokenOf(scoped('fleet/plan'))
    const status = async (as: string) => (await t.call('/api/models/fleet/plan', { as })).status
    expect(await status(read)).toBe(200)
    const listed = (await send('GET', `${base}/fleet-ci/tokens`, 'ada')).body as unknown as { id: string; name: string }[]
    expect(listed.map(({ name }) => name)).toEqual(['read'])
    expect((await send('PUT', `${base}/fleet-ci`, 'ada', { disabled: true })).status).toBe(200)
    expect(await status(read)).toBe(401)
    expect((await send('POST', `${base}/fleet-ci/tokens`, 'ada', { name: 'x' })).status).toBe(404)
    await send('PUT', `${base}/fleet-ci`, 'ada', { disabled: false })
    expect(await status(read)).toBe(200)
    expect((await send('DELETE', `${base}/fleet-ci/tokens/${listed[0]?.id}`, 'ada')).status).toBe(200)
    expect(await status(read)).toBe(401)
    const again = await tokenOf()
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { organization: 'fleet', name: 'plan' } })
    expect((await t.call('/api/organizations/fleet', { method: 'DELETE', as: 'ada' })).status).toBeLessThan(300)
    expect((await t.call('/api/whoami-v2', { as: again })).status).toBe(401)
  })

  test('the hub has robots of its own, which organizations take in', async () => {
    await using world = await openWorld()
    const { t, send } = world
    expect((await send('POST', '/api/admin/robots', 'root', { name: 'hub-ci' })).body).toMatchObject({ organization: null, role: null })
    const { body } = await send('POST', '/api/admin/robots/hub-ci/tokens', 'root', { name: 't', role: 'write' })
    await setMemberRole(t.hub, t.actors.ada, 'fleet', 'hub-ci', 'contributor')
    const made = await send('POST', '/api/repos/create', body['token'], { name: 'x', organization: 'fleet' })
    expect(made.status).toBe(200)
    expect((await requireAccount(t.hub, 'hub-ci')).isAdmin).toBe(false)
    expect((await send('GET', '/api/admin/robots', body['token'])).status).toBe(403)
  })
})
