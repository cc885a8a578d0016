import { createSession, insertAccessToken, setSuspended } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { limits } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/open-test-app.ts'

/** The `n`th of many keys. */
function publicKey(n: number, comment = ''): string {
  const key = Buffer.alloc(32)
  key.writeUInt32BE(n)
  const blob = Buffer.concat([Buffer.from('0000000b7373682d6564323535313900000020', 'hex'), key])
  return `ssh-ed25519 ${blob.toString('base64')}${comment === '' ? '' : ` ${comment}`}`
}

interface WireKey {
  readonly id: string
  readonly title: string
  readonly key: string
  readonly fingerprint: string
}

/** Calls as somebody in a signed-in browser. */
async function browser(t: TestApp, name: 'ada' | 'eve') {
  const { token } = await createSession(t.hub, t.actors[name].userId)
  return async (method: string, path = '', json?: unknown) => {
    const answer = await t.call(`/api/settings/ssh-keys${path}`, {
      method,
      headers: { cookie: `portolan_session=${token}`, origin: 'http://localhost' },
      ...(json === undefined ? {} : { json }),
    })
    return { status: answer.status, body: (await answer.json()) as WireKey[] & WireKey & { code?: string; message?: string } }
  }
}

describe.for(databases)('SSH keys on %s', (database) => {
  test('are added, listed and removed in a browser, and named in the audit log', async () => {
    await using t = await openTestApp({ database })
    const ada = await browser(t, 'ada')
    const added = await ada('POST', '', { key: publicKey(1, 'ada@lamps') })
    expect(added).toMatchObject({ status: 201, body: { title: 'ada@lamps', key: publicKey(1), type: 'ssh-ed25519', lastUsedAt: null } })
    expect(added.body.fingerprint).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
    expect((await ada('POST', '', { title: 'Work <b>', key: publicKey(2) })).status).toBe(201)
    expect((await ada('GET')).body.map(({ title }) => title)).toEqual(['Work <b>', 'ada@lamps'])
    expect((await ada('DELETE', `/${added.body.id}`)).status).toBe(200)
    expect(await ada('DELETE', `/${added.body.id}`)).toMatchObject({ status: 404, body: { code: 'ssh_key.not_found' } })
    expect((await ada('GET')).body).toHaveLength(1)
    const log = await (await t.call('/api/admin/audit?topic=ssh_key', { as: 'root' })).text()
    expect(log).toMatch(/ssh_key\.removed[^]*ssh_key\.added/)
    expect(log).toContain(added.body.fingerprint)
  })

  test('belong to one account of the hub, and only its owner sees and removes them', async () => {
    await using t = await openTestApp({ database })
    const [ada, eve] = [await browser(t, 'ada'), await browser(t, 'eve')]
    const { body } = await ada('POST', '', { key: publicKey(1) })
    expect(await eve('POST', '', { key: publicKey(1, 'mine') })).toMatchObject({ status: 422, body: { code: 'ssh_key.taken' } })
    expect((await eve('GET')).body).toEqual([])
    expect((await eve('DELETE', `/${body.id}`)).status).toBe(404)
    // Of many who bring the same key at once, one has it.
    const both = await Promise.all([ada, eve, ada, eve].map((each) => each('POST', '', { key: publicKey(2) })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422])
    await setSuspended(t.hub, t.actors.root, 'ada', true)
    expect((await ada('GET')).status).toBe(401)
  })

  test('are refused when malformed, too many, or sent with a token', async () => {
    await using t = await openTestApp({ database })
    const ada = await browser(t, 'ada')
    expect(await ada('POST', '', { key: 'ssh-rsa AAAA' })).toMatchObject({ status: 422, body: { code: 'ssh_key.invalid' } })
    for (const title of ['x'.repeat(limits.sshKeyTitle + 1), 'a\u0000b', 'a\u202eb'])
      expect([title.length, (await ada('POST', '', { title, key: publicKey(1) })).status]).toEqual([title.length, 400])
    const { token } = await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', { name: 'w', role: 'write' })
    const withToken = await t.call('/api/settings/ssh-keys', { method: 'POST', as: token, json: { key: publicKey(1) } })
    expect([withToken.status, await withToken.text()]).toEqual([403, expect.stringContaining('signed-in browser')])
    expect((await t.call('/api/settings/ssh-keys', { as: token })).status).toBe(200)
    for (let n = 0; n < limits.sshKeysPerAccount; n++) expect((await ada('POST', '', { key: publicKey(100 + n) })).status).toBe(201)
    expect(await ada('POST', '', { key: publicKey(1) })).toMatchObject({ status: 400, body: { code: 'ssh_key.too_many' } })
  })
})
