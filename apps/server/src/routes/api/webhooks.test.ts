import { createHmac } from 'node:crypto'
import { deliverWebhooks, dispatchWebhooks, failuresUntilOff, mayReach } from '@portolan/hub'
import { databases, reuseRowIds } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { openReceiver } from '../../testing/open-receiver.ts'
import { file, openTestApp, type TestApp } from '../../testing/open-test-app.ts'

const root = '/api/settings/webhooks'
const base = 'http://hub.example'

/** The work that a server process does every second. */
async function work(t: TestApp, reach: 'public' | 'any' = 'any'): Promise<void> {
  await dispatchWebhooks(t.hub, base)
  await deliverWebhooks(t.hub, reach)
}

async function add(t: TestApp, json: object, as = 'ada'): Promise<{ id: string; disabled: boolean }> {
  await dispatchWebhooks(t.hub, base)
  const answer = await t.call(root, { method: 'POST', as, json })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { webhook: { id: string; disabled: boolean } }).webhook
}

const deliveries = async (t: TestApp, id: string) =>
  (await (await t.call(`${root}/${id}/deliveries`, { as: 'ada' })).json()) as Record<string, unknown>[]

describe.for(databases)('webhooks on %s', (database) => {
  test('a push is told once, with what clients of the field read, signed', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    const hook = await add(t, { url: receiver.url, secret: 's3cret', watched: [{ type: 'user', name: 'ADA' }], domains: ['repo'] })
    const repo = await t.addRepo({ type: 'model', name: 'tides' })
    const head = await t.commit(repo, [file('a.txt', '1')])
    await work(t)
    await work(t)
    expect(receiver.hits.map(({ json }) => json.event)).toEqual([
      { action: 'create', scope: 'repo' },
      { action: 'update', scope: 'repo.content' },
    ])
    const [, push] = receiver.hits
    expect(push?.json).toEqual({
      event: { action: 'update', scope: 'repo.content' },
      repo: {
        type: 'model',
        name: 'ada/tides',
        id: repo.uid,
        private: false,
        url: { web: `${base}/ada/tides`, api: `${base}/api/models/ada/tides` },
        owner: { id: t.actors.ada.uid },
        headSha: head,
        tags: expect.any(Array) as unknown,
      },
      updatedRefs: [{ ref: 'refs/heads/main', oldSha: repo.headOid, newSha: head }],
      webhook: { id: hook.id, version: 3 },
    })
    expect(push?.headers['x-webhook-secret']).toBe('s3cret')
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(push?.headers['x-webhook-signature'])) ?? []
    expect(createHmac('sha256', 's3cret').update(`${at}.${push?.text}`).digest('hex')).toBe(signature)
    expect((await deliveries(t, hook.id)).map(({ state, status }) => [state, status])).toEqual([
      ['delivered', 200],
      ['delivered', 200],
    ])
  })

  test('an answer that comes late settles nothing of the webhook that has the number by then', async () => {
    await using t = await openTestApp({ database })
    const replaced: { id: string; disabled: boolean }[] = []
    const stop = new AbortController()
    let ids: unknown[] = []
    await using receiver = await openReceiver(500, async () => {
      const numbers = () => t.hub.db.read.selectFrom('webhook_delivery').select(['id', 'webhook_id', 'state', 'response']).execute()
      const [first] = await numbers()
      // Otherwise the other one is served as well.
      stop.abort()
      await t.call(`${root}/${hook.id}`, { method: 'DELETE', as: 'ada' })
      await reuseRowIds(t.hub)
      const other = await add(t, { url: 'http://127.0.0.1:9/never', watched: [{ type: 'user', name: 'eve' }], domains: ['repo'] }, 'eve')
      await t.call(`${root}/${other.id}/test`, { method: 'POST', as: 'eve' })
      replaced.push(other)
      ids = [first, (await numbers())[0]].map((row) => [row?.id, row?.webhook_id])
    })
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    await t.call(`${root}/${hook.id}/test`, { method: 'POST', as: 'ada' })
    await deliverWebhooks(t.hub, 'any', { stop: stop.signal, graceMs: 60_000 })
    // Otherwise this shows nothing.
    expect(ids[0]).toEqual(ids[1])
    const listed = await t.call(`${root}/${replaced[0]?.id}/deliveries`, { as: 'eve' })
    expect(await listed.json()).toMatchObject([{ state: 'waiting', attempts: 0, status: null, response: null }])
    expect(await t.hub.db.read.selectFrom('webhook').select(['failures', 'disabled']).execute()).toEqual([{ failures: 0, disabled: 0 }])
  })

  test('nobody hears of what they may not see: private repos of others, and those that became private', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] }, 'eve')
    const secret = await t.addRepo({ type: 'model', name: 'secret', visibility: 'private' })
    await t.commit(secret, [file('a.txt', '1')])
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'secret' } })
    const open = await t.addRepo({ type: 'model', name: 'open' })
    await work(t)
    expect(receiver.hits.map(({ json }) => json.repo.name)).toEqual(['ada/open'])
    await t.call('/api/models/ada/open/settings', { method: 'PUT', as: 'ada', json: { private: true } })
    await t.commit(open, [file('a.txt', '1')])
    await work(t)
    expect(receiver.hits).toHaveLength(1)
  })

  test('a deleted and a moved repo are told', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    await t.addRepo({ type: 'dataset', name: 'old' })
    await add(t, { url: receiver.url, watched: [{ type: 'dataset', name: 'ada/old' }], domains: ['repo'] })
    await t.call('/api/repos/move', { method: 'POST', as: 'ada', json: { fromRepo: 'ada/old', toRepo: 'ada/new', type: 'dataset' } })
    await work(t)
    await t.call('/api/repos/delete', { method: 'DELETE', as: 'ada', json: { name: 'new', type: 'dataset' } })
    await work(t)
    // The webhook watches a name; the repo that moved away from it is no longer covered.
    expect(receiver.hits.map(({ json }) => [json.event.action, json.repo.name])).toEqual([['move', 'ada/new']])
  })

  test('discussions and comments are told to those who asked for them', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['discussions'] })
    await t.addRepo({ type: 'model', name: 'tides' })
    const post = async (path: string, json: object, as = 'eve') => {
      const answer = await t.call(`/api/models/ada/tides/discussions${path}`, { method: 'POST', as, json })
      expect([path, answer.status < 300]).toEqual([path, true])
      return (await answer.json()) as { newMessage: { id: string } }
    }
    await post('', { title: 'Which datum?', description: 'Of the table' })
    const { newMessage } = await post('/1/comment', { comment: 'LAT' })
    await post(`/1/comment/${newMessage.id}/edit`, { content: 'MSL' })
    await post('/1/status', { status: 'closed' }, 'ada')
    await work(t)
    await post(`/1/comment/${newMessage.id}/hide`, {})
    await work(t)
    expect(receiver.hits.map(({ json }) => [json.event.action, json.event.scope, json.comment?.content])).toEqual([
      ['create', 'discussion', undefined],
      // The content at the time the payload is written: the edit happened before.
      ['create', 'discussion.comment', 'MSL'],
      ['update', 'discussion.comment', 'MSL'],
      ['update', 'discussion', undefined],
      ['update', 'discussion.comment', ''],
    ])
    expect(receiver.hits[3]?.json).toMatchObject({
      repo: { name: 'ada/tides' },
      discussion: { num: 1, title: 'Which datum?', status: 'closed', isPullRequest: false, author: { id: t.actors.eve.uid } },
    })
  })

  test('an answer that may pass is waited for; a refusal is final; both stand in the log', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(503, 200, 404)
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    await t.addRepo({ type: 'model', name: 'one' })
    await work(t)
    expect((await deliveries(t, hook.id))[0]).toMatchObject({ state: 'waiting', attempts: 1, status: 503 })
    await work(t)
    expect(receiver.hits).toHaveLength(1)
    t.hub.tick(11_000)
    await work(t)
    expect((await deliveries(t, hook.id))[0]).toMatchObject({ state: 'delivered', attempts: 2, status: 200 })
    await t.addRepo({ type: 'model', name: 'two' })
    await work(t)
    const [refused] = await deliveries(t, hook.id)
    expect(refused).toMatchObject({ state: 'failed', attempts: 1, status: 404 })
    expect(String(refused?.['response']).length).toBe(4096)
    await t.call(`${root}/${hook.id}/deliveries/${String(refused?.['id'])}/replay`, { method: 'POST', as: 'ada' })
    await work(t)
    expect(receiver.hits.at(-1)?.text).toBe(refused?.['payload'])
  })

  test('a receiver that asks for more time gets it, up to an hour', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver([503, '120'], [429, '86400'], [503, '1'], 200)
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    await t.addRepo({ type: 'model', name: 'one' })
    await work(t)
    // Without its Retry-After the delays would be 10 s, 1 min, and 5 min.
    for (const [seconds, hits] of [
      [119, 1],
      [2, 2],
      [3_599, 2],
      [2, 3],
      [299, 3],
      [2, 4],
    ] as const) {
      t.hub.tick(seconds * 1000)
      await work(t)
      expect([seconds, receiver.hits.length]).toEqual([seconds, hits])
    }
    expect((await deliveries(t, hook.id))[0]).toMatchObject({ state: 'delivered', attempts: 4 })
  })

  test('whoever stops lets the message under way end, and begins no other', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    for (const name of ['one', 'two']) await t.addRepo({ type: 'model', name })
    await dispatchWebhooks(t.hub, base)
    const stop = new AbortController()
    receiver.onHit(() => stop.abort())
    expect(await deliverWebhooks(t.hub, 'any', { stop: stop.signal })).toBe(1)
    expect(new Set((await deliveries(t, hook.id)).map(({ state }) => state))).toEqual(new Set(['delivered', 'waiting']))
    expect(await deliverWebhooks(t.hub, 'any', { stop: stop.signal })).toBe(0)
    expect(receiver.hits).toHaveLength(1)
  })

  test('a receiver that fails again and again is switched off, and can be switched on', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(400)
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    for (let i = 0; i < failuresUntilOff; i++) await t.call(`${root}/${hook.id}/test`, { method: 'POST', as: 'ada' })
    await work(t)
    const state = async () => ((await (await t.call(`${root}/${hook.id}`, { as: 'ada' })).json()) as { webhook: object }).webhook
    expect(receiver.hits[0]?.json.test).toBe(true)
    expect(await state()).toMatchObject({ disabled: true })
    await t.addRepo({ type: 'model', name: 'unheard' })
    await work(t)
    expect(receiver.hits).toHaveLength(failuresUntilOff)
    expect((await t.call(`${root}/${hook.id}/enable`, { method: 'POST', as: 'ada' })).status).toBe(200)
    expect(await state()).toMatchObject({ disabled: false })
  })

  test('two processes tell everything once', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(200)
    await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    for (const name of ['a', 'b', 'c']) await t.addRepo({ type: 'model', name })
    await Promise.all([work(t), work(t), work(t)])
    await work(t)
    expect(receiver.hits.map(({ json }) => json.repo.name).toSorted()).toEqual(['ada/a', 'ada/b', 'ada/c'])
  })

  test('redirects are not followed, and addresses inside are not called unless the operator says so', async () => {
    await using t = await openTestApp({ database })
    await using receiver = await openReceiver(302)
    const hook = await add(t, { url: receiver.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    const byName = await add(t, { url: receiver.url.replace('127.0.0.1', 'localhost'), watched: [{ type: 'user', name: 'ada' }] })
    await t.addRepo({ type: 'model', name: 'one' })
    await work(t, 'public')
    expect(receiver.hits).toHaveLength(0)
    for (const { id } of [hook, byName]) expect((await deliveries(t, id))[0]).toMatchObject({ status: null, error: /not allowed to reach/ })
    t.hub.tick(11_000)
    await work(t)
    expect(receiver.hits).toHaveLength(2)
    expect((await deliveries(t, hook.id))[0]).toMatchObject({ state: 'failed', status: 302 })
  })

  test('what a change does not mention stays as it was', async () => {
    await using t = await openTestApp({ database })
    const watched = [{ type: 'user', name: 'ada' }]
    const { id } = await add(t, { url: 'https://a.example/hook', secret: 's3cret', watched, domains: ['repo'] })
    const change = async (json: object) => (await t.call(`${root}/${id}`, { method: 'POST', as: 'ada', json })).json()
    const kept = { id, hasSecret: true, watched, domains: ['repo'] }
    // As clients send it when their user gives an address alone.
    expect(await change({ watched: [], url: 'https://b.example/hook' })).toMatchObject({
      webhook: { ...kept, url: 'https://b.example/hook' },
    })
    expect(await change({ watched: [{ type: 'org', name: 'navy' }] })).toMatchObject({
      webhook: { ...kept, url: 'https://b.example/hook', watched: [{ type: 'org', name: 'navy' }] },
    })
  })

  test('whose it is', async () => {
    await using t = await openTestApp({ database })
    const hook = await add(t, { url: 'https://example.org/', watched: [{ type: 'user', name: 'ada' }] })
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/disable'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['DELETE', ''],
    ] as const) {
      expect([path, (await t.call(`${root}/${hook.id}${path}`, { method, as: 'eve' })).status]).toEqual([path, 404])
      expect((await t.call(`${root}/${hook.id}${path}`, { method })).status).toBe(401)
    }
    expect(await (await t.call(root, { as: 'eve' })).json()).toEqual([])
    expect((await t.call(`${root}/${hook.id}`, { method: 'DELETE', as: 'ada' })).status).toBe(200)
    expect((await t.call(`${root}/${hook.id}`, { as: 'ada' })).status).toBe(404)
  })

  test('refuses what is no webhook', async () => {
    await using t = await openTestApp({ database })
    for (const wrong of [
      { url: 'ftp://example.org' },
      { url: 'https://user:password@example.org' },
      { url: 'not an address' },
      { url: null, jobSourceId: 'x' },
      { secret: 'a b' },
      { secret: 'line\nbreak' },
      { watched: [] },
      { watched: [{ type: 'model', name: 'no-owner' }] },
      { watched: [{ type: 'bucket', name: 'a/b' }] },
      { domains: [] },
      { domains: ['everything'] },
    ]) {
      const json = { url: 'https://example.org/', watched: [{ type: 'user', name: 'ada' }], domains: ['repo', 'discussions'], ...wrong }
      expect([wrong, (await t.call(root, { method: 'POST', as: 'ada', json })).status]).toEqual([wrong, 400])
    }
    expect(await (await t.call(root, { as: 'ada' })).json()).toEqual([])
  })
})

test.for([
  ['93.184.216.34', true, true],
  ['10.1.2.3', false, true],
  ['192.168.0.1', false, true],
  ['172.31.255.255', false, true],
  ['100.64.0.1', false, true],
  ['127.0.0.1', false, false],
  ['127.8.8.8', false, false],
  ['0.0.0.0', false, false],
  ['169.254.169.254', false, false],
  ['255.255.255.255', false, false],
  ['::1', false, false],
  ['::', false, false],
  ['fe80::1', false, false],
  ['fd00::1', false, true],
  ['2606:2800:220:1::1', true, true],
  ['::ffff:127.0.0.1', false, false],
  ['::ffff:7f00:1', false, false],
  ['::ffff:10.0.0.1', false, true],
  ['64:ff9b::7f00:1', false, false],
  ['2002:7f00:1::', false, false],
  ['64:ff9b:1::7f00:1', false, false],
  ['64:ff9b:1:2:3:4:a00:1', false, true],
  ['::127.0.0.1', false, false],
  ['::a00:1', false, true],
  ['fec0::1', false, true],
  ['::2', false, false],
  ['100.100.100.200', false, false],
  ['100.100.100.201', false, true],
  ['fd00:ec2::254', false, false],
  ['fd20:ce::254', false, false],
  ['fd00:42::42', false, false],
  ['168.63.129.16', false, false],
  ['::ffff:168.63.129.16', false, false],
  ['168.63.129.17', true, true],
  ['fd00:ec2::255', false, true],
] as const)('%s: of the internet %s, of a local network %s', ([address, isPublic, isLocal]) => {
  expect([mayReach(address, 'public'), mayReach(address, 'local'), mayReach(address, 'any')]).toEqual([isPublic, isLocal, true])
})
