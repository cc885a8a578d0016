import { createUser, listUsage, setUpstreams } from '@portolan/hub'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chunk, done, lastChunk, type MockUpstream, openMockUpstream, sendJson, upstreamKey } from '../../testing/mock-upstream.ts'
import type { TestServer, TestUser } from '../../testing/open-test-server.ts'
import { addModel, openUpstreamWorld, type UpstreamWorld } from '../../testing/upstream-world.ts'

/* `/{upstream}/{route}`: the provider's own protocol. */

let world: UpstreamWorld
let server: TestServer
let mock: MockUpstream
let ada: TestUser
let eve: TestUser

beforeEach(async () => {
  world = await openUpstreamWorld()
  ;({ server, mock, ada, eve } = world)
  await addModel(world, 'flux')
  await addModel(world, 'secret', { visibility: 'private' })
  setUpstreams(server.hub, [
    mock.upstream('pictures', [
      { id: 'ada/flux', upstreamId: 'fal-ai/flux/dev', task: 'text-to-image' },
      { id: 'ada/secret', upstreamId: 'fal-ai/secret', task: 'text-to-image' },
    ]),
    mock.upstream('texts', [{ id: 'ada/flux', upstreamId: 'meta/flux' }]),
  ])
})
afterEach(() => world[Symbol.asyncDispose]())

const post = (path: string, body: unknown, as: TestUser = ada) =>
  server.request(path, {
    method: 'POST',
    body: body instanceof FormData ? body : JSON.stringify(body),
    headers: body instanceof FormData ? {} : { 'Content-Type': 'application/json' },
    as,
  })

test('the provider’s own body passes through to the model that the route names', async () => {
  mock.behave((_hit, response) => sendJson(response, { images: [{ url: 'https://cdn.example/1.png' }] }))
  const answer = await post('/pictures/fal-ai/flux/dev?sync=1&_subdomain=queue', { prompt: 'a harbour', loras: [] })
  expect([answer.status, await answer.json()]).toEqual([200, { images: [{ url: 'https://cdn.example/1.png' }] }])
  expect(mock.hits[0]).toMatchObject({
    method: 'POST',
    path: '/v1/fal-ai/flux/dev?sync=1',
    body: { prompt: 'a harbour', loras: [] },
    headers: { authorization: `Bearer ${upstreamKey}` },
  })
})

test('jobs can be looked after by those who may begin one, and nothing else can be read', async () => {
  const models = [{ id: 'ada/secret', upstreamId: 'fal-ai/secret' }]
  setUpstreams(server.hub, [
    mock.upstream('fal-ai', models, { kind: 'fal-ai', paths: {} }),
    mock.upstream('novita', models, { kind: 'novita', paths: {} }),
  ])
  const get = async (path: string, as = ada) => (await server.request(path, { as })).status
  expect(await get('/fal-ai/fal-ai/secret/requests/7-a/status?_subdomain=queue')).toBe(200)
  expect(await get('/fal-ai/fal-ai/secret/requests/7-a')).toBe(200)
  expect(await get('/novita/v3/async/task-result?task_id=7')).toBe(200)
  expect(mock.hits.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/fal-ai/secret/requests/7-a/status',
    'GET /v1/fal-ai/secret/requests/7-a',
    'GET /v1/v3/async/task-result?task_id=7',
  ])
  expect(await get('/novita/v3/async/task-result?task_id=7', eve)).toBe(404)
  for (const path of ['/novita/v3/user', '/novita/models', '/fal-ai/fal-ai/secret', '/fal-ai/requests/7'])
    expect([path, await get(path)]).toEqual([path, 404])
  expect(mock.hits).toHaveLength(3)
  // Polling for a result does not count as a call.
  expect(await listUsage(server.hub, ada.actor)).toEqual([])
})

test('the model may stand in the body or in a form, by either name', async () => {
  expect((await post('/pictures/images/generations', { model: 'ada/flux', prompt: 'x' })).status).toBe(200)
  expect((await post('/pictures/images/generations', { model: 'fal-ai/flux/dev', prompt: 'x' })).status).toBe(200)
  expect(mock.hits.map(({ body }) => body)).toEqual(Array(2).fill({ model: 'fal-ai/flux/dev', prompt: 'x' }))
  const form = new FormData()
  form.set('model', 'ada/flux')
  form.set('file', new File(['RIFF'], 'a.wav', { type: 'audio/wav' }))
  expect((await post('/pictures/audio/transcriptions', form)).status).toBe(200)
  const sent = mock.hits.at(-1)
  const received = await new Response(new Uint8Array(sent?.bytes ?? []), {
    headers: { 'Content-Type': sent?.headers['content-type'] ?? '' },
  }).formData()
  expect([received.get('model'), await (received.get('file') as File).text()]).toEqual(['fal-ai/flux/dev', 'RIFF'])
})

test('routes of OpenAI’s protocol are known as such', async () => {
  for (const model of ['ada/flux', 'meta/flux', 'ada/flux:texts']) {
    const answer = await post('/texts/chat/completions', { model, messages: [{ role: 'user', content: 'x' }], stream: true })
    expect(await answer.text()).toBe(chunk('tides') + chunk(' turn') + chunk(' twice') + lastChunk + done)
    expect(mock.hits.at(-1)?.body).toMatchObject({ model: 'meta/flux' })
  }
})

test('a call that names no model of the owner’s, or one that the caller may not read, goes nowhere', async () => {
  const seen = async (path: string, body: unknown = {}) => {
    const answer = await post(path, body, eve)
    return [answer.status, await answer.text()]
  }
  const unknown = await seen('/pictures/fal-ai/other')
  expect(unknown[0]).toBe(404)
  expect(await seen('/pictures/fal-ai/secret')).toEqual(unknown)
  expect(await seen('/pictures/v1/images', { model: 'fal-ai/secret' })).toEqual(unknown)
  expect(await seen('/pictures/v1/images', { model: 'ada/secret' })).toEqual(unknown)
  expect(await seen('/pictures/fal-ai/flux/development')).toEqual(unknown)
  expect((await server.request('/pictures/fal-ai/flux/dev', { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await server.request('/pictures/fal-ai/flux/dev', { method: 'DELETE', as: ada })).status).toBe(404)
  expect(mock.hits).toEqual([])
  expect((await post('/pictures/fal-ai/secret', {})).status).toBe(200)
})

test('the id of a model counts only where the provider has it', async () => {
  const status = async (path: string) => (await post(path, {})).status
  expect(await status('/pictures/fal-ai/costly/fal-ai/flux/dev')).toBe(404)
  expect(await status('/pictures/fal-ai/flux/dev/other-endpoint')).toBe(404)
  expect(await status('/pictures/fal-ai/flux')).toBe(404)
  expect((await post('/pictures/fine_tuning/jobs', { model: 'ada/flux' })).status).toBe(404)
  expect(mock.hits).toEqual([])
})

test('a route does not lead out of the upstream’s address', async () => {
  for (const path of [
    '/pictures/fal-ai/flux/dev/%2e%2e/%2e%2e/%2e%2e/admin',
    '/pictures/fal-ai/flux/dev/..%2f..%2fadmin',
    '/pictures/fal-ai/flux/dev/%5c..%5cadmin',
    '/pictures//evil.example/fal-ai/flux/dev',
    '/pictures/fal-ai/flux/dev/%00',
    '/pictures/fal-ai/flux/dev%3Fx',
  ]) {
    expect([path, (await post(path, {})).status]).toEqual([path, 404])
  }
  expect(mock.hits).toEqual([])
})

test('a redirect is not followed, and the key stays here', async () => {
  await using elsewhere = await openMockUpstream()
  mock.behave((_hit, response) => void response.writeHead(307, { Location: elsewhere.url }).end())
  const answer = await post('/pictures/fal-ai/flux/dev', {})
  expect([answer.status, answer.headers.get('location')]).toEqual([502, null])
  expect(elsewhere.hits).toEqual([])
})

test('names of upstreams are kept from new accounts; other first segments are left alone', async () => {
  await expect(createUser(server.hub, { name: 'Pictures', password: null })).rejects.toMatchObject({ code: 'repo.invalid_name' })
  expect((await server.request('/ada/flux/resolve/main/README.md', { as: ada })).status).toBe(404)
  const preflight = await server.request('/pictures/fal-ai/flux/dev', {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example' },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
  const other = await server.request('/nobody/fal-ai/flux', { method: 'OPTIONS' })
  expect(other.headers.get('access-control-allow-origin')).toBe(null)
})
