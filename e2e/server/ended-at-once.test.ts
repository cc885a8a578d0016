import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import {
  createOAuthApp,
  createSession,
  createUser,
  decideAuthorization,
  findAdministrator,
  type Hub,
  insertAccessToken,
  loadActor,
  openHub,
  silentLogger,
  type UserActor,
} from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventStream, openEventStream } from '../../apps/server/src/testing/event-stream.ts'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/*
 * Two servers with one Postgres database. Somebody has a browser session, an access token, a signed link of LFS, a Xet session, a sign-in with an
 * application, and open event streams; an administrator who uses one server ends them, and the other one knows.
 */

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']
const browserPath = process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium'
const missing = [
  ...(postgres === undefined ? ['Postgres: set PORTOLAN_TEST_POSTGRES_URL'] : []),
  ...(existsSync(browserPath) ? [] : ['Chromium: apt-get install chromium']),
]
if (missing.length > 0) console.log(`skipped e2e/server/ended-at-once: ${missing.join('; ')}`)

/** The longest that anything of a suspended account may still work on any server: docs/operate/people.md. Milliseconds. */
const boundMs = 1_000
const redirectUri = 'https://tool.example.org/callback'
const json = { 'Content-Type': 'application/json' }

/** Something that lets its holder in. */
interface Way {
  readonly name: string
  readonly isOpen: (server: BootedHub) => Promise<boolean>
}

interface Holder {
  readonly name: string
  readonly ways: readonly Way[]
  readonly streams: readonly EventStream[]
}

describe.skipIf(missing.length > 0)('what an administrator ends on one of two servers', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  beforeAll(async () => {
    cluster = await startCluster()
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  test('suspension ends everything on both, and reactivation brings back what is not a session', async () => {
    const { a, b, page } = cluster
    const holder = await openEverything(cluster, 'mate')
    expect(await openOn([a, b], holder.ways)).toEqual(all(holder.ways))
    await manage(cluster, holder, 'Suspend account')
    await expectEnded(cluster, holder, holder.ways, 'suspension')
    await page.getByRole('button', { name: 'Reactivate account: mate' }).click()
    await page.getByRole('button', { name: 'Suspend account: mate' }).waitFor({ state: 'attached' })
    const lasting = holder.ways.filter(({ name }) => name !== 'session')
    await expect.poll(() => openOn([a, b], holder.ways)).toEqual(all(lasting))
  })

  test('ending sessions ends those, and revoking tokens those and applications', async () => {
    const { a, b } = cluster
    const holder = await openEverything(cluster, 'cook')
    const sessions = holder.ways.filter(({ name }) => name === 'session')
    const others = holder.ways.filter(({ name }) => name !== 'session')
    await manage(cluster, holder, 'Sign out everywhere')
    await expectEnded(cluster, { ...holder, streams: holder.streams.slice(0, 2) }, sessions, 'ending sessions')
    expect(await openOn([a, b], holder.ways)).toEqual(all(others))
    await manage(cluster, holder, 'Revoke access tokens')
    await expectEnded(cluster, holder, others, 'revoking tokens')
  })

  test('deletion ends everything on both', async () => {
    const { page, a, b } = cluster
    const holder = await openEverything(cluster, 'gunner')
    await page.goto(`${a.url}/admin/people/gunner/delete`)
    await page.getByLabel('Type gunner to confirm').fill('gunner')
    expect(await openOn([a, b], holder.ways)).toEqual(all(holder.ways))
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL(({ pathname }) => pathname === '/admin/people')
    await expectEnded(cluster, holder, holder.ways, 'deletion')
    await expect.poll(async () => (await b.fetch('/api/models/gunner/chart')).status).toBe(404)
    await expect
      .poll(async () => (await (await b.fetch('/api/admin/deletions')).json()) as unknown)
      .toMatchObject([{ name: 'gunner', done: 1, endedAt: expect.any(String) as string }])
  })
})

const all = (ways: readonly Way[]) => ways.flatMap(({ name }) => [`${name} on A`, `${name} on B`])

async function startCluster() {
  const database = await freshDatabase(postgres ?? '')
  const settings = { PORTOLAN_DATABASE_URL: database.url, PORTOLAN_ENGINE: 'off' }
  // One after the other: the first creates the tables and the administrator.
  const a = await bootHub(settings)
  const b = await bootHub(settings)
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-third-'))
  const hub = await openHub({ ...testHubConfig(dataDir), databaseUrl: database.url }, silentLogger)
  const ada = await findAdministrator(hub)
  if (ada === null) throw new Error('no administrator')
  const browser = await chromium.launch({
    executablePath: browserPath,
    chromiumSandbox: false,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  const context = await browser.newContext()
  const { token } = await createSession(hub, ada.userId)
  await context.addCookies([{ name: 'portolan_session', value: token, url: a.url }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return {
    a,
    b,
    hub,
    ada,
    page,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await a[Symbol.asyncDispose]()
      await b[Symbol.asyncDispose]()
      await hub.close()
      await rm(dataDir, { recursive: true })
      await database[Symbol.asyncDispose]()
    },
  }
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

/** A person with a repo, and every way in that there is. */
async function openEverything({ a, b, hub, ada }: Cluster, name: string): Promise<Holder> {
  const { id } = await createUser(hub, { name, password: null })
  const person = (await loadActor(hub.db.read, id, null)) as UserActor
  const { token } = await insertAccessToken(hub, id, name, { name: 'laptop', role: 'write' })
  const session = await createSession(hub, id)
  const cookie = { cookie: `portolan_session=${session.token}` }
  const bearer = { authorization: `Bearer ${token}` }
  const made = await fetch(`${a.url}/api/repos/create`, {
    method: 'POST',
    headers: { ...bearer, ...json },
    body: JSON.stringify({ name: 'chart', private: true }),
  })
  if (made.status !== 200) throw new Error(await made.text())
  const link = await uploadLink(a, name, bearer)
  const xet = await xetAccess(a, name, bearer)
  const oauth = await applicationToken(a, hub, ada, person)
  const status = async (server: BootedHub, path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status
  const ways: Way[] = [
    { name: 'session', isOpen: async (server) => (await status(server, '/api/whoami-v2', cookie)) === 200 },
    { name: 'token', isOpen: async (server) => (await status(server, '/api/whoami-v2', bearer)) === 200 },
    {
      name: 'LFS link',
      isOpen: async (server) => (await fetch(server.url + link.path, { method: 'PUT', body: link.body })).status === 200,
    },
    // A file that does not exist, for those who may ask.
    { name: 'Xet session', isOpen: async (server) => (await status(server, xet.path, { authorization: `Bearer ${xet.token}` })) === 404 },
    {
      name: 'application',
      isOpen: async (server) => (await status(server, '/oauth/userinfo', { authorization: `Bearer ${oauth}` })) === 200,
    },
  ]
  const streams = [
    ...(await Promise.all([a, b].map((server) => openEventStream(`${server.url}/api/events?topic=user`, cookie)))),
    ...(await Promise.all([a, b].map((server) => openEventStream(`${server.url}/api/events?topic=user`, bearer)))),
  ]
  for (const stream of streams) await stream.next('hello')
  return { name, ways, streams }
}

async function uploadLink(server: BootedHub, owner: string, headers: Record<string, string>) {
  const body = randomBytes(64)
  const oid = createHash('sha256').update(body).digest('hex')
  const answer = await fetch(`${server.url}/${owner}/chart.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { ...headers, Accept: 'application/vnd.git-lfs+json', 'Content-Type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid, size: body.length }] }),
  })
  const { objects } = (await answer.json()) as { objects: { actions?: { upload: { href: string } } }[] }
  const href = objects[0]?.actions?.upload.href
  if (href === undefined) throw new Error('no upload offered')
  return { path: new URL(href).pathname, body }
}

async function xetAccess(server: BootedHub, owner: string, headers: Record<string, string>) {
  const answer = await fetch(`${server.url}/api/models/${owner}/chart/xet-read-token/main`, { headers })
  const { accessToken, casUrl } = (await answer.json()) as { accessToken: string; casUrl: string }
  return { token: accessToken, path: `${new URL(casUrl).pathname}/v1/reconstructions/${'a'.repeat(64)}` }
}

async function applicationToken(server: BootedHub, hub: Hub, ada: UserActor, person: UserActor): Promise<string> {
  const { app, secret } = await createOAuthApp(hub, ada, {
    name: 'Tool',
    isPublic: false,
    scopes: ['openid', 'profile'],
    redirectUris: [redirectUri],
  })
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile',
    state: 's',
  })
  const back = await decideAuthorization(hub, person, { parameters, issuer: server.url, signedInAt: hub.now() }, true)
  const code = new URL(back).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: app.clientId, client_secret: secret ?? '' }
  const answer = await fetch(`${server.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error('no token for the application')
  return access_token
}

/** Presses one of the buttons for a person, on server A, and waits until the page shows the outcome. */
async function manage({ page, a, b }: Cluster, { name, ways }: Holder, button: string): Promise<void> {
  await page.goto(`${a.url}/admin/people?q=${name}`)
  await page.getByText('Manage').click()
  // Whatever the servers remember of them is fresh.
  await openOn([a, b], ways)
  await page.getByRole('button', { name: `${button}: ${name}` }).click()
  await page.getByRole('button', { name: `${button}: ${name}` }).waitFor({ state: 'detached' })
}

/** The names of what still lets its holder in, and where. */
async function openOn(servers: readonly BootedHub[], ways: readonly Way[]): Promise<string[]> {
  const asked = ways.flatMap((way) =>
    servers.map(async (server, i) => ((await way.isOpen(server)) ? [`${way.name} on ${i === 0 ? 'A' : 'B'}`] : [])),
  )
  return (await Promise.all(asked)).flat()
}

/** Whatever begins later than the bound must be refused, on every server; says when something was let in for the last time. */
async function expectEnded({ a, b }: Cluster, { name, streams }: Holder, ways: readonly Way[], what: string): Promise<void> {
  const from = performance.now()
  const since = () => performance.now() - from
  let lastOpen = 0
  const tryOn = async (way: Way, server: BootedHub) => {
    for (let start = since(); await way.isOpen(server); start = since()) {
      lastOpen = Math.max(lastOpen, start)
      if (start > boundMs) return
    }
  }
  await Promise.all(ways.flatMap((way) => [a, b].map((server) => tryOn(way, server))))
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, boundMs - since())))
  expect([name, await openOn([a, b], ways), streams.map(({ isEnded }) => isEnded)]).toEqual([name, [], streams.map(() => true)])
  expect(lastOpen).toBeLessThan(boundMs)
  console.log(`${what}: last let in ${Math.round(lastOpen)} ms after the administrator’s page said that it is done`)
}
