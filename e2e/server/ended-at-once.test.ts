import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import {
  createOAuthApp,
  createRepo,
  createSession,
  createUser,
  decideAuthorization,
  findAdministrator,
  type Hub,
  insertAccessToken,
  loadActor,
  openHub,
  openSession,
  signSpaceLink,
  silentLogger,
  type UserActor,
} from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventStream, openEventStream } from '../../apps/server/src/testing/event-stream.ts'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/*
 * Two servers with one Postgres database. Somebody has a browser session, an access token (for the API, git and models), signed links of LFS and of a
 * private Space, a Xet session, a sign-in with an application, and open event streams; an administrator who uses one server in another browser ends them,
 * and the other one knows. Prints how long it took: docs/operate/people.md promises a second.
 */

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']
const browserPath = process.env['PORTOLAN_CHROMIUM'] ?? '/usr/bin/chromium'
const missing = [
  ...(postgres === undefined ? ['Postgres: set PORTOLAN_TEST_POSTGRES_URL'] : []),
  ...(existsSync(browserPath) ? [] : ['Chromium: apt-get install chromium']),
]
if (missing.length > 0) console.log(`skipped e2e/server/ended-at-once: ${missing.join('; ')}`)

/** When servers would find out without being told: for so long they remember whose a credential is (`actor-cache.ts`). Milliseconds. */
const rememberedMs = 5_000
const password = 'the lighthouse keeps seven lamps'
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
  /** Their own browser. */
  readonly page: Page
}

const ofSessions = new Set(['session', 'Space'])

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
    for (const server of [a, b]) {
      await holder.page.goto(`${server.url}/settings/tokens`)
      expect(new URL(holder.page.url()).pathname).toBe('/sign-in')
    }
    await signIn(holder.page, 'mate')
    await holder.page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Reactivate account: mate' }).click()
    await page.getByRole('button', { name: 'Suspend account: mate' }).waitFor({ state: 'attached' })
    const lasting = holder.ways.filter(({ name }) => !ofSessions.has(name))
    await expect.poll(() => openOn([a, b], holder.ways)).toEqual(all(lasting))
  })

  test('ending sessions ends those, and revoking tokens those and applications', async () => {
    const { a, b } = cluster
    const holder = await openEverything(cluster, 'cook')
    const sessions = holder.ways.filter(({ name }) => ofSessions.has(name))
    const others = holder.ways.filter(({ name }) => !ofSessions.has(name))
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
      .toMatchObject([{ name: 'gunner', done: 2, endedAt: expect.any(String) as string }])
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
    browser,
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
async function openEverything({ a, b, hub, ada, browser }: Cluster, name: string): Promise<Holder> {
  const { id } = await createUser(hub, { name, password })
  const person = (await loadActor(hub.db.read, id, null)) as UserActor
  const { token } = await insertAccessToken(hub, id, name, { name: 'laptop', role: 'write' })
  const { page, session } = await openBrowser(browser, a, name)
  const cookie = { cookie: `portolan_session=${session}` }
  const basic = { authorization: `Basic ${Buffer.from(`${name}:${token}`).toString('base64')}` }
  const bearer = { authorization: `Bearer ${token}` }
  const made = await fetch(`${a.url}/api/repos/create`, {
    method: 'POST',
    headers: { ...bearer, ...json },
    body: JSON.stringify({ name: 'chart', private: true }),
  })
  if (made.status !== 200) throw new Error(await made.text())
  const link = await lfsLink(a, name, bearer, 'upload', randomBytes(64))
  const download = await downloadLink([a, b], name, bearer)
  const frame = await spaceFrame(hub, person, session)
  const xet = await xetAccess(a, name, bearer)
  const oauth = await applicationToken(a, hub, ada, person)
  const status = async (server: BootedHub, path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status
  const ways: Way[] = [
    { name: 'session', isOpen: async (server) => (await status(server, '/api/whoami-v2', cookie)) === 200 },
    { name: 'token', isOpen: async (server) => (await status(server, '/api/whoami-v2', bearer)) === 200 },
    {
      name: 'git',
      isOpen: async (server) => (await status(server, `/${name}/chart/info/refs?service=git-upload-pack`, basic)) === 200,
    },
    { name: 'models', isOpen: async (server) => (await status(server, '/v1/models', bearer)) === 200 },
    {
      name: 'LFS link for an upload',
      isOpen: async (server) => (await fetch(server.url + link.path, { method: 'PUT', body: link.body })).status === 200,
    },
    { name: 'LFS link for a download', isOpen: async (server) => (await status(server, download.path, {})) === 200 },
    { name: 'Space', isOpen: async (server) => (await status(server, frame, {})) === 200 },
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
  return { name, ways, streams, page }
}

/** Somebody signs in on the page of one server. */
async function openBrowser(browser: Browser, server: BootedHub, name: string): Promise<{ page: Page; session: string }> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(`${server.url}/sign-in`)
  await signIn(page, name)
  await page.getByLabel(`Account ${name}`).waitFor()
  const session = (await context.cookies()).find((cookie) => cookie.name === 'portolan_session')?.value
  if (session === undefined) throw new Error('no session')
  return { page, session }
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name or e-mail address').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The frame of a private Space, as the page shows it to a browser with this session. */
async function spaceFrame(hub: Hub, person: UserActor, session: string): Promise<string> {
  const files = { 'README.md': '---\nsdk: static\n---\n', 'index.html': 'in' }
  const space = await createRepo(hub, person, {
    type: 'space',
    sdk: 'static',
    name: 'bridge',
    visibility: 'private',
    files: Object.entries(files).map(([path, content]) => ({ path, content: Buffer.from(content) })),
  })
  const open = await openSession(hub, session)
  if (!open) throw new Error('no session')
  return `/-/spaces/~${await signSpaceLink(hub, space, open.actor)}/`
}

/** A large file that both servers have, as each has a folder of its own here. */
async function downloadLink(servers: readonly BootedHub[], owner: string, headers: Record<string, string>) {
  const body = randomBytes(64)
  const [first] = servers
  if (first === undefined) throw new Error('no server')
  const upload = await lfsLink(first, owner, headers, 'upload', body)
  for (const server of servers) expect((await fetch(server.url + upload.path, { method: 'PUT', body })).status).toBe(200)
  const verified = await fetch(`${first.url}${upload.verify}`, {
    method: 'POST',
    headers: { ...headers, Accept: lfsType, 'Content-Type': lfsType },
    body: JSON.stringify({ oid: upload.oid, size: body.length }),
  })
  expect(verified.status).toBe(200)
  return lfsLink(first, owner, headers, 'download', body)
}

const lfsType = 'application/vnd.git-lfs+json'

async function lfsLink(
  server: BootedHub,
  owner: string,
  headers: Record<string, string>,
  operation: 'upload' | 'download',
  body: Buffer<ArrayBuffer>,
) {
  const oid = createHash('sha256').update(body).digest('hex')
  const answer = await fetch(`${server.url}/${owner}/chart.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: { ...headers, Accept: lfsType, 'Content-Type': lfsType },
    body: JSON.stringify({ operation, transfers: ['basic'], objects: [{ oid, size: body.length }] }),
  })
  const { objects } = (await answer.json()) as { objects: { actions?: Record<string, { href: string }> }[] }
  const pathOf = (name: string) => {
    const { pathname, search } = new URL(objects[0]?.actions?.[name]?.href ?? 'http://none/')
    return pathname + search
  }
  if (pathOf(operation) === '/') throw new Error(`no ${operation} offered`)
  return { path: pathOf(operation), verify: pathOf('verify'), body, oid }
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

/**
 * Tries everything until nobody is let in any more, on any server. Whatever begins once servers would find out by themselves must be refused in any case:
 * they were told.
 */
async function expectEnded({ a, b }: Cluster, { name, streams }: Holder, ways: readonly Way[], what: string): Promise<void> {
  const from = performance.now()
  const since = () => performance.now() - from
  let lastOpen = 0
  let lastWay = 'nothing'
  const tryOn = async (way: Way, server: BootedHub) => {
    for (let start = since(); await way.isOpen(server); start = since()) {
      if (start >= lastOpen) lastWay = `${way.name} on ${server.url === a.url ? 'A' : 'B'}`
      lastOpen = Math.max(lastOpen, start)
      if (start > rememberedMs) throw new Error(`${way.name} of ${name} still works ${Math.round(start)} ms after ${what}`)
    }
  }
  await Promise.all(ways.flatMap((way) => [a, b].map((server) => tryOn(way, server))))
  await expect.poll(() => streams.map(({ isEnded }) => isEnded), { interval: 10 }).toEqual(streams.map(() => true))
  const streamsEnded = since()
  expect([name, await openOn([a, b], ways)]).toEqual([name, []])
  console.log(
    `${what}: after the administrator’s page said that it is done, last let in at ${Math.round(lastOpen)} ms (${lastWay}); streams had ended by ${Math.round(streamsEnded)} ms`,
  )
}
