import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { anonymous, type UserActor } from '../../foundation/actor/index.ts'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { requireInferenceCaller } from './caller.ts'
import { isResting, recordRouteFailure, recordRouteSuccess, routeHealth, typical } from './health.ts'
import { setInferenceRules } from './inference-state.ts'
import { listUsage } from './list-usage.ts'
import { parseModelAddress } from './model-address.ts'
import { requireServed } from './require-served.ts'
import { countUsage, flushUsage, beginRouteCall } from './usage.ts'
import type { Upstream } from './upstream.ts'
import { setUpstreams } from './use-upstreams.ts'
import type { AccountUid } from '../../uid.ts'

function upstream(name: string, more: Partial<Upstream['models'][number]> = {}, kind = 'openai'): Upstream {
  return {
    name,
    kind,
    url: 'http://10.0.0.5/v1',
    authorization: () => null,
    headers: {},
    paths: { chat: 'chat/completions' },
    models: [{ id: 'ada/tides', upstreamId: name, task: 'conversational', adapter: null, contextLength: null, price: null, ...more }],
    timeouts: { connect: 1, firstByte: 1, idle: 1 },
    probeMs: null,
    streamUsage: true,
  }
}

describe.for(databases)('calls of models, on %s', (database) => {
  let hub: TestHub
  let ada: UserActor
  beforeEach(async () => {
    hub = await openTestHub({ database })
    const account = await createUser(hub, { name: 'ada', password: null })
    ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
    await createRepo(hub, ada, { type: 'model', name: 'tides', visibility: 'public' })
  })
  afterEach(() => hub.close())

  const order = async (model: string, task = 'conversational') =>
    (await requireServed(hub, ada, parseModelAddress(model), task)).routes.map(({ name }) => name)

  test('the order of routes: the owner’s, by price, by speed', async () => {
    setUpstreams(hub, [
      upstream('free', { price: { input: 0, output: 0 } }),
      upstream('unknown'),
      upstream('dear', { price: { input: 3, output: 9 } }),
      upstream('fair', { price: { input: 1, output: 1 } }),
    ])
    expect(await order('ada/tides')).toEqual(['free', 'unknown', 'dear', 'fair'])
    expect(await order('ADA/Tides:cheapest')).toEqual(['free', 'fair', 'dear', 'unknown'])
    // Unmeasured routes come first, and so get measured.
    recordRouteSuccess(hub, routeHealth(hub, 'free', 'free'), { firstByteMs: 900, tokensPerSecond: 10 })
    recordRouteSuccess(hub, routeHealth(hub, 'dear', 'dear'), { firstByteMs: 100, tokensPerSecond: 100 })
    expect(await order('ada/tides:fastest')).toEqual(['unknown', 'fair', 'dear', 'free'])
    for (const name of ['unknown', 'fair']) recordRouteSuccess(hub, routeHealth(hub, name, name), { firstByteMs: 10, tokensPerSecond: 2 })
    expect((await order('ada/tides:fastest'))[0]).toBe('dear')
  })

  test('an upstream goes by its name and by its kind', async () => {
    setUpstreams(hub, [upstream('ours'), upstream('theirs', {}, 'groq')])
    expect(await order('ada/tides:groq')).toEqual(['theirs'])
    expect(await order('ada/tides:ours')).toEqual(['ours'])
    await expect(order('ada/tides:openai')).rejects.toMatchObject({ code: 'inference.not_served' })
    await expect(order('ada/tides', 'feature-extraction')).rejects.toMatchObject({ code: 'inference.unsupported_task' })
    expect(await order('ada/tides', 'text-generation')).toEqual(['ours', 'theirs'])
  })

  test('rest after failures: three in a row, longer each time, over with a success', () => {
    const health = routeHealth(hub, 'x', 'y')
    const restSeconds = () => (health.restsUntil - hub.now().getTime()) / 1000
    recordRouteFailure(hub, health)
    recordRouteFailure(hub, health)
    expect(isResting(hub, health)).toBe(false)
    const rests = Array.from({ length: 7 }, () => {
      recordRouteFailure(hub, health)
      return restSeconds()
    })
    expect(rests).toEqual([30, 60, 120, 240, 480, 600, 600])
    hub.tick(599_000)
    expect(isResting(hub, health)).toBe(true)
    hub.tick(1_000)
    expect(isResting(hub, health)).toBe(false)
    recordRouteSuccess(hub, health, {})
    recordRouteFailure(hub, health, 45)
    expect(restSeconds()).toBe(45)
    expect(typical([9, 1, 5])).toBe(5)
    expect(typical([])).toBe(null)
  })

  test('usage is written by day, kept when it cannot be written, and read back', async () => {
    const caller = requireInferenceCaller(hub, ada, null)
    const call = { model: 'ada/tides', upstream: 'x', promptTokens: 5, completionTokens: 7, failed: false }
    countUsage(hub, caller, call)
    countUsage(hub, caller, { ...call, failed: true })
    const { write } = hub.db
    Object.assign(hub.db, { write: () => Promise.reject(new Error('disk full')) })
    await expect(flushUsage(hub)).rejects.toThrow('disk full')
    countUsage(hub, caller, call)
    Object.assign(hub.db, { write })
    expect(await flushUsage(hub)).toBe(1)
    expect(await flushUsage(hub)).toBe(0)
    hub.tick(24 * 3600_000)
    countUsage(hub, caller, call)
    const rows = await listUsage(hub, ada)
    expect(rows).toMatchObject([
      { date: '2026-01-03', requests: 1 },
      { date: '2026-01-02', requests: 3, failed: 1, promptTokens: 15, completionTokens: 21, user: 'ada', billTo: null },
    ])
    await expect(listUsage(hub, anonymous)).rejects.toMatchObject({ code: 'auth.required' })
    await expect(listUsage(hub, ada, { org: 'fleet' })).rejects.toMatchObject({ code: 'auth.forbidden' })
    const eve = await createUser(hub, { name: 'eve', password: null })
    const stranger = await loadActor(hub.db.read, eve.id, null)
    await expect(listUsage(hub, stranger ?? anonymous, { everybody: true })).rejects.toMatchObject({ code: 'auth.forbidden' })
    expect(await listUsage(hub, stranger ?? anonymous)).toEqual([])
    expect(await listUsage(hub, ada, { everybody: true })).toHaveLength(2)
  })

  test('a quota knows what other processes wrote, and what is under way here', async () => {
    setInferenceRules(hub, { anonymous: false, requestsPerDay: 3, tokensPerDay: null })
    const caller = requireInferenceCaller(hub, ada, null)
    await beginRouteCall(hub, caller)
    const row = { day: Math.floor(hub.now().getTime() / 86_400_000), user_id: ada.userId, org_id: 0, model: 'm', upstream: 'u' }
    await hub.db.write(async (tx) => {
      await tx
        .insertInto('inference_usage')
        .values({ ...row, requests: 2, prompt_tokens: 0, completion_tokens: 0, failed: 0 })
        .execute()
    })
    hub.tick(11_000)
    countUsage(hub, caller, { model: 'm', upstream: 'u', promptTokens: 0, completionTokens: 0, failed: false })
    await expect(beginRouteCall(hub, caller)).rejects.toMatchObject({ code: 'inference.quota_exceeded' })
    // Calls billed to an organization do not count for the user.
    const org = { id: 99, uid: 'f'.repeat(24) as AccountUid }
    await expect(beginRouteCall(hub, { ...caller, org, account: org })).resolves.toBe(undefined)
  })
})

test('addresses of models', () => {
  expect(parseModelAddress('a/b')).toEqual({ id: 'a/b', policy: 'preferred', provider: null })
  expect(parseModelAddress('a/b:auto')).toEqual({ id: 'a/b', policy: 'preferred', provider: null })
  expect(parseModelAddress('a/b:fastest')).toEqual({ id: 'a/b', policy: 'fastest', provider: null })
  expect(parseModelAddress('a/b:fal-ai')).toEqual({ id: 'a/b', policy: 'preferred', provider: 'fal-ai' })
  for (const model of [undefined, null, 7, '', {}, 'x'.repeat(301)]) expect(() => parseModelAddress(model)).toThrow('model must be the ID')
})
