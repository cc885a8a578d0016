import { beginTotp, confirmTotp, createSession, createUser, openSession } from '@portolan/hub'
import { appCode } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPages } from './pages/load-pages.ts'
import { openTestApp, type TestApp } from './testing/open-test-app.ts'

/* PORTOLAN_REQUIRE_SECOND_FACTOR: in a browser, people without one can do nothing but set one up. */

const browser = (cookie: string, more: Readonly<Record<string, string>> = {}) => ({
  cookie: `portolan_session=${cookie}`,
  'sec-fetch-site': 'same-origin',
  ...more,
})
const html = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

describe('with PORTOLAN_REQUIRE_SECOND_FACTOR=all', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await openTestApp({ settings: { PORTOLAN_REQUIRE_SECOND_FACTOR: 'all' }, pages: (hub) => loadPages(hub) })
    await t.addRepo({ type: 'model', name: 'hidden', visibility: 'private', files: { 'README.md': 'secret words\n' } })
    await t.addRepo({ type: 'model', name: 'shown', files: { 'README.md': 'open words\n' } })
  }, 60_000)
  afterAll(() => t[Symbol.asyncDispose]())
  const sessionOf = async (name: 'ada' | 'root', way: 'password' | 'company' = 'password') =>
    (await createSession(t.hub, t.actors[name].userId, { way })).token

  test('pages lead to the one that sets it up, whatever is opened, and as data, too', async () => {
    const cookie = await sessionOf('ada')
    for (const path of [
      '/',
      '/ada/hidden',
      '/settings',
      '/settings/tokens/new',
      '/new',
      '/oauth/authorize?client_id=x',
      '/login/device',
      '/none',
    ]) {
      const page = await t.call(path, { headers: browser(cookie, html) })
      expect([path, page.status, page.headers.get('location')]).toEqual([path, 302, '/settings/security'])
    }
    const data = await t.call('/ada/hidden.data', { headers: browser(cookie) })
    const text = await data.text()
    expect(text).toContain('/settings/security')
    expect(text).not.toContain('secret words')
    const setUp = await t.call('/settings/security', { headers: browser(cookie, html) })
    expect(setUp.status).toBe(200)
    expect(await setUp.text()).toContain('This hub requires a second factor')
  })

  test('forms of other pages change nothing', async () => {
    const cookie = await sessionOf('ada')
    const headers = browser(cookie, { ...html, 'content-type': 'application/x-www-form-urlencoded' })
    const answer = await t.call('/settings/tokens/new', { method: 'POST', headers, body: 'name=x&role=write' })
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/settings/security'])
    const tokens = await t.hub.db.read.selectFrom('access_token').select('name').where('user_id', '=', t.actors.ada.userId).execute()
    expect(tokens.map(({ name }) => name)).toEqual(['test'])
  })

  test('the API refuses with a code, also for what is public, and files of private repos stay closed', async () => {
    const cookie = await sessionOf('ada')
    for (const path of [
      '/api/whoami-v2',
      '/api/models/ada/shown',
      '/api/models/ada/hidden',
      '/api/events?topics=me',
      '/ada/shown/resolve/main/README.md',
    ]) {
      const answer = await t.call(path, { headers: browser(cookie) })
      expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 403, 'auth.second_factor_required'])
    }
    // Opened like a page, it is answered as for everybody who is not signed in.
    const opened = await t.call('/ada/hidden/resolve/main/README.md', { headers: browser(cookie, html) })
    expect(opened.status).toBe(401)
    const post = await t.call('/api/repos/create', { method: 'POST', headers: browser(cookie), json: { name: 'new' } })
    expect(post.status).toBe(403)
  })

  test('access tokens work, and so do people whom the company’s identity provider vouches for', async () => {
    expect((await t.call('/api/whoami-v2', { as: 'ada' })).status).toBe(200)
    const cookie = await sessionOf('ada', 'company')
    expect((await t.call('/api/whoami-v2', { headers: browser(cookie) })).status).toBe(200)
  })

  test('once it is set up, the session works at once; the last one cannot be removed', async () => {
    const account = await createUser(t.hub, { name: 'tess', password: null })
    const { token } = await createSession(t.hub, account.id)
    expect((await t.call('/api/whoami-v2', { headers: browser(token) })).status).toBe(403)
    const session = await openSession(t.hub, token)
    if (!session) throw new Error('no session')
    const { secret } = await beginTotp(t.hub, session.actor, 'Portolan')
    await confirmTotp(t.hub, session.actor, appCode(secret, t.hub.now()), '192.0.2.1')
    expect((await t.call('/api/whoami-v2', { headers: browser(token) })).status).toBe(200)
    const headers = browser(token, { ...html, 'content-type': 'application/x-www-form-urlencoded' })
    const off = await t.call('/settings/security', { method: 'POST', headers, body: 'intent=remove-totp' })
    expect(await off.text()).toContain('This hub requires a second factor. Set up another one first.')
    // An administrator may remove it for them, and the session ends.
    expect((await t.call('/api/admin/users/tess/second-factors', { method: 'DELETE', as: 'root' })).status).toBe(200)
    expect(await openSession(t.hub, token)).toBe(null)
    const again = await t.call('/api/admin/users/tess/second-factors', { method: 'DELETE', as: 'root' })
    expect(((await again.json()) as { code: string }).code).toBe('second_factor.not_set_up')
    // Not their own: a stolen session and the password would be enough.
    const own = await t.call('/api/admin/users/root/second-factors', { method: 'DELETE', as: 'root' })
    expect(own.status).toBe(403)
    const audit = await t.hub.db.read.selectFrom('audit').select(['topic', 'actor']).where('topic', 'like', 'second_factor.%').execute()
    expect(audit).toEqual([
      { topic: 'second_factor.added', actor: 'tess' },
      { topic: 'second_factor.reset', actor: 'root' },
    ])
  })
})

test('with PORTOLAN_REQUIRE_SECOND_FACTOR=administrators, only they are concerned', async () => {
  await using t = await openTestApp({ settings: { PORTOLAN_REQUIRE_SECOND_FACTOR: 'administrators' } })
  const statusOf = async (name: 'ada' | 'root') => {
    const { token } = await createSession(t.hub, t.actors[name].userId)
    return (await t.call('/api/whoami-v2', { headers: browser(token) })).status
  }
  expect([await statusOf('ada'), await statusOf('root')]).toEqual([200, 403])
})
