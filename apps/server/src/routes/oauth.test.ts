import { decideDeviceLogin, findDeviceRequest } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const grantType = 'urn:ietf:params:oauth:grant-type:device_code'

async function post(t: TestApp, path: string, form: Record<string, string>) {
  const answer = await t.call(path, {
    method: 'POST',
    headers: { ...formType, 'user-agent': 'hf/2.4.0' },
    body: new URLSearchParams(form).toString(),
  })
  return {
    status: answer.status,
    json: (await answer.json()) as Record<string, string | number>,
    cache: answer.headers.get('cache-control'),
  }
}

async function begin(t: TestApp) {
  const { status, json } = await post(t, '/oauth/device', { client_id: 'hf' })
  expect(status).toBe(200)
  const poll = (more: Record<string, string> = {}) =>
    post(t, '/oauth/token', { grant_type: grantType, device_code: String(json['device_code']), client_id: 'hf', ...more })
  return { json, code: String(json['user_code']), poll }
}

describe.for(databases)('signing in a device on %s', (database) => {
  test('a person says yes in a browser, and the device has a token of its own', async () => {
    await using t = await openTestApp({ database })
    const { json, code, poll } = await begin(t)
    expect(json).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/) as string,
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/) as string,
      verification_uri: 'http://localhost/login/device',
      verification_uri_complete: `http://localhost/login/device?code=${code}`,
      expires_in: 900,
      interval: 5,
    })
    expect((await poll()).json['error']).toBe('authorization_pending')
    expect((await poll()).json['error']).toBe('slow_down')
    t.hub.tick(5_000)
    expect((await poll()).json['error']).toBe('authorization_pending')
    const asked = await findDeviceRequest(t.hub, t.actors.ada, ` ${code.toLowerCase().replace('-', ' ')} `)
    expect(asked).toMatchObject({ userCode: code, address: 'local', userAgent: 'hf/2.4.0' })
    await decideDeviceLogin(t.hub, t.actors.ada, code, 'read')
    const { status, json: token, cache } = await poll()
    expect([status, cache, token['token_type']]).toEqual([200, 'no-store', 'bearer'])
    const who = await t.call('/api/whoami-v2', { as: String(token['access_token']) })
    expect(await who.json()).toMatchObject({ name: 'ada', auth: { accessToken: { role: 'read', displayName: /^device-2026-01-02-/ } } })
    // The token is returned only once.
    expect((await poll()).json['error']).toBe('invalid_grant')
  })

  test('a no, an end of time, another program, two polls at once', async () => {
    await using t = await openTestApp({ database })
    const refused = await begin(t)
    await decideDeviceLogin(t.hub, t.actors.ada, refused.code, null)
    expect((await refused.poll()).json['error']).toBe('access_denied')
    const late = await begin(t)
    t.hub.tick(901_000)
    expect((await late.poll()).json['error']).toBe('expired_token')
    await expect(decideDeviceLogin(t.hub, t.actors.ada, late.code, 'write')).rejects.toMatchObject({ code: 'device_login.not_found' })
    const stolen = await begin(t)
    await decideDeviceLogin(t.hub, t.actors.ada, stolen.code, 'write')
    expect((await stolen.poll({ client_id: 'other' })).json['error']).toBe('invalid_grant')
    const both = await Promise.all([stolen.poll(), stolen.poll()])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('only a person in a browser decides, and once', async () => {
    await using t = await openTestApp({ database })
    const { code } = await begin(t)
    const byToken = {
      ...t.actors.ada,
      token: {
        id: 1,
        name: 'x',
        role: 'write' as const,
        scopes: [],
        global: [],
        canReadGatedRepos: false,
        createdAt: new Date(),
        expiresAt: null,
      },
    }
    await expect(decideDeviceLogin(t.hub, byToken, code, 'write')).rejects.toMatchObject({ code: 'auth.forbidden' })
    await expect(decideDeviceLogin(t.hub, { kind: 'anonymous' }, code, 'write')).rejects.toMatchObject({ code: 'auth.required' })
    await decideDeviceLogin(t.hub, t.actors.ada, code, 'write')
    await expect(decideDeviceLogin(t.hub, t.actors.eve, code, null)).rejects.toMatchObject({ code: 'device_login.not_found' })
    expect(await findDeviceRequest(t.hub, t.actors.eve, code)).toBeNull()
  })

  test('what is no request of the protocol', async () => {
    await using t = await openTestApp({ database })
    expect(await post(t, '/oauth/device', {})).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
    expect(await post(t, '/oauth/token', { grant_type: 'password' })).toMatchObject({
      status: 400,
      json: { error: 'unsupported_grant_type' },
    })
    expect(await post(t, '/oauth/token', { grant_type: grantType })).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect(await post(t, '/oauth/device', { client_id: 'x'.repeat(20_000) })).toMatchObject({ status: 400 })
    for (let i = 0; i < 20; i++) await begin(t)
    expect((await post(t, '/oauth/device', { client_id: 'hf' })).status).toBe(429)
    t.hub.tick(901_000)
    await begin(t)
  })

  test('one IPv6 network asks for a hundred codes in a quarter of an hour, whatever addresses it uses', async () => {
    await using t = await openTestApp({ database, settings: { PORTOLAN_TRUSTED_PROXIES: '1' } })
    const start = async (address: string) =>
      (await t.call('/oauth/device', { method: 'POST', body: 'client_id=hf', headers: { ...formType, 'x-forwarded-for': address } })).status
    const statuses = new Set<number>()
    for (let n = 0; n < 100; n++) statuses.add(await start(`2001:db8:0:7::${n.toString(16)}`))
    expect([...statuses]).toEqual([200])
    expect(await start('2001:db8:0:7:ffff::1')).toBe(429)
    expect(await start('2001:db8:0:8::1')).toBe(200)
  })
})
