import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { limits } from '@portolan/contract'
import {
  createRepo,
  createUser,
  createWebhook,
  deliverWebhooks,
  dispatchWebhooks,
  type Hub,
  loadActor,
  makeBackup,
  openFolder,
  requireAccount,
  restoreBackup,
  silentLogger,
  type UserActor,
} from '@portolan/hub'
import { anotherProcess, databases, openSecondHub, openTestHub } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { startServer } from './compose.ts'
import { readConfig } from './config/settings.ts'
import { noPages } from './pages/pages.ts'
import { openReceiver } from './testing/open-receiver.ts'
import { openTestApp, type TestApp } from './testing/open-test-app.ts'

/* Webhooks as a server sends them: by its jobs, while receivers fail, hang, and the server stops. */

const root = '/api/settings/webhooks'
const settings = { PORTOLAN_WEBHOOK_REACH: 'any' } as const
const tell = 'dispatch webhook events'
const send = 'deliver webhooks'

const open = (database: (typeof databases)[number]) => openTestApp({ database, settings })

async function add(t: TestApp, url: string, as: string = 'ada', watched = 'ada'): Promise<string> {
  await t.scheduler.run(tell)
  const json = { url, watched: [{ type: 'user', name: watched }], domains: ['repo'] }
  const answer = await t.call(root, { method: 'POST', as, json })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { webhook: { id: string } }).webhook.id
}

async function work(t: TestApp): Promise<void> {
  await t.scheduler.run(tell)
  await t.scheduler.run(send)
}

const counted = async (hub: Hub, state: string) => {
  const rows = await hub.db.read.selectFrom('webhook_delivery').select('id').where('state', '=', state).execute()
  return rows.length
}

describe.for(databases)('webhooks of a server on %s', (database) => {
  test('a receiver that hangs holds up no other, and none of what comes later', async () => {
    await using hangs = await openReceiver('hang')
    await using hears = await openReceiver(200)
    await using t = await open(database)
    await add(t, hangs.url)
    await add(t, hears.url)
    await t.addRepo({ type: 'model', name: 'one' })
    await t.scheduler.run(tell)
    const sending = t.scheduler.run(send)
    await Promise.all([hangs.heard(1), hears.heard(1)])
    await t.addRepo({ type: 'model', name: 'two' })
    await t.scheduler.run(tell)
    await hears.heard(2)
    expect(hears.hits.map(({ json }) => json.repo.name)).toEqual(['ada/one', 'ada/two'])
    // The first one waits for its first message still.
    expect(hangs.hits).toHaveLength(1)
    await t[Symbol.asyncDispose]()
    await sending
  })

  test('nothing is lost of a long backlog, also when the log of events was pruned meanwhile', async () => {
    await using t = await open(database)
    await add(t, 'http://127.0.0.1:9/never')
    const repo = await t.addRepo({ type: 'model', name: 'busy' })
    const n = 2_100
    const at = t.hub.now().getTime()
    await t.hub.db.write(async (tx) => {
      const event = { at, topic: 'repo.settings_changed', actor: 'ada', repo_id: repo.id, payload: '{"gated":"auto"}' }
      for (let i = 0; i < n; i += 100)
        await tx
          .insertInto('event')
          .values(Array.from({ length: 100 }, () => event))
          .execute()
    })
    t.hub.tick(9 * 24 * 3_600_000)
    await t.scheduler.run('prune the outbox')
    for (let i = 0; i < 10; i++) await t.scheduler.run(tell)
    // And that it was made.
    expect(await counted(t.hub, 'waiting')).toBe(n + 1)
    const { log } = await t.hub.db.read
      .selectFrom('event')
      .select(({ fn }) => fn.countAll<number>().as('log'))
      .executeTakeFirstOrThrow()
    expect(log).toBeGreaterThan(n)
    await t.scheduler.run('prune the outbox')
    const left = await t.hub.db.read.selectFrom('event').select('id').where('topic', '=', 'repo.settings_changed').execute()
    expect(left.length).toBeLessThan(2)
  })

  test('a server that stops ends while a delivery hangs; what it did not deliver is delivered next, with the same id', async () => {
    await using receiver = await openReceiver('hang')
    await using t = await open(database)
    await add(t, receiver.url)
    await t.addRepo({ type: 'model', name: 'one' })
    await t.addRepo({ type: 'model', name: 'two' })
    await t.scheduler.run(tell)
    const sending = t.scheduler.run(send)
    await receiver.heard(1)
    // Its jobs end; the hub itself remains for the next.
    await t.scheduler[Symbol.asyncDispose]()
    await sending
    expect(receiver.hits).toHaveLength(1)
    receiver.answers(200)
    await deliverWebhooks(anotherProcess(t.hub), 'any')
    const [cut, ...rest] = receiver.hits
    expect(rest.map(({ json }) => json.repo.name)).toEqual(['ada/one', 'ada/two'])
    expect(rest[0]?.headers['x-webhook-delivery']).toBe(cut?.headers['x-webhook-delivery'])
    expect(new Set(rest.map(({ headers }) => headers['x-webhook-delivery'])).size).toBe(2)
  })

  test('the messages of one receiver come in order: those behind one that waits to be sent again wait, too', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver(503, 200)
    const id = await add(t, receiver.url)
    for (const name of ['one', 'two']) await t.addRepo({ type: 'model', name })
    await work(t)
    await work(t)
    expect(receiver.hits).toHaveLength(1)
    // A test is a message like any other.
    await t.call(`${root}/${id}/test`, { method: 'POST', as: 'ada' })
    t.hub.tick(11_000)
    await work(t)
    expect(receiver.hits.map(({ json }) => json.repo.name)).toEqual(['ada/one', 'ada/one', 'ada/two', 'example/model'])
    const ids = receiver.hits.map(({ headers }) => headers['x-webhook-delivery'])
    expect(ids[0]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
  })

  test('several servers share the work: every message comes once, and in order', async () => {
    await using t = await open(database)
    await using one = await openReceiver(200)
    await using two = await openReceiver(200)
    await using three = await openReceiver(200)
    const receivers = [one, two, three]
    for (const { url } of receivers) await add(t, url)
    await using beside = database === 'postgres' ? await openSecondHub(t.hub) : null
    const servers = [t.hub, beside ?? anotherProcess(t.hub), anotherProcess(t.hub)]
    const names = Array.from({ length: 12 }, (_, i) => `r${i}`)
    for (const name of names) {
      await t.addRepo({ type: 'model', name })
      await Promise.all(servers.map((hub) => dispatchWebhooks(hub, 'http://hub.example')))
      await Promise.all(servers.map((hub) => deliverWebhooks(hub, 'any')))
    }
    // Whoever was in the middle of a turn that another one wanted has given it back by now.
    await deliverWebhooks(t.hub, 'any')
    for (const { hits } of receivers) expect(hits.map(({ json }) => json.repo.name)).toEqual(names.map((name) => `ada/${name}`))
  })

  test('what a server took that died is taken over by another, once its lease has ended', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver('hang')
    await add(t, receiver.url)
    await t.addRepo({ type: 'model', name: 'one' })
    await t.scheduler.run(tell)
    const stop = new AbortController()
    const dead = deliverWebhooks(t.hub, 'any', { stop: stop.signal, graceMs: 0 })
    await receiver.heard(1)
    receiver.answers(200)
    const other = anotherProcess(t.hub)
    expect(await deliverWebhooks(other, 'any')).toBe(0)
    t.hub.tick(61_000)
    expect(await deliverWebhooks(other, 'any')).toBe(1)
    stop.abort()
    await dead
    // The first one, which was not dead after all, takes nothing back.
    expect(await deliverWebhooks(other, 'any')).toBe(0)
    expect([await counted(t.hub, 'delivered'), await counted(t.hub, 'waiting')]).toEqual([1, 0])
  })

  test('more messages than may wait switch the webhook off, its owner sees why, and those that wait are sent when it is on again', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver(200)
    await using other = await openReceiver(200)
    const id = await add(t, receiver.url)
    await add(t, other.url, 'eve')
    for (const name of ['one', 'two', 'three', 'four']) await t.addRepo({ type: 'model', name })
    await t.hub.db.write((tx) => tx.updateTable('webhook').set({ disabled: 1 }).where('uid', '!=', id).execute())
    await dispatchWebhooks(t.hub, 'http://hub.example', { maxWaiting: 3 })
    const state = async () => ((await (await t.call(`${root}/${id}`, { as: 'ada' })).json()) as { webhook: object }).webhook
    expect(await state()).toMatchObject({ disabled: true, disabledReason: 'backlog' })
    await work(t)
    expect(receiver.hits).toEqual([])
    const audit = await t.call('/api/admin/audit?topic=webhook.changed', { as: 'root' })
    expect(await audit.text()).toContain('"reason":"backlog"')
    await t.call(`${root}/${id}/enable`, { method: 'POST', as: 'ada' })
    expect(await state()).toMatchObject({ disabled: false, disabledReason: null })
    await work(t)
    expect(receiver.hits.map(({ json }) => json.repo.name)).toEqual(['ada/one', 'ada/two', 'ada/three'])
  })

  test('by hand, too, no more messages are made than may wait', async () => {
    await using t = await open(database)
    const id = await add(t, 'http://127.0.0.1:9/never')
    const hook = await t.hub.db.read.selectFrom('webhook').select('id').executeTakeFirstOrThrow()
    const row = { webhook_id: hook.id, created: 0, payload: '{}', state: 'waiting', next_at: 0 }
    await t.hub.db.write(async (tx) => {
      for (let i = 0; i < limits.webhookWaiting; i += 100)
        await tx
          .insertInto('webhook_delivery')
          .values(Array.from({ length: 100 }, () => ({ ...row, uid: t.hub.newId() })))
          .execute()
    })
    const answer = await t.call(`${root}/${id}/test`, { method: 'POST', as: 'ada' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'webhook.too_many_waiting' }])
  })

  test('no more receivers are called at once than allowed', async () => {
    await using t = await open(database)
    const leased = async () => {
      const rows = await t.hub.db.read.selectFrom('webhook').select('due_at').execute()
      return rows.filter(({ due_at }) => (due_at ?? 0) > t.hub.now().getTime()).length
    }
    const counts: number[] = []
    const note = async () => void counts.push(await leased())
    await using one = await openReceiver(200, note)
    await using two = await openReceiver(200, note)
    await using three = await openReceiver(200, note)
    for (const { url } of [one, two, three]) await add(t, url)
    await t.addRepo({ type: 'model', name: 'one' })
    await t.scheduler.run(tell)
    expect(await deliverWebhooks(t.hub, 'any', { receivers: 1 })).toBe(3)
    expect(counts).toEqual([1, 1, 1])
  })

  test('old messages are pruned, and those that wait only where nobody will have them', async () => {
    await using t = await open(database)
    const on = await add(t, 'http://127.0.0.1:9/on')
    const off = await add(t, 'http://127.0.0.1:9/off')
    for (const id of [on, off]) await t.call(`${root}/${id}/test`, { method: 'POST', as: 'ada' })
    await t.call(`${root}/${off}/disable`, { method: 'POST', as: 'ada' })
    t.hub.tick(31 * 24 * 3_600_000)
    await t.scheduler.run('prune webhook deliveries')
    const left = await t.hub.db.read
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_id')
      .select('webhook.uid')
      .execute()
    expect(left).toEqual([{ uid: on }])
  })
})

test.for(databases.flatMap((from) => databases.map((to) => [from, to] as const)))(
  'a hub on %s that is restored on %s goes on telling webhooks',
  async ([from, to]) => {
    await using receiver = await openReceiver(200)
    await using t = await open(from)
    await add(t, receiver.url)
    await t.addRepo({ type: 'model', name: 'before' })
    await t.scheduler.run(tell)
    const folder = await mkdtemp(join(tmpdir(), 'portolan-backup-'))
    try {
      const place = await openFolder(folder)
      await makeBackup(t.hub, place)
      await using hub = await openTestHub({ database: to })
      await restoreBackup(hub, place)
      await dispatchWebhooks(hub, 'http://hub.example')
      const ada = (await loadActor(hub.db.read, (await requireAccount(hub, 'ada')).id, null)) as UserActor
      await createRepo(hub, ada, { type: 'model', name: 'after' })
      await dispatchWebhooks(hub, 'http://hub.example')
      await deliverWebhooks(hub, 'any')
      // What waited in the backup, and what happened since; nothing that was told before is told again as something new.
      expect(receiver.hits.map(({ json }) => json.repo.name)).toEqual(['ada/before', 'ada/after'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('a server that ends while a delivery hangs leaves it to the next one on its folder', async () => {
  await using receiver = await openReceiver('hang')
  const folder = await mkdtemp(join(tmpdir(), 'portolan-stop-'))
  const config = readConfig({ PORTOLAN_DATA_DIR: folder, PORTOLAN_PORT: '0', PORTOLAN_ENGINE: 'off', ...settings }, folder)
  const start = () => startServer(config, { log: silentLogger, environment: {}, pages: noPages, graceMs: 400 })
  try {
    const server = await start()
    const ada = (await loadActor(server.hub.db.read, (await createUser(server.hub, { name: 'ada', password: null })).id, null)) as UserActor
    await server.scheduler.run(tell)
    await createWebhook(server.hub, ada, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    for (const name of ['one', 'two']) await createRepo(server.hub, ada, { type: 'model', name })
    // Its own jobs do the rest.
    await receiver.heard(1)
    await server[Symbol.asyncDispose]()
    const [cut] = receiver.hits
    receiver.answers(200)
    await using _next = await start()
    await receiver.heard(3)
    expect(receiver.hits.map(({ json }) => json.repo.name)).toEqual(['ada/one', 'ada/one', 'ada/two'])
    expect(receiver.hits[1]?.headers['x-webhook-delivery']).toBe(cut?.headers['x-webhook-delivery'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test.for([
  ['no connection', 'https', { connectMs: 20, totalMs: 60_000 }, 'No connection within 0.02 seconds'],
  ['no answer', 'http', { connectMs: 60_000, totalMs: 20 }, 'No answer within 0.02 seconds'],
] as const)('%s within the limit is an attempt that failed', async ([, protocol, allowed, error]) => {
  await using t = await open('sqlite')
  // Takes connections and says nothing, not even hello.
  const sockets = new Set<Socket>()
  const mute = createServer((socket) => void sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const id = await add(t, `${protocol}://127.0.0.1:${(mute.address() as AddressInfo).port}/`)
  await t.addRepo({ type: 'model', name: 'one' })
  await t.scheduler.run(tell)
  expect(await deliverWebhooks(t.hub, 'any', { limits: allowed })).toBe(1)
  const listed = await (await t.call(`${root}/${id}/deliveries`, { as: 'ada' })).json()
  expect(listed).toMatchObject([{ state: 'waiting', attempts: 1, status: null, error }])
  for (const socket of sockets) socket.destroy()
  mute.close()
})
