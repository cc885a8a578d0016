import { createSession, createUser, setMemberRole } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

const json = async (answer: Response) => ({ status: answer.status, ...((await answer.json()) as Record<string, unknown>) })

async function settled(t: TestApp) {
  const list = async () => (await (await t.call('/api/admin/deletions', { as: 'root' })).json()) as { endedAt: string | null }[]
  await expect.poll(async () => (await list()).filter(({ endedAt }) => endedAt === null)).toEqual([])
  return list()
}

describe.for(databases)('deleting accounts over HTTP on %s', (database) => {
  test('an administrator sees what there is, decides about repositories and organizations, and the pages are gone', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'tides' })
    const remove = async (as: string, body: object, name = 'ada') =>
      json(await t.call(`/api/admin/users/${name}`, { method: 'DELETE', as, json: body }))
    expect(await json(await t.call('/api/admin/users/ada/deletion', { as: 'root' }))).toMatchObject({
      repos: { model: 1, dataset: 0, space: 0 },
      soleAdminOf: ['fleet'],
    })
    expect(await remove('eve', { repositories: 'delete' })).toMatchObject({ status: 403, code: 'auth.forbidden' })
    expect(await remove('root', { repositories: 'keep' })).toMatchObject({ status: 400 })
    expect(await remove('root', { repositories: 'move' })).toMatchObject({ status: 400, field: 'to' })
    expect(await remove('root', { repositories: 'delete' })).toMatchObject({
      status: 409,
      code: 'org.last_admin',
      organizations: ['fleet'],
    })
    expect(await remove('root', { repositories: 'delete' }, 'nobody')).toMatchObject({ status: 404 })
    expect(await remove('root', { repositories: 'move', to: 'fleet', handOverTo: 'mia' })).toMatchObject({ status: 202 })
    expect((await t.call('/api/whoami-v2', { as: 'ada' })).status).toBe(401)
    expect((await t.call('/api/users/ada/overview')).status).toBe(404)
    expect(await settled(t)).toMatchObject([{ name: 'ada', requestedBy: 'root', repositories: 'move', to: 'fleet', total: 1, done: 1 }])
    expect((await t.call('/api/models/fleet/tides', { as: 'mia' })).status).toBe(200)
    expect((await t.call('/api/models/ada/tides')).status).toBeLessThan(400)
  })

  test('people delete their own account with its name and password, in a browser only', async () => {
    await using t = await openTestApp({ database })
    const password = 'a lamp in the roadstead'
    const { id } = await createUser(t.hub, { name: 'noa', password })
    await setMemberRole(t.hub, t.actors.root, 'fleet', 'noa', 'read')
    const { token } = await createSession(t.hub, id)
    const headers = { cookie: `portolan_session=${token}`, origin: 'http://localhost' }
    const remove = async (body: object, by: object = { headers }) =>
      json(
        await t.call('/api/settings/account', {
          method: 'DELETE',
          ...by,
          json: { name: 'noa', password, repositories: 'delete', ...body },
        }),
      )
    expect(await remove({ password: 'wrong' })).toMatchObject({ status: 401, code: 'auth.invalid_credentials', field: 'password' })
    expect(await remove({ name: 'ada' })).toMatchObject({ status: 400, field: 'name' })
    expect(await remove({ repositories: 'move', to: 'ada' })).toMatchObject({ status: 400, field: 'to' })
    expect(await remove({}, { as: 'eve' })).toMatchObject({ status: 403, code: 'auth.forbidden' })
    expect(await remove({}, { headers: { ...headers, origin: 'https://example.org' } })).toMatchObject({
      status: 401,
      code: 'auth.required',
    })
    expect((await t.call('/api/settings/account/deletion', { headers })).status).toBe(200)
    expect(await remove({})).toMatchObject({ status: 202 })
    expect((await t.call('/api/whoami-v2', { headers })).status).toBe(401)
    expect(await settled(t)).toMatchObject([{ name: 'noa', requestedBy: 'noa' }])
  })
})
