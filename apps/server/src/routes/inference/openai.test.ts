import { createOrg, createSession, insertAccessToken, listUsage, setInferenceRules, setUpstreams } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  chunk,
  done,
  lastChunk,
  type MockUpstream,
  openMockUpstream,
  sendJson,
  startEvents,
  upstreamKey,
} from '../../testing/mock-upstream.ts'
import type { TestServer, TestUser } from '../../testing/open-test-server.ts'
import { addModel, openUpstreamWorld, type UpstreamWorld } from '../../testing/upstream-world.ts'

const messages = [{ role: 'user', content: 'What do tides do?' }]
const open = { anonymous: false, requestsPerDay: null, tokensPerDay: null }

describe.for(databases)('OpenAI’s protocol, on %s', (database) => {
  let world: UpstreamWorld
  let server: TestServer
  let mock: MockUpstream
  let ada: TestUser
  let eve: TestUser

  beforeEach(async () => {
    world = await openUpstreamWorld(database)
    ;({ server, mock, ada, eve } = world)
    await addModel(world, 'tides')
    await addModel(world, 'secret', { visibility: 'private' })
    setUpstreams(server.hub, [mock.upstream('vllm', [{ id: 'ada/tides', upstreamId: 'meta/tides-8b' }, { id: 'ada/secret' }])])
  })
  afterEach(() => world[Symbol.asyncDispose]())

  const post = (path: string, body: unknown, as: TestUser | undefined = ada, headers: Record<string, string> = {}) =>
    server.request(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(as ? { as } : {}),
    })
  const chat = (body: Record<string, unknown>, as?: TestUser, headers?: Record<string, string>) =>
    post('/v1/chat/completions', { model: 'ada/tides', messages, ...body }, as, headers)

  test('a chat goes to the upstream with its key and its name of the model, and comes back as it is', async () => {
    const answer = await chat({ temperature: 0.2, unheard_of: [1] })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-inference-provider')).toBe('vllm')
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'tides turn twice' } }],
      usage: { total_tokens: 10 },
    })
    expect(mock.hits).toHaveLength(1)
    expect(mock.hits[0]).toMatchObject({
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: 'meta/tides-8b', messages, temperature: 0.2, unheard_of: [1] },
      headers: { authorization: `Bearer ${upstreamKey}` },
    })
    expect(mock.hits[0]?.headers['cookie']).toBe(undefined)
  })

  test('a stream passes through event by event, ends in [DONE], and hides the token counts that only we asked for', async () => {
    const answer = await chat({ stream: true })
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const text = await answer.text()
    expect(text).toBe(chunk('tides') + chunk(' turn') + chunk(' twice') + lastChunk + done)
    expect(mock.hits[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    const wanted = await (await chat({ stream: true, stream_options: { include_usage: true } })).text()
    expect(wanted).toContain('"usage":{"prompt_tokens":7')
    expect(await listUsage(server.hub, ada.actor)).toMatchObject([{ requests: 2, promptTokens: 14, completionTokens: 6, failed: 0 }])
  })

  test('each event leaves as soon as it is whole, whatever pieces it came in', async () => {
    let next = Promise.withResolvers<void>()
    mock.behave(async (_hit, response) => {
      startEvents(response)
      const bytes = Buffer.from(chunk('Möwe 🌊'))
      response.write(bytes.subarray(0, 150))
      await next.promise
      next = Promise.withResolvers()
      response.write(bytes.subarray(150))
      await next.promise
      response.end(lastChunk.replaceAll('\n', '\r\n') + done)
    })
    const pending = chat({ stream: true })
    next.resolve()
    const reader = (await pending).body?.getReader()
    const first = await reader?.read()
    expect(Buffer.from(first?.value ?? []).toString()).toBe(chunk('Möwe 🌊'))
    next.resolve()
    let rest = ''
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) rest += Buffer.from(read.value).toString()
    expect(rest).toBe(lastChunk.replaceAll('\n', '\r\n') + done)
  })

  test('a stream whose upstream forgets [DONE] gets one', async () => {
    mock.behave((_hit, response) => void startEvents(response).end(chunk('x') + lastChunk.trimEnd()))
    expect(await (await chat({ stream: true })).text()).toBe(`${chunk('x')}${lastChunk.trimEnd()}\n\n${done}`)
  })

  test('completions and embeddings', async () => {
    const completion = await post('/v1/completions', { model: 'ada/tides', prompt: 'Tides' })
    expect(await completion.json()).toMatchObject({ object: 'text_completion', choices: [{ text: ' turn twice' }] })
    setUpstreams(server.hub, [mock.upstream('tei', [{ id: 'ada/tides', task: 'feature-extraction' }])])
    const embeddings = await post('/v1/embeddings', { model: 'ada/tides', input: ['a', 'b'] })
    expect(await embeddings.json()).toMatchObject({ data: [{ embedding: [0.5, 0, -1] }, { embedding: [0.5, 1, -1] }] })
    expect(mock.hits.at(-1)?.body).toEqual({ model: 'served-ada/tides', input: ['a', 'b'] })
    const wrong = await chat({})
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: 'inference.unsupported_task' } }])
  })

  test('models that the caller may read are listed, and no others', async () => {
    const ids = async (as: TestUser) =>
      ((await (await server.request('/v1/models', { as })).json()) as { data: { id: string }[] }).data.map(({ id }) => id)
    expect(await ids(ada)).toEqual(['ada/tides', 'ada/secret'])
    expect(await ids(eve)).toEqual(['ada/tides'])
    expect((await server.request('/v1/models')).status).toBe(401)
    const one = await server.request('/v1/models/ada%2Ftides', { as: eve })
    expect(await one.json()).toMatchObject({
      id: 'ada/tides',
      object: 'model',
      providers: [{ provider: 'vllm', status: 'live', task: 'conversational' }],
    })
    expect((await server.request('/v1/models/ada/secret', { as: eve })).status).toBe(404)
  })

  test('a private model answers strangers like one that does not exist', async () => {
    const visible = async (model: string) => {
      const answer = await chat({ model }, eve)
      return { status: answer.status, text: (await answer.text()).replaceAll(model, 'MODEL') }
    }
    const missing = await visible('ada/absent')
    expect(missing.status).toBe(404)
    expect(JSON.parse(missing.text)).toEqual({
      error: { message: expect.any(String) as string, type: 'not_found_error', param: null, code: 'model_not_found' },
    })
    expect(await visible('ada/secret')).toEqual(missing)
    expect(await visible('ada/secret:vllm')).toEqual({ ...missing })
    expect(mock.hits).toHaveLength(0)
    expect((await chat({ model: 'ada/secret' })).status).toBe(200)
  })

  test('a gated model answers those who may read its files', async () => {
    await server.request('/api/models/ada/tides/settings', { method: 'PUT', body: '{"gated":"manual"}', as: ada })
    const refused = await chat({}, eve)
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { code: 'repo.gated', type: 'permission_error' } }])
    expect(mock.hits).toHaveLength(0)
    const listed = (await (await server.request('/v1/models', { as: eve })).json()) as { data: unknown[] }
    expect(listed.data).toEqual([])
    expect((await chat({})).status).toBe(200)
  })

  test('callers without an account are refused, unless the owner allows them public models', async () => {
    const anonymous = (model: string) =>
      server.request('/v1/chat/completions', { method: 'POST', body: JSON.stringify({ model, messages }) })
    const refused = await anonymous('ada/tides')
    expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: 'auth.required', type: 'authentication_error' } }])
    setInferenceRules(server.hub, { ...open, anonymous: true })
    expect((await anonymous('ada/tides')).status).toBe(200)
    expect((await anonymous('ada/secret')).status).toBe(401)
    expect((await anonymous('ada/absent')).status).toBe(401)
  })

  test('a fine-grained token needs the permission, for the account that pays', async () => {
    const token = async (
      entity: { type: 'user' | 'org' | 'model'; name: string },
      permission: 'repo.content.read' | 'inference.serverless.write',
    ) =>
      (
        await insertAccessToken(server.hub, eve.actor.userId, 'eve', {
          name: 't',
          role: 'fineGrained',
          scopes: [{ entity, permissions: [permission] }],
        })
      ).token
    const status = async (as: string, headers = {}) => (await chat({}, { ...eve, token: as }, headers)).status
    expect(await status(await token({ type: 'user', name: 'eve' }, 'repo.content.read'))).toBe(403)
    await expect(token({ type: 'model', name: 'ada/tides' }, 'inference.serverless.write')).rejects.toMatchObject({ code: 'body.invalid' })
    expect(await status(await token({ type: 'user', name: 'ada' }, 'inference.serverless.write'))).toBe(403)
    const own = await token({ type: 'user', name: 'eve' }, 'inference.serverless.write')
    expect(await status(own)).toBe(200)
    await createOrg(server.hub, eve.actor, { name: 'fleet' })
    expect(await status(own, { 'X-HF-Bill-To': 'fleet' })).toBe(403)
    const read = await insertAccessToken(server.hub, eve.actor.userId, 'eve', { name: 't', role: 'read' })
    expect(await status(read.token)).toBe(200)
  })

  test('X-HF-Bill-To counts to an organization of the caller; others are as good as none', async () => {
    await createOrg(server.hub, ada.actor, { name: 'fleet' })
    const answerTo = async (as: TestUser, org: string) => {
      const answer = await chat({}, as, { 'X-HF-Bill-To': org })
      return [answer.status, (await answer.text()).replaceAll(org, 'ORG')]
    }
    expect(await answerTo(eve, 'fleet')).toEqual(await answerTo(eve, 'nobody'))
    expect((await answerTo(eve, 'fleet'))[0]).toBe(403)
    expect((await answerTo(ada, 'fleet'))[0]).toBe(200)
    const usage = (await (await server.request('/api/inference/usage', { as: ada })).json()) as unknown
    expect(usage).toMatchObject({
      rows: [{ user: 'ada', billTo: 'fleet', model: 'ada/tides', upstream: 'vllm', requests: 1, promptTokens: 7, completionTokens: 3 }],
    })
  })

  test('quotas of a day give 429 with Retry-After, and begin anew', async () => {
    setInferenceRules(server.hub, { ...open, requestsPerDay: 2 })
    expect([(await chat({})).status, (await chat({ stream: true })).status]).toEqual([200, 200])
    const refused = await chat({})
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(20 * 3600 + 55 * 60 + 55)])
    expect(await refused.json()).toMatchObject({ error: { type: 'insufficient_quota', code: 'insufficient_quota' } })
    expect((await chat({}, eve)).status).toBe(200)
    expect(mock.hits).toHaveLength(3)
    server.hub.tick(21 * 3600 * 1000)
    expect((await chat({})).status).toBe(200)
    setInferenceRules(server.hub, { ...open, tokensPerDay: 15 })
    expect([(await chat({})).status, (await chat({})).status]).toEqual([200, 429])
  })

  test('many calls at once do not slip through a quota', async () => {
    setInferenceRules(server.hub, { ...open, requestsPerDay: 5 })
    const answers = await Promise.all(Array.from({ length: 20 }, () => chat({})))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  })

  test('the model may name an upstream or a policy', async () => {
    await using second = await openMockUpstream()
    setUpstreams(server.hub, [
      mock.upstream('dear', [{ id: 'ada/tides', price: { input: 5, output: 15 } }]),
      second.upstream('fair', [{ id: 'Ada/Tides', price: { input: 0.1, output: 0.2 } }]),
    ])
    const by = async (model: string) => (await chat({ model })).headers.get('x-inference-provider')
    expect([await by('ada/tides'), await by('ada/tides:preferred'), await by('ada/tides:auto')]).toEqual(['dear', 'dear', 'dear'])
    expect([await by('ada/tides:cheapest'), await by('ada/tides:fair')]).toEqual(['fair', 'fair'])
    const unknown = await chat({ model: 'ada/tides:elsewhere' })
    expect([unknown.status, await unknown.json()]).toMatchObject([
      404,
      { error: { code: 'inference.not_served', message: expect.stringContaining('dear, fair') as string } },
    ])
  })

  test('bodies that make no sense are refused before anybody is asked', async () => {
    for (const [body, param] of [
      ['{', null],
      ['[]', null],
      [JSON.stringify({ messages }), 'model'],
      [JSON.stringify({ model: 7, messages }), 'model'],
      [JSON.stringify({ model: 'ada/tides' }), 'messages'],
      [JSON.stringify({ model: 'ada/tides', messages: [] }), 'messages'],
      [JSON.stringify({ model: 'ada/tides', messages: ['hi'] }), 'messages'],
    ] as const) {
      const answer = await server.request('/v1/chat/completions', { method: 'POST', body, as: ada })
      expect([body, answer.status, await answer.json()]).toMatchObject([body, 400, { error: { type: 'invalid_request_error', param } }])
    }
    expect(mock.hits).toHaveLength(0)
    expect((await server.request('/v1/nothing', { as: ada })).status).toBe(404)
  })

  test('a body nested beyond all measure is refused before anybody is asked', async () => {
    mock.behave((_hit, response) => sendJson(response, { choices: [] }))
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    const deep = `{"model":"ada/tides","messages":[{"role":"user","content":${nested(200_000)}}],"x":${nested(200_000)}}`
    expect((await server.request('/v1/chat/completions', { method: 'POST', body: deep, as: ada })).status).toBe(400)
    expect(mock.hits).toHaveLength(0)
    expect((await chat({})).status).toBe(200)
  })

  test('what providers want otherwise', async () => {
    const schema = { type: 'object' }
    const body = { store: true, response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } }
    for (const kind of ['cerebras', 'together', 'groq']) {
      setUpstreams(server.hub, [mock.upstream('hosted', [{ id: 'ada/tides' }], { kind })])
      expect((await chat(body)).status).toBe(200)
    }
    const [cerebras, together, groq] = mock.hits.map((hit) => hit.body)
    expect(cerebras).not.toHaveProperty('store')
    expect(together).toMatchObject({ store: true, response_format: { type: 'json_schema', schema } })
    expect(groq).toMatchObject(body)
  })

  test('a signed-in browser calls from the hub’s own pages, and from no others', async () => {
    const cookie = `portolan_session=${(await createSession(server.hub, ada.actor.userId)).token}`
    const from = (site: string) =>
      server.request('/v1/chat/completions', {
        method: 'POST',
        body: JSON.stringify({ model: 'ada/secret', messages }),
        headers: { Cookie: cookie, 'Sec-Fetch-Site': site, Origin: site === 'same-origin' ? server.origin : 'https://evil.example' },
      })
    expect((await from('same-origin')).status).toBe(200)
    for (const site of ['cross-site', 'same-site']) expect([site, (await from(site)).status]).toEqual([site, 401])
    expect(mock.hits).toHaveLength(1)
    expect(JSON.stringify(mock.hits[0]?.headers)).not.toContain('portolan_session')
  })

  test('pages of other origins may call with a token, and their browsers may send what OpenAI’s client sends', async () => {
    const preflight = await server.request('/v1/chat/completions', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://elsewhere.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,x-stainless-os',
      },
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(/Authorization.*X-HF-Bill-To.*\*/)
    const streamed = await chat({ stream: true })
    expect(streamed.headers.get('access-control-allow-origin')).toBe('*')
    await streamed.text()
  })
})
