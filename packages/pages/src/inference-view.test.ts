import { expect, test } from 'vitest'
import {
  anonymous,
  createUser,
  loadActor,
  type UserActor,
  type LocalEngine,
  recordRouteFailure,
  routeHealth,
  type Upstream,
  setInferenceRules,
  setLocalEngine,
  setUpstreams,
  createRepo,
} from '@portolan/hub'
import { openTestHub, type TestHub } from '@portolan/hub/testing'
import { inferenceView } from './inference-view.ts'

const upstream: Upstream = {
  name: 'vllm',
  kind: 'openai',
  url: 'http://10.0.0.5:8000/v1',
  authorization: () => 'Bearer sk-secret',
  headers: {},
  paths: {},
  models: [
    { id: 'ada/tides', upstreamId: 'x/tides', task: 'conversational', adapter: null, contextLength: 4096, price: { input: 1, output: 2 } },
  ],
  timeouts: { connect: 1, firstByte: 1, idle: 1 },
  probeMs: null,
  streamUsage: true,
}

function engineThat(refusal: string | null): LocalEngine {
  return {
    unavailable: null,
    refuses: () => refusal,
    run: () => {
      throw new Error('not called')
    },
    status: () => ({ loaded: [] }),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

async function world(hub: TestHub): Promise<UserActor> {
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const files = [{ path: 'README.md', content: Buffer.from('---\npipeline_tag: text-generation\n---\n') }]
  await createRepo(hub, ada, { type: 'model', name: 'tides', visibility: 'public', files })
  await createRepo(hub, ada, { type: 'model', name: 'secret', visibility: 'private', files })
  return ada
}

test('what answers for a model, and how it does', async () => {
  await using hub = await openTestHub()
  const ada = await world(hub)
  expect(await inferenceView(hub, ada, 'ada/tides')).toEqual({
    routes: [],
    engineRefusal: 'This hub has no engine of its own',
    mayCall: true,
  })
  setUpstreams(hub, [upstream])
  setLocalEngine(hub, engineThat(null))
  const view = await inferenceView(hub, ada, 'ada/tides')
  const nothing = { firstByteMs: null, tokensPerSecond: null, adapter: null }
  expect(view).toEqual({
    routes: [
      {
        provider: 'vllm',
        kind: 'openai',
        providerId: 'x/tides',
        task: 'conversational',
        status: 'live',
        contextLength: 4096,
        price: { input: 1, output: 2 },
        ...nothing,
      },
      {
        provider: 'hf-inference',
        kind: 'local',
        providerId: 'ada/tides',
        task: 'conversational',
        status: 'live',
        contextLength: null,
        price: null,
        ...nothing,
      },
    ],
    engineRefusal: null,
    mayCall: true,
  })
  expect(JSON.stringify(view)).not.toMatch(/10\.0\.0\.5|sk-secret/)
  for (let i = 0; i < 3; i++) recordRouteFailure(hub, routeHealth(hub, 'vllm', ''))
  setLocalEngine(hub, engineThat('Too large'))
  expect(await inferenceView(hub, ada, 'ada/tides')).toMatchObject({ routes: [{ status: 'error' }], engineRefusal: 'Too large' })
})

test('who may not read it learns nothing, and who has no account may not call', async () => {
  await using hub = await openTestHub()
  await world(hub)
  setUpstreams(hub, [upstream])
  await expect(inferenceView(hub, anonymous, 'ada/secret')).rejects.toMatchObject({ code: 'repo.not_found' })
  expect((await inferenceView(hub, anonymous, 'ada/tides')).mayCall).toBe(false)
  setInferenceRules(hub, { anonymous: true, requestsPerDay: null, tokensPerDay: null })
  expect((await inferenceView(hub, anonymous, 'ada/tides')).mayCall).toBe(true)
})
