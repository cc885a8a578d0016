import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  createSession,
  createRepo,
  endSession,
  likeRepo,
  type Repo,
  revokeAccessToken,
  unlikeRepo,
  updateRepoSettings,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { type EventStream, openEventStream } from '../../testing/event-stream.ts'
import { openTestServer, type TestServer, type TestUser } from '../../testing/open-test-server.ts'

async function world(options: Parameters<typeof openTestServer>[0] = {}) {
  const server = await openTestServer(options)
  const ada = await server.addUser('ada')
  const eve = await server.addUser('eve')
  const repo = await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides' })
  return { server, ada, eve, repo, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function open(server: TestServer, topics: readonly string[], headers: Record<string, string> = {}): Promise<EventStream> {
  return openEventStream(`${server.origin}/api/events?${topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&')}`, headers)
}

const bearer = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })
const like = (server: TestServer, user: TestUser, repo: Repo) => likeRepo(server.hub, user.actor, repo)

describe.for(databases)('GET /api/events on %s', (database) => {
  test('streams what happens, unbuffered and uncompressed, with an id to come back with', async () => {
    await using w = await world({ database })
    await using stream = await open(w.server, ['repo:models/ada/tides'], { ...bearer(w.eve), 'accept-encoding': 'gzip, br, zstd' })
    expect([stream.status, stream.headers['content-type'], stream.headers['content-encoding']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      undefined,
    ])
    expect([stream.headers['cache-control'], stream.headers['x-accel-buffering'], stream.headers['connection']]).toEqual([
      'no-store',
      'no',
      'close',
    ])
    expect(stream.headers['access-control-allow-origin']).toBe('*')
    expect((await stream.next('hello')).data).toMatchObject({ viewer: 'eve', topics: { 'repo:models/ada/tides': { likes: 0 } } })
    await like(w.server, w.eve, w.repo)
    expect((await stream.next('like')).data).toMatchObject({ topic: 'repo:models/ada/tides', by: 'eve', liked: true, likes: 1 })
    stream.close()
    await unlikeRepo(w.server.hub, w.eve.actor, w.repo)
    await using back = await open(w.server, ['repo:models/ada/tides'], { 'last-event-id': stream.cursor ?? '' })
    expect((await back.next('like')).data).toMatchObject({ liked: false, likes: 0 })
  })

  test('a private repo answers like a missing one, byte by byte', async () => {
    await using w = await world({ database })
    await createRepo(w.server.hub, w.ada.actor, { type: 'model', name: 'hidden', visibility: 'private' })
    const said: string[] = []
    for (const name of ['hidden', 'absent']) {
      for (const headers of [{}, bearer(w.eve)]) {
        await using stream = await open(w.server, [`repo:models/ada/${name}`, `listing:ada`], headers)
        await stream.next('hello')
        said.push(stream.text.replace(/^id: .*$/m, '').replaceAll(name, 'NAME'))
      }
    }
    expect(said[2]).toBe(said[0])
    expect(said[3]).toBe(said[1])
  })

  test('a revoked token, an ended session and a repo turned private end what they opened', async () => {
    await using w = await world({ database })
    const session = await createSession(w.server.hub, w.ada.actor.userId)
    await using byToken = await open(w.server, ['user'], bearer(w.ada))
    await using byCookie = await open(w.server, ['user'], { cookie: `portolan_session=${session.token}` })
    await using stranger = await open(w.server, ['repo:models/ada/tides'])
    await Promise.all([byToken, byCookie, stranger].map((stream) => stream.next('hello')))
    expect(byCookie.events[0]?.data['viewer']).toBe('ada')
    const [token] = await w.server.hub.db.read.selectFrom('access_token').selectAll().where('user_id', '=', w.ada.actor.userId).execute()
    await revokeAccessToken(w.server.hub, w.ada.actor, token?.uid ?? '')
    expect((await byToken.next('session')).data).toEqual({ state: 'ended' })
    await byToken.ended()
    expect(byCookie.isEnded).toBe(false)
    await endSession(w.server.hub, session.token)
    expect((await byCookie.next('session')).data).toEqual({ state: 'ended' })
    await byCookie.ended()
    await updateRepoSettings(w.server.hub, w.ada.actor, w.repo, { visibility: 'private' })
    expect((await stranger.next('repo')).data).toMatchObject({ change: 'gone', path: null, by: null })
    expect(w.server.live.channel.size).toBe(1)
  })
})

test('a cookie does not count for another site', async () => {
  await using w = await world()
  const { token } = await createSession(w.server.hub, w.ada.actor.userId)
  const cookie = `portolan_session=${token}`
  await using stream = await open(w.server, ['user'], { cookie, origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
  expect((await stream.next('hello')).data).toMatchObject({ viewer: null, topics: { user: null } })
})

test('a bad token is refused, malformed topics too, and thousands of them', async () => {
  await using w = await world()
  const status = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await w.server.request(`/api/events${query}`, { headers })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  expect(await status('?topic=user', { authorization: 'Bearer hf_no' })).toEqual([401, 'auth.invalid_token'])
  expect(await status('')).toEqual([400, 'query.invalid'])
  expect(await status('?topic=everything')).toEqual([400, 'query.invalid'])
  expect(await status(`?${Array.from({ length: 500 }, (_, i) => `topic=listing:a${i}`).join('&')}`)).toEqual([400, 'query.invalid'])
  // Larger than the headers of a request may be: Node rejects it before the app sees it.
  expect((await w.server.request(`/api/events?${'topic=user&'.repeat(5_000)}`)).status).toBe(431)
  const head = await w.server.request('/api/events?topic=user', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/event-stream; charset=utf-8', ''])
  expect(w.server.live.channel.size).toBe(0)
})

test.for([
  ['a letter', 'x'],
  ['a number', '0'],
  ['SQL', "'; drop table event; --"],
  ['five thousand digits', '9'.repeat(5_000)],
  ['escapes', '%00%ff'],
  ['a time far ahead', 'zzzzzzzzz.1'],
  ['Latin-1', '\u00e9\u00ff'],
] as const)('%s as Last-Event-ID gives a new start', async ([, cursor]) => {
  await using w = await world()
  await using stream = await open(w.server, ['repo:models/ada/tides'], { 'last-event-id': cursor })
  expect((await stream.next('resync')).data).toEqual({ reason: 'cursor' })
  await like(w.server, w.eve, w.repo)
  await stream.next('like')
})

test('a caller has only so many connections; a place is free again when one closes', async () => {
  await using w = await world({ live: { perUser: 2, perAddress: 1 } })
  const opened = [
    await open(w.server, ['user'], bearer(w.ada)),
    await open(w.server, ['user'], bearer(w.ada)),
    await open(w.server, ['listing']),
    await open(w.server, ['user'], bearer(w.eve)),
  ]
  expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const headers of [bearer(w.ada), {}]) {
    await using refused = await open(w.server, ['listing'], headers)
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60'])
  }
  opened[0]?.close()
  await expect.poll(() => w.server.live.channel.size).toBe(3)
  await using again = await open(w.server, ['user'], bearer(w.ada))
  expect(again.status).toBe(200)
  for (const stream of opened) stream.close()
  again.close()
  await expect.poll(() => w.server.live.channel.size).toBe(0)
})

test('heartbeats come while nothing happens, with a fresh id', async () => {
  await using w = await world()
  await using stream = await open(w.server, ['listing:nobody'])
  await stream.next('hello')
  const first = stream.cursor
  w.server.hub.tick(60_000)
  // Each connection gets a heartbeat in every 25th run.
  for (let i = 0; i < 50; i++) await w.server.scheduler.run('send heartbeats')
  await expect.poll(() => stream.text.match(/^: heartbeat$/gm)?.length ?? 0).toBeGreaterThan(1)
  await expect.poll(() => stream.cursor === first).toBe(false)
})

test('a reader that does not read is told so and let go, and costs nobody else anything', async () => {
  await using w = await world({ live: { queuedBytes: 64 * 1024 } })
  const socket: Socket = connect(Number(new URL(w.server.origin).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /api/events?topic=repo:models/ada/tides HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(socket, 'readable')
  socket.pause()
  await using quick = await open(w.server, ['repo:models/ada/tides'])
  await quick.next('hello')
  await expect.poll(() => w.server.live.channel.size).toBe(2)
  // Keep writing until the kernel's buffers are full too. Each event contains a long ref.
  const payload = JSON.stringify({ ref: `refs/heads/${'x'.repeat(60_000)}`, oid: 'f'.repeat(40) })
  for (let i = 0; i < 400 && w.server.live.channel.size === 2; i++) {
    await w.server.hub.db.write(async (tx) => {
      await tx.insertInto('event').values({ at: 0, topic: 'ref.created', actor: 'ada', repo_id: w.repo.id, payload }).execute()
    })
    await w.server.live.channel.catchUp()
    await quick.next('ref')
  }
  expect(w.server.live.channel.size).toBe(1)
  await like(w.server, w.eve, w.repo)
  await quick.next('like')
  let rest = ''
  socket.on('data', (bytes) => (rest += bytes.toString('latin1')))
  socket.resume()
  await once(socket, 'close')
  expect(rest).toContain('event: resync\ndata: {"reason":"slow"}')
})

test('a stop ends every stream at once, and takes no new ones', async () => {
  await using w = await world()
  await using stream = await open(w.server, ['listing'])
  await stream.next('hello')
  w.server.live[Symbol.dispose]()
  await stream.ended()
  await using late = await open(w.server, ['listing'])
  expect(late.status).toBe(503)
})
