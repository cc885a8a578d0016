import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAccessToken, createUser, loadActor, openHub, revokeAccessToken, silentLogger, type UserActor } from '@portolan/hub'
import { testHubConfig } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { type EventStream, openEventStream } from '../../apps/server/src/testing/event-stream.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { noNginx, startNginx } from '../support/nginx.ts'

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']
const repo = 'models/ada/tides'

async function createTides(hub: BootedHub): Promise<void> {
  const answer = await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'tides' }) })
  expect(answer.status).toBe(200)
}

const commit = (hub: BootedHub, text: string) => commitFiles(hub, repo, { 'a.txt': text }, text)

const listen = (hub: BootedHub, cursor: string | null = null, token: string = admin.token) =>
  openEventStream(`${hub.url}/api/events?topic=repo:${repo}&topic=user`, {
    authorization: `Bearer ${token}`,
    ...(cursor === null ? {} : { 'last-event-id': cursor }),
  })

const commitsOf = (stream: EventStream) => stream.events.filter(({ kind }) => kind === 'commit').map(({ data }) => String(data['oid']))

/** Nothing may be missing or out of order; events in flight when the process died may arrive twice. */
function expectAll(heard: readonly string[], made: readonly string[]): void {
  expect([...new Set(heard)].filter((oid) => made.includes(oid))).toEqual(made)
}

test('kill -9 while commits come in: whoever comes back with its id has missed none that was acknowledged', async () => {
  await using hub = await bootHub()
  await createTides(hub)
  let stream = await listen(hub)
  await stream.next('hello')
  const heard: string[] = []
  const made: string[] = []
  for (let round = 0; round < 3; round++) {
    const writing = (async () => {
      for (let i = 0; ; i++) made.push(await commit(hub, `round ${round}, ${i}`))
    })().catch(() => {})
    const enough = made.length + 5 + round * 4
    while (made.length < enough) await new Promise((resolve) => setTimeout(resolve, 2))
    await hub.kill()
    await writing
    await stream.ended()
    heard.push(...commitsOf(stream))
    const { cursor } = stream
    await hub.restart()
    stream = await listen(hub, cursor)
    await stream.next('hello')
  }
  const last = await commit(hub, 'last')
  made.push(last)
  while (!commitsOf(stream).includes(last)) await stream.next('commit')
  heard.push(...commitsOf(stream))
  stream.close()
  expect(stream.events.filter(({ kind }) => kind === 'resync')).toEqual([])
  expectAll(heard, made)
  console.log(`${made.length} commits acknowledged over 3 kills, all heard in order; ${heard.length - new Set(heard).size} came twice`)
})

test('a stop ends open streams in order, it does not wait for them and then break them', async () => {
  await using hub = await bootHub()
  await createTides(hub)
  await using stream = await listen(hub)
  await stream.next('hello')
  await hub[Symbol.asyncDispose]()
  await stream.ended()
  expect(stream.isWhole).toBe(true)
})

test.skipIf(noNginx !== null)(`events pass nginx as they come${noNginx === null ? '' : `: ${noNginx}`}`, async () => {
  await using hub = await bootHub()
  await createTides(hub)
  await using nginx = await startNginx(hub.url)
  await using stream = await openEventStream(`${nginx.url}/api/events?topic=repo:${repo}`, { 'accept-encoding': 'gzip' })
  await stream.next('hello')
  const oid = await commit(hub, 'through')
  expect((await stream.next('commit')).data).toMatchObject({ oid })
  expect(stream.headers['content-encoding']).toBe(undefined)
})

describe.skipIf(postgres === undefined)('two servers over one Postgres', () => {
  test('each hears what is done through the other, in order', async () => {
    await using database = await freshDatabase(postgres ?? '')
    await using first = await bootHub({ PORTOLAN_DATABASE_URL: database.url })
    await using second = await bootHub({ PORTOLAN_DATABASE_URL: database.url })
    await createTides(first)
    const streams = [await listen(first), await listen(second)]
    for (const stream of streams) await stream.next('hello')
    const made: string[] = []
    for (let i = 0; i < 20; i++) made.push(await commit(i % 2 === 0 ? first : second, `${i}`))
    expect((await second.fetch(`/api/${repo}/like`, { method: 'POST' })).status).toBe(200)
    for (const stream of streams) {
      expect((await stream.next('like')).data).toMatchObject({ by: admin.name, likes: 1 })
      expect(commitsOf(stream)).toEqual(made)
      stream.close()
    }
  })

  test('one is killed; its readers go to the other with their id and have missed nothing', async () => {
    await using database = await freshDatabase(postgres ?? '')
    await using first = await bootHub({ PORTOLAN_DATABASE_URL: database.url })
    await using second = await bootHub({ PORTOLAN_DATABASE_URL: database.url })
    await createTides(first)
    const before = await listen(first)
    await before.next('hello')
    const made = [await commit(first, 'one'), await commit(second, 'two')]
    while (commitsOf(before).length < 2) await before.next('commit')
    await first.kill()
    await before.ended()
    for (let i = 0; i < 5; i++) made.push(await commit(second, `away ${i}`))
    await using after = await listen(second, before.cursor)
    made.push(await commit(second, 'back'))
    while (!commitsOf(after).includes(made.at(-1) ?? '')) await after.next('commit')
    expectAll([...commitsOf(before), ...commitsOf(after)], made)
    // And on the first server, once it is back.
    await first.restart()
    await using again = await listen(first, before.cursor)
    await again.next('hello')
    expectAll([...commitsOf(before), ...commitsOf(again)], made)
  })

  test('a token revoked in one process stops counting in the other as soon as its stream says so', async () => {
    await using database = await freshDatabase(postgres ?? '')
    await using server = await bootHub({ PORTOLAN_DATABASE_URL: database.url })
    await createTides(server)
    const dataDir = await mkdtemp(join(tmpdir(), 'portolan-live-'))
    try {
      await using hub = await openHub({ ...testHubConfig(dataDir), databaseUrl: database.url }, silentLogger)
      const { id } = await createUser(hub, { name: 'eve', password: null })
      const eve = (await loadActor(hub.db.read, id, null)) as UserActor
      const { token, info } = await createAccessToken(hub, eve, { name: 't', role: 'read' })
      const whoami = async () => (await fetch(`${server.url}/api/whoami-v2`, { headers: { authorization: `Bearer ${token}` } })).status
      await using stream = await listen(server, null, token)
      expect((await stream.next('hello')).data).toMatchObject({ viewer: 'eve' })
      expect(await whoami()).toBe(200)
      await revokeAccessToken(hub, eve, info.uid)
      expect((await stream.next('session')).data).toEqual({ state: 'ended' })
      expect(await whoami()).toBe(401)
      await stream.ended()
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
