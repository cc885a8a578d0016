import {
  createInvite,
  createPasswordReset,
  createSession,
  createUser,
  decideDeviceLogin,
  deleteAccount,
  loadActor,
  passwordResetOf,
  pollDeviceLogin,
  resetPassword,
  setSuspended,
  signUp,
  startDeviceLogin,
  type UserActor,
  verifyPassword,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { registerApp, signIn } from '../../testing/oauth-flow.ts'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

interface WirePerson {
  readonly name: string
  readonly email: string | null
  readonly isAdministrator: boolean
  readonly isSuspended: boolean
  readonly sessions: number
  readonly tokens: number
  readonly applications: number
  readonly repos: number
  readonly lastSeenAt: string | null
}

const change = (t: TestApp, name: string, json: object, as = 'root') => t.call(`/api/admin/users/${name}`, { method: 'PUT', as, json })

describe.for(databases)('the people of a hub on %s', (database) => {
  test('are listed and searched by administrators, without robots and organizations', async () => {
    await using t = await openTestApp({ database })
    await t.addRepo({ type: 'model', name: 'tides' })
    const list = async (query = '', as = 'root') => {
      const answer = await t.call(`/api/admin/users${query}`, { as })
      return answer.status === 200 ? ((await answer.json()) as WirePerson[]) : answer.status
    }
    const all = (await list()) as WirePerson[]
    expect(all.map(({ name }) => name)).toEqual(['ada', 'eve', 'mia', 'root'])
    expect(all[0]).toMatchObject({ email: 'ada@example.org', isAdministrator: false, isSuspended: false, sessions: 0, tokens: 1, repos: 1 })
    expect(all[3]?.lastSeenAt).not.toBe(null)
    expect(((await list('?search=EVE@')) as WirePerson[]).map(({ name }) => name)).toEqual(['eve'])
    expect(await list('?search=%25')).toEqual([])
    const page = await t.call('/api/admin/users?limit=2&skip=1', { as: 'root' })
    expect(((await page.json()) as WirePerson[]).map(({ name }) => name)).toEqual(['eve', 'mia'])
    expect(page.headers.get('link')).toContain('skip=3')
    expect([await list('', 'ada'), (await t.call('/api/admin/users')).status]).toEqual([403, 401])
  })

  test('are suspended at once and let back in', async () => {
    await using t = await openTestApp({ database })
    const { token: cookie } = await createSession(t.hub, t.actors.ada.userId)
    const byCookie = async () => (await t.call('/api/whoami-v2', { headers: { cookie: `portolan_session=${cookie}` } })).status
    const byToken = async () => (await t.call('/api/whoami-v2', { as: 'ada' })).status
    expect([await byCookie(), await byToken()]).toEqual([200, 200])
    expect((await change(t, 'ada', { suspended: true })).status).toBe(200)
    expect([await byCookie(), await byToken()]).toEqual([401, 401])
    expect((await change(t, 'ada', { suspended: false })).status).toBe(200)
    // The token is valid again; the session was ended.
    expect([await byCookie(), await byToken()]).toEqual([401, 200])
    const audit = await t.call('/api/admin/audit', { as: 'root' })
    expect(await audit.text()).toMatch(/account\.reactivated[^]*account\.suspended/)
  })

  test('lose their sessions, or their tokens and what applications were allowed', async () => {
    await using t = await openTestApp({ database })
    await createSession(t.hub, t.actors.eve.userId)
    const eve = async () => ((await (await t.call('/api/admin/users?search=eve', { as: 'root' })).json()) as WirePerson[])[0]
    expect(await eve()).toMatchObject({ sessions: 1, tokens: 1, applications: 0 })
    const app = await registerApp(t.hub, t.actors.ada, {})
    await signIn(t, app, { actor: t.actors.eve })
    expect(await eve()).toMatchObject({ applications: 1 })
    expect((await t.call('/api/admin/users/eve/sessions', { method: 'DELETE', as: 'root' })).status).toBe(200)
    expect(await eve()).toMatchObject({ sessions: 0, tokens: 1 })
    expect((await t.call('/api/admin/users/eve/tokens', { method: 'DELETE', as: 'root' })).status).toBe(200)
    expect(await eve()).toMatchObject({ sessions: 0, tokens: 0, applications: 0 })
    expect((await t.call('/api/whoami-v2', { as: 'eve' })).status).toBe(401)
  })

  test('administrators: made and unmade, the last one stays, nobody suspends themselves', async () => {
    await using t = await openTestApp({ database })
    const code = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]
    expect(await code(await change(t, 'root', { administrator: false }))).toEqual([409, 'account.last_admin'])
    expect(await code(await change(t, 'root', { suspended: true }))).toEqual([403, 'auth.forbidden'])
    expect(await code(await change(t, 'eve', { administrator: true }, 'ada'))).toEqual([403, 'auth.forbidden'])
    expect((await change(t, 'ada', { administrator: true })).status).toBe(200)
    expect((await change(t, 'root', { suspended: true }, 'ada')).status).toBe(200)
    expect(await code(await change(t, 'ada', { administrator: false }, 'ada'))).toEqual([409, 'account.last_admin'])
    expect((await t.call('/api/whoami-v2', { as: 'root' })).status).toBe(401)
    for (const name of ['nobody', 'fleet']) expect((await change(t, name, { suspended: true }, 'ada')).status).toBe(404)
  })

  test('set a new password by a link: once, within a day, and out of every browser', async () => {
    await using t = await openTestApp({ database })
    const link = async (name = 'eve', as = 'root') => {
      const answer = await t.call(`/api/admin/users/${name}/password-reset`, { method: 'POST', as })
      return answer.status === 200 ? new URL(((await answer.json()) as { url: string }).url).searchParams.get('code') : answer.status
    }
    const first = String(await link())
    const code = String(await link())
    expect(await passwordResetOf(t.hub, code)).toMatchObject({ name: 'eve' })
    // A new link invalidates the previous one.
    expect(await passwordResetOf(t.hub, first)).toBe(null)
    const { token: cookie } = await createSession(t.hub, t.actors.eve.userId)
    await expect(resetPassword(t.hub, code, 'password12')).rejects.toMatchObject({ code: 'account.weak_password' })
    expect(await resetPassword(t.hub, code, 'a lamp in the roadstead')).toBe('eve')
    expect((await verifyPassword(t.hub, 'eve', 'a lamp in the roadstead')).name).toBe('eve')
    expect((await t.call('/api/whoami-v2', { headers: { cookie: `portolan_session=${cookie}` } })).status).toBe(401)
    const used = { code: 'auth.reset_invalid' }
    await expect(resetPassword(t.hub, code, 'another lamp in the roadstead')).rejects.toMatchObject(used)
    const late = String(await link())
    t.hub.tick(24 * 60 * 60 * 1000)
    await expect(resetPassword(t.hub, late, 'another lamp in the roadstead')).rejects.toMatchObject(used)
    const suspended = String(await link())
    await change(t, 'eve', { suspended: true })
    await expect(resetPassword(t.hub, suspended, 'another lamp in the roadstead')).rejects.toMatchObject(used)
    expect([await link('eve', 'ada'), await link('fleet'), await link('nobody')]).toEqual([403, 404, 404])
    const audit = await (await t.call('/api/admin/audit', { as: 'root' })).text()
    expect(audit).toContain('account.reset_created')
    for (const secret of [first, code, late]) expect(audit).not.toContain(secret)
  })

  test('leave no device behind that was let in and has not fetched its token yet', async () => {
    await using t = await openTestApp({ database })
    const approved = async () => {
      const { deviceCode, userCode } = await startDeviceLogin(t.hub, { clientId: 'hf', address: null, userAgent: null })
      await decideDeviceLogin(t.hub, t.actors.ada, userCode, 'write')
      return deviceCode
    }
    const revoked = await approved()
    expect((await t.call('/api/admin/users/ada/tokens', { method: 'DELETE', as: 'root' })).status).toBe(200)
    expect(await pollDeviceLogin(t.hub, revoked, 'hf')).toEqual({ error: 'invalid_grant' })
    const suspended = await approved()
    await change(t, 'ada', { suspended: true })
    await change(t, 'ada', { suspended: false })
    expect(await pollDeviceLogin(t.hub, suspended, 'hf')).toEqual({ error: 'invalid_grant' })
    expect(await pollDeviceLogin(t.hub, await approved(), 'hf')).toEqual({ token: expect.stringMatching(/^hf_/) as string })
  })

  test('administrators who are suspended, unmade or deleted leave no way in that they made', async () => {
    await using t = await openTestApp({ database, config: { signUp: 'invite' } })
    const administrator = async (name: string) => {
      const { id } = await createUser(t.hub, { name, password: null, isAdmin: true })
      const actor = (await loadActor(t.hub.db.read, id, null)) as UserActor
      return { invite: await createInvite(t.hub, actor), reset: (await createPasswordReset(t.hub, actor, 'eve')).code }
    }
    const join = (name: string, inviteCode: string) => signUp(t.hub, { name, password: 'a lamp in the roadstead', inviteCode })

    const suspended = await administrator('bosun')
    await setSuspended(t.hub, t.actors.root, 'bosun', true)
    await setSuspended(t.hub, t.actors.root, 'bosun', false)
    await expect(join('friend', suspended.invite)).rejects.toMatchObject({ code: 'auth.invite_invalid' })
    expect(await passwordResetOf(t.hub, suspended.reset)).toBe(null)

    const unmade = await administrator('purser')
    expect((await change(t, 'purser', { administrator: false })).status).toBe(200)
    expect(await passwordResetOf(t.hub, unmade.reset)).toBe(null)
    // An invitation opens an account without rights, and is listed: administrators take it back if they want to.
    expect((await join('guest', unmade.invite)).name).toBe('guest')

    const deleted = await administrator('carpenter')
    await deleteAccount(t.hub, t.actors.root, 'carpenter', { repos: 'delete' })
    await expect(join('friend', deleted.invite)).rejects.toMatchObject({ code: 'auth.invite_invalid' })
    expect(await passwordResetOf(t.hub, deleted.reset)).toBe(null)
  })
})
