import { recordRouteSuccess, routeHealth, setLocalEngine, setUpstreams } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fakeEngine } from '../../testing/fake-engine.ts'
import type { MockUpstream } from '../../testing/mock-upstream.ts'
import type { TestServer, TestUser } from '../../testing/open-test-server.ts'
import { addModel, openUpstreamWorld, type UpstreamWorld } from '../../testing/upstream-world.ts'

describe.for(databases)('what answers for a model, as clients are told, on %s', (database) => {
  let world: UpstreamWorld
  let server: TestServer
  let mock: MockUpstream
  let ada: TestUser
  let eve: TestUser
  beforeEach(async () => {
    world = await openUpstreamWorld(database)
    ;({ server, mock, ada, eve } = world)
    await addModel(world, 'tides', { task: 'text-generation' })
    await addModel(world, 'faces', { task: 'image-classification' })
    await addModel(world, 'secret', { task: 'text-generation', visibility: 'private' })
    await addModel(world, 'plain')
    setLocalEngine(server.hub, fakeEngine())
    const price = { input: 0.1, output: 0.4 }
    setUpstreams(server.hub, [
      mock.upstream('vllm', [{ id: 'ada/tides', upstreamId: 'x/tides', price, contextLength: 4096 }, { id: 'ada/secret' }]),
      mock.upstream('loras', [{ id: 'ada/tides', upstreamId: 'y', adapter: { type: 'lora', weightsPath: 'a.safetensors' } }]),
    ])
  })
  afterEach(() => world[Symbol.asyncDispose]())
  const get = async (path: string, as?: TestUser) =>
    (await server.request(path, as ? { as } : {})).json() as Promise<Record<string, unknown>>
  const ids = async (query: string, as?: TestUser) =>
    ((await get(`/api/models?${query}`, as)) as unknown as { id: string }[]).map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))

  test('an object in an info, with what was measured', async () => {
    recordRouteSuccess(server.hub, routeHealth(server.hub, 'vllm', 'x/tides'), { firstByteMs: 41.6, tokensPerSecond: 99.94 })
    expect(await get('/api/models/ada/tides?expand=inferenceProviderMapping&expand=inference')).toEqual({
      _id: expect.any(String) as string,
      id: 'ada/tides',
      inference: 'warm',
      inferenceProviderMapping: {
        vllm: {
          status: 'live',
          providerId: 'x/tides',
          task: 'conversational',
          performance: { firstTokenLatencyMs: 42, tokensPerSecond: 99.9 },
          pricing: { input: 0.1, output: 0.4 },
          contextLength: 4096,
        },
        loras: { status: 'live', providerId: 'y', task: 'conversational', adapter: 'lora', adapterWeightsPath: 'a.safetensors' },
        'hf-inference': { status: 'live', providerId: 'ada/tides', task: 'conversational' },
      },
    })
    expect(await get('/api/models/ada/plain?expand[]=inferenceProviderMapping&expand[]=inference')).toEqual({
      _id: expect.any(String) as string,
      id: 'ada/plain',
    })
    expect(await get('/api/models/ada/tides')).not.toHaveProperty('inferenceProviderMapping')
  })

  test('none for a client that would call another server with it', async () => {
    const ask = async (id: string, query: string, agent: string) => {
      const answer = await server.request(`/api/models/${id}?${query}`, { headers: { 'user-agent': agent } })
      return { ...((await answer.json()) as Record<string, unknown>), status: answer.status } as Record<string, unknown>
    }
    const python = 'unknown/None; hf_hub/2.4.0; python/3.11.2'
    const only = 'expand=inferenceProviderMapping'
    const refused = await ask('ada/tides', only, python)
    expect(refused).toMatchObject({ status: 400, code: 'inference.not_redirected' })
    expect(refused).not.toHaveProperty('inferenceProviderMapping')
    expect(refused['error']).toContain(`InferenceClient(base_url="${server.origin}/v1")`)
    // Nobody else is meant: other questions, other clients, models that are not served.
    expect(await ask('ada/tides', `${only}&expand=inference`, python)).toHaveProperty('inferenceProviderMapping')
    expect(await ask('ada/tides', only, 'huggingface.js/1.0')).toHaveProperty('inferenceProviderMapping')
    expect(await ask('ada/plain', only, python)).toEqual({ status: 200, _id: expect.any(String) as string, id: 'ada/plain' })
    expect((await ask('ada/secret', only, python))['code']).toBe('repo.not_found')
  })

  test('a list in a listing', async () => {
    const found = (await get('/api/models?author=ada&expand=inferenceProviderMapping')) as unknown as {
      id: string
      inferenceProviderMapping?: unknown
    }[]
    const mapping = (id: string) => found.find((each) => each.id === id)?.inferenceProviderMapping
    expect(mapping('ada/faces')).toEqual([
      { provider: 'hf-inference', status: 'live', providerId: 'ada/faces', task: 'image-classification' },
    ])
    expect(mapping('ada/tides')).toMatchObject([{ provider: 'vllm' }, { provider: 'loras' }, { provider: 'hf-inference' }])
    expect(mapping('ada/plain')).toBe(undefined)
  })

  test('filters give what answers, and what the caller may read', async () => {
    expect(await ids('inference=warm')).toEqual(['ada/faces', 'ada/tides'])
    expect(await ids('inference_provider=all', ada)).toEqual(['ada/faces', 'ada/secret', 'ada/tides'])
    expect(await ids('inference_provider=all', eve)).toEqual(['ada/faces', 'ada/tides'])
    expect(await ids('inference_provider=vllm')).toEqual(['ada/tides'])
    expect(await ids('inference_provider=groq,loras&inference_provider=x')).toEqual(['ada/tides'])
    expect(await ids('inference_provider=hf-inference&pipeline_tag=image-classification')).toEqual(['ada/faces'])
    expect(await ids('inference=warm&search=tid')).toEqual(['ada/tides'])
    expect(await ids('inference_provider=groq')).toEqual([])
    expect(await ids('inference=cold')).toEqual([])
    expect((await get('/api/datasets?inference=warm')) as unknown).toEqual([])
    const first = await server.request('/api/models?inference=warm&limit=1&sort=createdAt')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const pages = [await first.json(), await (await fetch(next)).json()] as { id: string }[][]
    expect(pages.flat().map(({ id }) => id)).toEqual(['ada/faces', 'ada/tides'])
  })

  test('the items of a collection', async () => {
    const post = async (path: string, json: unknown) =>
      (await server.request(path, { method: 'POST', body: JSON.stringify(json), as: ada })).json() as Promise<{ slug: string }>
    const { slug } = await post('/api/collections', { title: 'Served', namespace: 'ada' })
    for (const id of ['ada/tides', 'ada/plain']) await post(`/api/collections/${slug}/items`, { item: { type: 'model', id } })
    const providers = async () =>
      ((await get(`/api/collections/${slug}`, eve))['items'] as { availableInferenceProviders: unknown }[]).map(
        ({ availableInferenceProviders: each }) => each,
      )
    const live = { providerStatus: 'live', modelStatus: 'live', task: 'conversational' }
    expect(await providers()).toEqual([
      [
        { provider: 'vllm', providerId: 'x/tides', ...live },
        { provider: 'loras', providerId: 'y', adapterType: 'lora', adapterWeightsPath: 'a.safetensors', ...live },
        { provider: 'hf-inference', providerId: 'ada/tides', ...live },
      ],
      [],
    ])
    await server.request('/api/models/ada/tides/settings', { method: 'PUT', body: '{"gated":"auto"}', as: ada })
    expect(await providers()).toEqual([[], []])
  })

  test('a gated model says nothing to those who may not have its files', async () => {
    await server.request('/api/models/ada/tides/settings', { method: 'PUT', body: '{"gated":"auto"}', as: ada })
    expect(await get('/api/models/ada/tides?expand=inferenceProviderMapping', eve)).not.toHaveProperty('inferenceProviderMapping')
    expect(await ids('inference=warm', eve)).toEqual(['ada/faces'])
    expect(await get('/api/models/ada/tides?expand=inferenceProviderMapping', ada)).toHaveProperty('inferenceProviderMapping')
  })
})
