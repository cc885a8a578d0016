import { createSession, endSession } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { noPages, type OpenPages } from '../../pages/pages.ts'
import { openTestApp } from '../../testing/open-test-app.ts'

const day = 24 * 3600 * 1000
const ours = { 'sec-fetch-site': 'same-origin' }
/** Stub pages. */
const pages: OpenPages = async (...parts) => ({ ...(await noPages(...parts)), handler: async (c) => c.text('a page') })

async function withSession(options: Parameters<typeof openTestApp>[0] = {}) {
  const t = await openTestApp({ ...options, pages })
  const { token, expiresAt } = await createSession(t.hub, t.actors.ada.userId)
  const cookie = `portolan_session=${token}`
  const refresh = (headers: Record<string, string> = ours) =>
    t.call('/api/session/refresh', { method: 'POST', headers: { cookie, ...headers } })
  const expires = async () => (await t.hub.db.read.selectFrom('session').select('expires').executeTakeFirst())?.expires
  return { ...t, token, cookie, expiresAt, refresh, expires, later: (ms: number) => new Date(expiresAt.getTime() + ms) }
}

const expiryOf = (answer: Response) =>
  /portolan_session=[\w-]+;.*expires=([^;]+)/i.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? null

describe.for(databases)('sessions on %s', (database) => {
  test('a refresh gives the row and the cookie their whole life again', async () => {
    await using t = await withSession({ database })
    t.hub.tick(30 * day - 80_000)
    const answer = await t.refresh()
    const fresh = t.later(30 * day - 80_000)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { viewer: { name: 'ada' }, expiresAt: fresh.toISOString(), now: t.hub.now().toISOString() },
    ])
    expect(await t.expires()).toBe(fresh.getTime())
    expect(expiryOf(answer)).toBe(new Date(Math.floor(fresh.getTime() / 1000) * 1000).toUTCString())
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/i)
    t.hub.tick(29 * day)
    expect((await t.call('/api/whoami-v2', { headers: { cookie: t.cookie, ...ours } })).status).toBe(200)
  })

  test('one that is over, ended or made up is not refreshed', async () => {
    await using t = await withSession({ database })
    expect((await t.refresh({ cookie: 'portolan_session=made-up', ...ours })).status).toBe(401)
    await endSession(t.hub, t.token)
    expect((await t.refresh()).status).toBe(401)
    const other = await createSession(t.hub, t.actors.ada.userId)
    t.hub.tick(30 * day)
    expect((await t.refresh({ cookie: `portolan_session=${other.token}`, ...ours })).status).toBe(401)
  })

  test('a page in the second half of its life renews it, row and cookie together; in the first half nothing is written', async () => {
    await using t = await withSession({ database })
    const page = () => t.call('/models', { headers: { cookie: t.cookie, ...ours } })
    t.hub.tick(14 * day)
    expect(expiryOf(await page())).toBe(null)
    expect(await t.expires()).toBe(t.expiresAt.getTime())
    t.hub.tick(2 * day)
    const renewed = t.later(16 * day)
    expect(expiryOf(await page())).toBe(renewed.toUTCString().replace(/\.\d+/, ''))
    expect(await t.expires()).toBe(renewed.getTime())
    // The response may have been lost: for a while the cookie is sent again, without another write.
    t.hub.tick(60_000)
    expect(expiryOf(await page())).toBe(renewed.toUTCString())
    expect(await t.expires()).toBe(renewed.getTime())
    t.hub.tick(day)
    expect(expiryOf(await page())).toBe(null)
  })
})

test('another site cannot refresh it, nor can a token', async () => {
  await using t = await withSession()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
    { origin: 'https://elsewhere.example' },
  ]) {
    const answer = await t.refresh(headers)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null])
  }
  expect((await t.call('/api/session/refresh', { method: 'POST', headers: { cookie: t.cookie } })).status).toBe(403)
  expect((await t.call('/api/session/refresh', { method: 'POST', as: 'ada' })).status).toBe(401)
})

test('a refresh in the first minute writes nothing', async () => {
  await using t = await withSession()
  t.hub.tick(30_000)
  expect(((await (await t.refresh()).json()) as { expiresAt: string }).expiresAt).toBe(t.expiresAt.toISOString())
})

test('how long a session lasts is a setting', async () => {
  const hour = 3600_000
  await using t = await withSession({ config: { sessionMs: hour } })
  expect(t.expiresAt.getTime() - t.hub.now().getTime()).toBe(hour)
  const page = () => t.call('/models', { headers: { cookie: t.cookie, ...ours } })
  t.hub.tick(25 * 60_000)
  expect(expiryOf(await page())).toBe(null)
  t.hub.tick(10 * 60_000)
  expect(expiryOf(await page())).toBe(t.later(35 * 60_000).toUTCString())
  t.hub.tick(hour - 1)
  expect((await t.refresh()).status).toBe(200)
  t.hub.tick(hour)
  expect((await t.refresh()).status).toBe(401)
})

test('files and API answers never carry the cookie: a shared cache could keep it', async () => {
  await using t = await withSession()
  await t.addRepo({ type: 'model', name: 'tides', files: { 'README.md': '# Tides\n' } })
  t.hub.tick(20 * day)
  for (const path of ['/ada/tides/resolve/main/README.md', '/api/models/ada/tides', '/api/session']) {
    const answer = await t.call(path, { headers: { cookie: t.cookie, ...ours } })
    expect([path, answer.status, answer.headers.get('set-cookie')]).toEqual([path, 200, null])
  }
})

test('GET /api/session says who is signed in, or that nobody is', async () => {
  await using t = await withSession()
  const ask = async (headers: Record<string, string>) => (await t.call('/api/session', { headers: { ...headers, ...ours } })).json()
  const now = t.hub.now().toISOString()
  expect(await ask({ cookie: t.cookie })).toEqual({ viewer: { name: 'ada' }, expiresAt: t.expiresAt.toISOString(), now })
  expect(await ask({})).toEqual({ viewer: null, expiresAt: null, now })
})
