import { createOrg, deleteOrg, listMembers, signUp } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { settingsInForce } from '../../server-report.ts'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'
import { openTestServer } from '../../testing/open-test-server.ts'

const get = async <T>(t: TestApp, path: string, as = 'root') => (await (await t.call(`/api/admin/${path}`, { as })).json()) as T
const send = async (t: TestApp, method: string, path: string, json: object = {}, as = 'root') => {
  const answer = await t.call(`/api/admin/${path}`, { method, as, json })
  return { status: answer.status, ...((await answer.json()) as { code?: string; name?: string }) }
}

describe.for(databases)('administration on %s', (database) => {
  test('is for administrators of the hub', async () => {
    await using t = await openTestApp({ database })
    for (const path of ['overview', 'jobs', 'settings', 'organizations', 'invites']) {
      for (const as of ['ada', 'mia'] as const) expect([path, (await t.call(`/api/admin/${path}`, { as })).status]).toEqual([path, 403])
      expect([path, (await t.call(`/api/admin/${path}`, { as: 'root' })).status]).toEqual([path, 200])
    }
  })

  test('organizations are searched, deleted, and restored under their name with one administrator', async () => {
    await using t = await openTestApp({ database })
    await createOrg(t.hub, t.actors.ada, { name: 'Navy', fullname: 'The Navy' })
    await t.addRepo({ type: 'model', name: 'chart', owner: 'fleet' })
    const names = async (query: string) => (await get<{ name: string }[]>(t, `organizations${query}`)).map(({ name }) => name)
    expect(await names('')).toEqual(['fleet', 'Navy'])
    expect([await names('?search=the+n'), await names('?search=%25'), await names('?limit=1&skip=1')]).toEqual([['Navy'], [], ['Navy']])
    expect((await get<object[]>(t, 'organizations?search=fleet'))[0]).toMatchObject({
      members: 2,
      administrators: 1,
      repos: 1,
      deletedAt: null,
    })
    await deleteOrg(t.hub, t.actors.root, 'navy')
    expect([await names(''), await names('?only=deleted'), await names('?only=deleted&search=x')]).toEqual([['fleet'], ['Navy'], []])
    expect(await send(t, 'POST', 'organizations/fleet/restore')).toMatchObject({ status: 404, code: 'account.not_found' })
    expect(await send(t, 'POST', 'organizations/navy/restore', {}, 'ada')).toMatchObject({ status: 403 })
    const both = await Promise.all([1, 2].map(() => send(t, 'POST', 'organizations/navy/restore', { administrator: 'eve' })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await listMembers(t.hub, 'navy')).members.map(({ account, role }) => [account.name, role])).toEqual([['eve', 'admin']])
    expect(await names('?only=deleted')).toEqual([])
    // Its name is not a former one any more, and may become one again.
    await deleteOrg(t.hub, t.actors.root, 'navy')
    t.hub.tick(t.hub.config.formerNameMs)
    expect(await names('?only=deleted')).toEqual([])
    expect(await send(t, 'POST', 'organizations/navy/restore')).toMatchObject({ status: 404 })
  })

  test('invitations are made for some days, listed without their codes, and taken back', async () => {
    await using t = await openTestApp({ database, config: { signUp: 'invite' } })
    const create = async (json: object) =>
      (await (await t.call('/api/admin/invites', { method: 'POST', as: 'root', json })).json()) as { code: string }
    const list = () => get<{ id: string; state: string; madeBy: string; usedBy: string | null; expiresAt: string }[]>(t, 'invites')
    for (const days of [0, 91, 1.5]) expect(await send(t, 'POST', 'invites', { days })).toMatchObject({ status: 400 })
    const { code } = await create({ days: 1 })
    await signUp(t.hub, { name: 'guest', password: 'a lamp in the roadstead', inviteCode: code })
    const [used] = await list()
    expect(used).toMatchObject({ state: 'used', madeBy: 'root', usedBy: 'guest' })
    expect(await send(t, 'DELETE', `invites/${used?.id}`)).toMatchObject({ status: 403, code: 'auth.invite_invalid' })
    t.hub.tick(1)
    const second = await create({})
    const [open] = await list()
    expect([open?.state, Date.parse(open?.expiresAt ?? '') - t.hub.now().getTime()]).toEqual(['open', 7 * 86_400_000])
    expect(await send(t, 'DELETE', `invites/${open?.id}`, {}, 'ada')).toMatchObject({ status: 403 })
    expect(await send(t, 'DELETE', 'invites/nothing')).toMatchObject({ code: 'auth.invite_invalid' })
    expect(await send(t, 'DELETE', `invites/${open?.id}`)).toMatchObject({ status: 200 })
    const refused = { code: 'auth.invite_invalid' }
    await expect(signUp(t.hub, { name: 'late', password: 'a lamp in the roadstead', inviteCode: second.code })).rejects.toMatchObject(
      refused,
    )
    await create({ days: 90 })
    t.hub.tick(90 * 86_400_000)
    expect((await list())[0]?.state).toBe('expired')
    const audit = await (await t.call('/api/admin/audit?topic=invite', { as: 'root' })).text()
    expect(audit).toMatch(/invite\.revoked[^]*invite\.created/)
    expect(audit).not.toContain(second.code)
  })
})

test('a server says how it is, what it does and which settings are in force, without secrets', async () => {
  const token = 'a-token-for-the-metrics-which-nobody-is-shown'
  await using server = await openTestServer({ settings: { PORTOLAN_METRICS_TOKEN: token, PORTOLAN_SESSION_HOURS: '12' } })
  const root = await server.addUser('root')
  const read = async (what: string) => (await (await server.request(`/api/admin/${what}`, { as: root })).json()) as never
  expect(await read('overview')).toMatchObject({
    server: { version: expect.any(String) as string, health: { status: 'ok', checks: { database: 'ok', storage: 'ok' } } },
    figures: { accounts: { user: 1 } },
    suspended: 0,
    warnings: ['There is no backup, and none is scheduled.'],
  })
  await server.advance(0)
  const { jobs } = (await read('jobs')) as { jobs: { name: string; everyMs: number }[] }
  expect(jobs.map(({ name }) => name)).toEqual(expect.arrayContaining(['delete accounts', 'garbage collection', 'back up']))
  const settings = (await read('settings')) as { variable: string }[]
  expect(JSON.stringify(settings)).not.toContain(token)
  expect(settings.find(({ variable }) => variable === 'PORTOLAN_METRICS_TOKEN')).toMatchObject({ value: null, isSet: true, isSecret: true })
  expect(settings.find(({ variable }) => variable === 'PORTOLAN_SESSION_HOURS')).toMatchObject({
    value: '12',
    source: 'environment',
    fallback: '720',
  })
})

test('where a setting came from', () => {
  const of = (environment: Record<string, string>, variable: string) =>
    settingsInForce(environment).find((each) => each.variable === variable)
  expect(of({}, 'PORTOLAN_PORT')).toMatchObject({ value: '7860', source: 'default', isSet: false })
  expect(of({ PORTOLAN_DATABASE_URL_FILE: '/run/url' }, 'PORTOLAN_DATABASE_URL')).toMatchObject({
    value: null,
    source: 'file',
    isSet: true,
  })
  expect(of({ PORTOLAN_DATABASE_URL: 'postgres://u:p@h/d' }, 'PORTOLAN_DATABASE_URL')).toMatchObject({ value: null, source: 'environment' })
})
