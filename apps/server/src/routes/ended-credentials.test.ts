import { createHash } from 'node:crypto'
import {
  createAccessToken,
  createSession,
  endSession,
  listOAuthGrants,
  openSession,
  refreshAccessToken,
  revokeAccessToken,
  revokeOAuthGrant,
  setSuspended,
  signSpaceLink,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { registerApp, signIn } from '../testing/oauth-flow.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'

/* Signed links and tokens stop working as soon as the token, session, or grant they were issued for ends, not hours later. */

const content = Buffer.from('soundings')
const oid = createHash('sha256').update(content).digest('hex')

describe.for(databases)('links and short-lived tokens on %s', (database) => {
  test('end when the access token is revoked or gets a new secret', async () => {
    await using t = await openWorld(database)
    const { ada } = t.actors
    const revoked = await createAccessToken(t.hub, ada, { name: 'laptop', role: 'write' })
    const renewed = await createAccessToken(t.hub, ada, { name: 'cluster', role: 'write' })
    const kept = await createAccessToken(t.hub, ada, { name: 'desk', role: 'write' })
    const [first, second, third] = await Promise.all([revoked, renewed, kept].map(({ token }) => requestSigned(t, token)))
    for (const signed of [first, second, third]) expect(await tried(t, signed)).toEqual(alive)
    await revokeAccessToken(t.hub, ada, revoked.info.uid)
    await refreshAccessToken(t.hub, ada, renewed.info.uid)
    for (const signed of [first, second]) expect(await tried(t, signed)).toEqual(dead)
    expect(await tried(t, third)).toEqual(alive)
  })

  test('end when the access token expires', async () => {
    await using t = await openWorld(database)
    const expiresAt = new Date(t.hub.now().getTime() + 60_000)
    const { token } = await createAccessToken(t.hub, t.actors.ada, { name: 'brief', role: 'write', expiresAt })
    const signed = await requestSigned(t, token)
    expect(await tried(t, signed)).toEqual(alive)
    t.hub.tick(61_000)
    expect(await tried(t, signed)).toEqual(dead)
  })

  test('end when the application is no longer allowed, and not when its token is renewed', async () => {
    await using t = await openWorld(database)
    const app = await registerApp(t.hub, t.actors.ada, { scopes: ['openid', 'profile', 'write-repos', 'read-repos'] })
    const { json } = await signIn(t, app, { scope: 'openid profile read-repos write-repos' })
    const signed = await requestSigned(t, json['access_token'] ?? '')
    expect(await tried(t, signed)).toEqual(alive)
    const [grant] = await listOAuthGrants(t.hub, t.actors.ada)
    await revokeOAuthGrant(t.hub, t.actors.ada, grant?.uid ?? '')
    expect(await tried(t, signed)).toEqual(dead)
  })

  test('the frame of a private Space ends with the browser session', async () => {
    await using t = await openWorld(database)
    const space = await t.addRepo({
      type: 'space',
      sdk: 'static',
      name: 'bridge',
      visibility: 'private',
      files: { 'README.md': '---\nsdk: static\n---\n', 'index.html': 'in' },
    })
    const { token: cookie } = await createSession(t.hub, t.actors.ada.userId)
    const session = await openSession(t.hub, cookie)
    if (!session) throw new Error('no session')
    const link = await signSpaceLink(t.hub, space, session.actor)
    const status = async () => (await t.call(`/-/spaces/~${link}/`)).status
    expect(await status()).toBe(200)
    await endSession(t.hub, cookie)
    expect(await status()).toBe(404)
  })

  test('end when the account is suspended', async () => {
    await using t = await openWorld(database)
    const signed = await requestSigned(t, t.tokens.ada)
    await setSuspended(t.hub, t.actors.root, 'ada', true)
    expect(await tried(t, signed)).toEqual(dead)
    await setSuspended(t.hub, t.actors.root, 'ada', false)
    expect(await tried(t, signed)).toEqual(alive)
  })
})

interface Signed {
  readonly download: string
  readonly upload: string
  readonly xet: string
}

const alive = { download: 200, upload: 200, xet: 404 }
const dead = { download: 403, upload: 403, xet: 401 }

/** A private repo of ada's with a large file. */
async function openWorld(database: (typeof databases)[number]): Promise<TestApp> {
  const t = await openTestApp({ database })
  await t.addRepo({ type: 'model', name: 'tides', visibility: 'private', files: { '.gitattributes': '*.bin filter=lfs\n' } })
  const { upload, verify } = await batch(t, t.tokens.ada, 'upload', content)
  expect((await t.call(upload, { method: 'PUT', body: content })).status).toBe(200)
  expect((await t.call(verify, { method: 'POST', as: 'ada', json: { oid, size: content.length } })).status).toBe(200)
  return t
}

async function batch(t: TestApp, token: string, operation: 'upload' | 'download', bytes: Buffer) {
  const answer = await t.call('/ada/tides.git/info/lfs/objects/batch', {
    method: 'POST',
    as: token,
    json: {
      operation,
      transfers: ['basic'],
      hash_algo: 'sha256',
      objects: [{ oid: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }],
    },
    headers: { accept: 'application/vnd.git-lfs+json' },
  })
  expect(answer.status).toBe(200)
  const { objects } = (await answer.json()) as { objects: { actions: Record<string, { href: string }> }[] }
  const { upload, verify, download } = objects[0]?.actions ?? {}
  return { upload: upload?.href ?? '', verify: verify?.href ?? '', download: download?.href ?? '' }
}

/** Requests every kind of signed link and token. */
async function requestSigned(t: TestApp, token: string): Promise<Signed> {
  const { download } = await batch(t, token, 'download', content)
  const { upload } = await batch(t, token, 'upload', Buffer.from('more soundings'))
  const access = await t.call('/api/models/ada/tides/xet-write-token/main', { as: token })
  const { accessToken } = (await access.json()) as { accessToken: string }
  return { download, upload, xet: accessToken }
}

/** The statuses of using them. */
async function tried(t: TestApp, signed: Signed | undefined): Promise<Record<keyof Signed, number>> {
  const { download = '', upload = '', xet = '' } = signed ?? {}
  return {
    download: (await t.call(download)).status,
    upload: (await t.call(upload, { method: 'PUT', body: Buffer.from('more soundings') })).status,
    xet: (await t.call(`/xet/any/v1/chunks/default-merkledb/${'0'.repeat(64)}`, { as: xet })).status,
  }
}
