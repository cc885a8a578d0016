import type { TokenPermission } from '@portolan/contract'
import { createWebhook, insertAccessToken } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { registerApp, signIn } from './testing/oauth-flow.ts'
import { openReceiver } from './testing/open-receiver.ts'
import { file, openTestApp, type TestApp } from './testing/open-test-app.ts'

/* What webhooks hear of, by what made them, and who sees their secrets. */

const root = '/api/settings/webhooks'

async function work(t: TestApp): Promise<void> {
  await t.scheduler.run('dispatch webhook events')
  await t.scheduler.run('deliver webhooks')
}

async function open(database: (typeof databases)[number]): Promise<TestApp> {
  const t = await openTestApp({ database, settings: { PORTOLAN_WEBHOOK_REACH: 'any' } })
  await t.scheduler.run('dispatch webhook events')
  return t
}

interface Grant {
  readonly entity: { readonly type: 'user' | 'org' | 'model'; readonly name: string }
  readonly permissions: readonly TokenPermission[]
}

const onlyWebhooks: Grant = { entity: { type: 'user', name: 'ada' }, permissions: ['user.webhooks.write'] }

async function tokenOf(t: TestApp, ...scopes: readonly Grant[]): Promise<string> {
  return (await insertAccessToken(t.hub, t.actors.ada.userId, 'ada', { name: 'fine', role: 'fineGrained', scopes })).token
}

const input = (url: string, more: object = {}) => ({ url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'], ...more })

async function make(t: TestApp, as: string, json: object): Promise<{ id: string; rights: string; secret?: string }> {
  const answer = await t.call(root, { method: 'POST', as, json })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { webhook: { id: string; rights: string; secret?: string } }).webhook
}

/** A private repo and a public one of ada's, each with a push. */
async function pushes(t: TestApp): Promise<void> {
  for (const visibility of ['private', 'public'] as const) {
    const repo = await t.addRepo({ type: 'model', name: visibility, visibility })
    await t.commit(repo, [file('a.txt', '1')])
  }
}

const heardOf = (receiver: { hits: { json: { repo: { name: string } } }[] }) => [
  ...new Set(receiver.hits.map(({ json }) => json.repo.name)),
]

describe.for(databases)('the rights of webhooks on %s', (database) => {
  test('a webhook hears of what the token could read that made it', async () => {
    await using t = await open(database)
    await using blind = await openReceiver(200)
    await using reads = await openReceiver(200)
    await using all = await openReceiver(200)
    await using person = await openReceiver(200)
    await using app = await openReceiver(200)
    expect(await make(t, await tokenOf(t, onlyWebhooks), input(blind.url))).toMatchObject({ rights: 'credential' })
    const reading: Grant = { entity: { type: 'user', name: 'ada' }, permissions: ['user.webhooks.write', 'repo.content.read'] }
    await make(t, await tokenOf(t, reading), input(reads.url))
    expect(await make(t, 'ada', input(all.url))).toMatchObject({ rights: 'owner' })
    await createWebhook(t.hub, t.actors.ada, { url: person.url, watched: [{ type: 'user', name: 'ada' }], domains: ['repo'] })
    const tool = await registerApp(t.hub, t.actors.ada, { scopes: ['openid', 'webhooks'] })
    const { json } = await signIn(t, tool, { scope: 'openid webhooks' })
    await make(t, String(json['access_token']), input(app.url))
    await pushes(t)
    await work(t)
    for (const receiver of [blind, app]) expect(heardOf(receiver)).toEqual(['ada/public'])
    for (const receiver of [reads, all, person]) expect(heardOf(receiver)).toEqual(['ada/private', 'ada/public'])
  })

  test('a token that changes a webhook gives it its own rights, and so does the person who changes it back', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver(200)
    const { id } = await make(t, 'ada', input('https://ci.example.org/'))
    await t.call(`${root}/${id}`, { method: 'POST', as: await tokenOf(t, onlyWebhooks), json: input(receiver.url) })
    await pushes(t)
    await work(t)
    expect(heardOf(receiver)).toEqual(['ada/public'])
    await t.call(`${root}/${id}`, { method: 'POST', as: 'ada', json: input(receiver.url) })
    await t.addRepo({ type: 'model', name: 'another', visibility: 'private' })
    await work(t)
    expect(heardOf(receiver)).toEqual(['ada/public', 'ada/another'])
  })

  test('a grant for one repo follows it, and is for no other', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver(200)
    const repo = await t.addRepo({ type: 'model', name: 'named', visibility: 'private' })
    const other = await t.addRepo({ type: 'model', name: 'other', visibility: 'private' })
    await t.scheduler.run('dispatch webhook events')
    const named: Grant = { entity: { type: 'model', name: 'ada/named' }, permissions: ['repo.content.read'] }
    await make(t, await tokenOf(t, onlyWebhooks, named), input(receiver.url))
    for (const each of [repo, other]) await t.commit(each, [file('a.txt', '1')])
    await t.call('/api/repos/move', { method: 'POST', as: 'ada', json: { fromRepo: 'ada/named', toRepo: 'ada/renamed' } })
    await work(t)
    expect(heardOf(receiver)).toEqual(['ada/renamed'])
  })

  test('a suspended owner gets nothing, not even what waited; and nobody gets what was made private meanwhile', async () => {
    await using t = await open(database)
    await using ada = await openReceiver(200)
    await using eve = await openReceiver(200)
    await make(t, 'ada', input(ada.url))
    const { id } = await make(t, 'eve', input(eve.url))
    const repo = await t.addRepo({ type: 'model', name: 'closing' })
    // In their queues, and not sent yet.
    await t.scheduler.run('dispatch webhook events')
    await t.call('/api/models/ada/closing/settings', { method: 'PUT', as: 'ada', json: { private: true } })
    expect((await t.call('/api/admin/users/ada', { method: 'PUT', as: 'root', json: { suspended: true } })).status).toBe(200)
    await t.commit(repo, [file('a.txt', '1')])
    await work(t)
    expect([heardOf(ada), heardOf(eve)]).toEqual([[], []])
    const log = await t.hub.db.read.selectFrom('webhook_delivery').select(['state', 'error']).orderBy('id').execute()
    expect(log).toEqual([
      { state: 'failed', error: 'The account of the webhook’s owner is suspended' },
      { state: 'failed', error: 'The webhook may not read the repository any more' },
    ])
    // It is no fault of its receiver.
    expect(await t.hub.db.read.selectFrom('webhook').select('failures').execute()).toEqual([{ failures: 0 }, { failures: 0 }])
    const listed = (await (await t.call(`${root}/${id}/deliveries`, { as: 'eve' })).json()) as unknown[]
    expect(listed).toMatchObject([{ payload: null, response: null }])
  })

  test('a token that reads webhooks reads no messages about repos that it may not read', async () => {
    await using t = await open(database)
    await using receiver = await openReceiver(200)
    const { id } = await make(t, 'ada', input(receiver.url))
    await pushes(t)
    await work(t)
    const list = async (as: string) => {
      const answer = await t.call(`${root}/${id}/deliveries`, { as })
      return (await answer.json()) as { payload: string | null; response: string | null; status: number }[]
    }
    const [own, blind] = [await list('ada'), await list(await tokenOf(t, onlyWebhooks))]
    expect(own.map(({ payload }) => payload?.includes('ada/private'))).toEqual([false, false, true, true])
    expect(blind.map(({ payload }) => payload === null)).toEqual([false, false, true, true])
    expect(blind.map(({ response }) => response === null)).toEqual([false, false, true, true])
    // Sending it again does not help: the address is now the token's, and so are the rights.
    const token = await tokenOf(t, onlyWebhooks)
    const deliveries = (await (await t.call(`${root}/${id}/deliveries`, { as: token })).json()) as { id: string }[]
    await using thief = await openReceiver(200)
    await t.call(`${root}/${id}`, { method: 'POST', as: token, json: input(thief.url) })
    for (const delivery of deliveries) await t.call(`${root}/${id}/deliveries/${delivery.id}/replay`, { method: 'POST', as: token })
    await work(t)
    expect(heardOf(thief)).toEqual(['ada/public'])
  })

  test('a secret is shown to whoever makes the webhook, and afterwards to nobody', async () => {
    await using t = await open(database)
    const made = await make(t, 'ada', input('https://ci.example.org/', { secret: 's3cret' }))
    expect(made).toMatchObject({ secret: 's3cret', hasSecret: true })
    const bare = await make(t, 'ada', input('https://ci.example.org/'))
    expect(bare).toMatchObject({ hasSecret: false })
    const change = { method: 'POST', as: 'ada', json: input('https://ci.example.org/', { secret: 'n3w' }) }
    for (const [path, options] of [
      ['', { as: 'ada' }],
      [`/${made.id}`, { as: 'ada' }],
      [`/${made.id}/disable`, { method: 'POST', as: 'ada' }],
      [`/${made.id}`, change],
    ] as const) {
      const text = await (await t.call(`${root}${path}`, options)).text()
      expect(text).toContain('"hasSecret":true')
      expect(text).not.toMatch(/s3cret|n3w/)
    }
  })
})
