import { createRepo, EngineError, listUsage, setLocalEngine, setUpstreams } from '@portolan/hub'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endless, failing, type FakeEngine, fakeEngine, killed } from '../../testing/fake-engine.ts'
import { openMockUpstream } from '../../testing/mock-upstream.ts'
import { openTestServer, type TestServer, type TestUser } from '../../testing/open-test-server.ts'
import { addModel } from '../../testing/upstream-world.ts'

/* The hub clients' inference protocol, and the hub's own engine behind both protocols. */

let server: TestServer
let engine: FakeEngine
let ada: TestUser
let eve: TestUser
const messages = [{ role: 'user', content: 'Tell a story' }]

beforeEach(async () => {
  server = await openTestServer()
  ada = await server.addUser('ada')
  eve = await server.addUser('eve')
  engine = fakeEngine()
  setLocalEngine(server.hub, engine)
  await addModel({ server, ada }, 'story', { task: 'text-generation' })
  await addModel({ server, ada }, 'vectors', { task: 'feature-extraction' })
  await addModel({ server, ada }, 'faces', { task: 'image-classification' })
  await addModel({ server, ada }, 'voice', { task: 'text-to-speech' })
  await addModel({ server, ada }, 'labels', { task: 'text-classification' })
})
afterEach(() => server[Symbol.asyncDispose]())

const post = (path: string, body: unknown, headers: Record<string, string> = { 'Content-Type': 'application/json' }, as: TestUser = ada) =>
  server.request(path, { method: 'POST', body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body), headers, as })
const jsonOf = async (answer: Promise<Response>) => {
  const got = await answer
  return [got.status, await got.json()]
}

test('a task with inputs and parameters', async () => {
  const [status, value] = await jsonOf(
    post('/hf-inference/models/ada/labels', { inputs: 'nice', parameters: { top_k: 2 }, truncate: true }),
  )
  expect([status, value]).toEqual([
    200,
    [{ label: 'text-classification', score: 1, seen: 'nice', parameters: { truncate: true, top_k: 2 } }],
  ])
  expect(engine.requests[0]).toMatchObject({
    id: 'ada/labels',
    task: 'text-classification',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string,
  })
})

test('a file comes as it is, in base64, as a data URL or in the old form', async () => {
  const path = '/hf-inference/models/ada/faces'
  const bytes = Buffer.from('\x89PNG picture')
  const base64 = bytes.toString('base64')
  const bodies: [unknown, Record<string, string>, string | null][] = [
    [bytes, { 'Content-Type': 'image/png' }, 'image/png'],
    [bytes, { 'Content-Type': 'application/octet-stream' }, 'application/octet-stream'],
    [bytes, { 'Content-Type': 'application/x-www-form-urlencoded' }, null],
    [{ inputs: base64 }, { 'Content-Type': 'application/json' }, null],
    [{ inputs: `data:image/png;base64,${base64}` }, { 'Content-Type': 'application/json' }, 'image/png'],
    [{ inputs: { image: base64 } }, { 'Content-Type': 'application/json' }, null],
  ]
  for (const [body, headers, contentType] of bodies) {
    expect((await post(path, body, headers)).status).toBe(200)
    const inputs = engine.requests.at(-1)?.inputs as { bytes: Uint8Array; contentType: string | null }
    expect([Buffer.from(inputs.bytes).toString(), inputs.contentType]).toEqual([bytes.toString(), contentType])
  }
  for (const inputs of ['https://example.org/cat.png', 'not base64!', '']) {
    const [status, value] = await jsonOf(post(path, { inputs }))
    expect([inputs, status, value]).toMatchObject([inputs, 400, { code: 'body.invalid', field: 'inputs' }])
  }
})

test('curl without a type sends JSON all the same', async () => {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await post('/hf-inference/models/ada/labels', { inputs: 'x' }, headers)).status).toBe(200)
})

test('a sound comes back as bytes', async () => {
  const answer = await post('/hf-inference/models/ada/voice', { inputs: 'hello' })
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual(['audio/wav', 'RIFF'])
})

test('generated text, whole and as the events of a text generation server', async () => {
  const path = '/hf-inference/models/ada/story'
  expect(await jsonOf(post(path, { inputs: 'Tell' }))).toEqual([200, [{ generated_text: 'Once upon a time' }]])
  const events = (await (await post(path, { inputs: 'Tell', stream: true })).text())
    .split('\n\n')
    .filter((event) => event !== '')
    .map((event) => JSON.parse(event.slice('data:'.length)) as { token: { text: string }; generated_text: string | null })
  expect(events.map(({ token }) => token.text)).toEqual(['Once', ' upon', ' a', ' time'])
  expect(events.map(({ generated_text }) => generated_text)).toEqual([null, null, null, 'Once upon a time'])
})

test('the task may stand in the address; one that the model is not for is refused', async () => {
  expect(
    (await post('/hf-inference/models/ada/vectors/pipeline/sentence-similarity', { inputs: { source_sentence: 'a', sentences: ['b'] } }))
      .status,
  ).toBe(200)
  expect(engine.requests.at(-1)).toMatchObject({ task: 'sentence-similarity', inputs: { source_sentence: 'a', sentences: ['b'] } })
  expect(await jsonOf(post('/hf-inference/models/ada/vectors/pipeline/fill-mask', { inputs: 'a' }))).toMatchObject([
    400,
    { code: 'inference.unsupported_task' },
  ])
})

test('chat, completions and embeddings of the engine, in OpenAI’s protocol, at both addresses', async () => {
  for (const [path, model] of [
    ['/v1/chat/completions', 'ada/story'],
    ['/v1/chat/completions', 'ada/story:hf-inference'],
    ['/v1/chat/completions', 'ada/story:local'],
    ['/hf-inference/models/ada/story/v1/chat/completions', 'tgi'],
  ] as const) {
    const [status, value] = await jsonOf(post(path, { model, messages, max_tokens: 7, stop: 'END' }))
    expect([status, value]).toMatchObject([
      200,
      {
        object: 'chat.completion',
        model: 'ada/story',
        choices: [{ message: { role: 'assistant', content: 'Once upon a time' }, finish_reason: 'length' }],
        usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
      },
    ])
    expect(engine.requests.at(-1)).toMatchObject({ task: 'conversational', messages, parameters: { max_new_tokens: 7, stop: ['END'] } })
  }
  expect(await jsonOf(post('/v1/completions', { model: 'ada/story', prompt: 'Tell' }))).toMatchObject([
    200,
    { choices: [{ text: 'Once upon a time' }] },
  ])
  expect(await jsonOf(post('/v1/embeddings', { model: 'ada/vectors', input: ['a', 'b'] }))).toMatchObject([
    200,
    { data: [{ embedding: [0, 0.5] }, { embedding: [1, 0.5] }] },
  ])
  const [, packed] = (await jsonOf(post('/v1/embeddings', { model: 'ada/vectors', input: 'a', encoding_format: 'base64' }))) as [
    number,
    { data: { embedding: string }[] },
  ]
  const bytes = Buffer.from(packed.data[0]?.embedding ?? '', 'base64')
  expect([bytes.readFloatLE(0), bytes.readFloatLE(4), bytes.length]).toEqual([0, 0.5, 8])
  expect(await listUsage(server.hub, ada.actor)).toMatchObject([
    { model: 'ada/story' },
    { model: 'ada/vectors', upstream: 'local', requests: 2 },
  ])
})

test('a chat of the engine as a stream', async () => {
  const text = await (
    await post('/v1/chat/completions', { model: 'ada/story', messages, stream: true, stream_options: { include_usage: true } })
  ).text()
  const events = text.split('\n\n').filter((event) => event !== '')
  expect(events.at(-1)).toBe('data: [DONE]')
  const chunks = events.slice(0, -1).map(
    (event) =>
      JSON.parse(event.slice('data: '.length)) as {
        choices: { delta: { content?: string; role?: string }; finish_reason: string | null }[]
      },
  )
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Once upon a time')
  expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('length')
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 9 } })
})

test('a caller who leaves stops the engine', async () => {
  engine.behave(endless)
  for (const path of ['/v1/chat/completions', '/hf-inference/models/ada/story']) {
    const aborter = new AbortController()
    const body = JSON.stringify({ model: 'ada/story', messages, inputs: 'x', stream: true })
    const answer = server.request(path, { method: 'POST', body, as: ada, signal: aborter.signal })
    await expect.poll(() => engine.running()).toBe(1)
    if (path.startsWith('/v1')) await (await answer).body?.getReader().read()
    aborter.abort()
    await answer.catch(() => null)
    await expect.poll(() => engine.running()).toBe(0)
  }
})

test('an engine that is killed while it generates: an error between the events, then the end', async () => {
  engine.behave(killed)
  const streamed = await post('/v1/chat/completions', { model: 'ada/story', messages, stream: true })
  const events = (await streamed.text()).split('\n\n')
  expect(events[0]).toContain('"content":"Once"')
  expect(JSON.parse(events[1]?.slice('data: '.length) ?? '')).toEqual({
    error: { message: 'The worker that ran the model crashed.', type: 'server_error', param: null, code: 'inference.failed' },
  })
  expect(events.slice(2)).toEqual([''])
  expect(await jsonOf(post('/v1/chat/completions', { model: 'ada/story', messages }))).toMatchObject([
    502,
    { error: { code: 'inference.failed' } },
  ])
  const tokens = await (await post('/hf-inference/models/ada/story', { inputs: 'x', stream: true })).text()
  expect(tokens).toContain('The worker that ran the model crashed.')
  engine.behave(failing(new Error('/home/owner/secret: cannot read')))
  const unforeseen = await jsonOf(post('/hf-inference/models/ada/story', { inputs: 'x' }))
  expect(unforeseen).toEqual([502, { error: 'local failed', code: 'inference.failed' }])
})

test('what the engine refuses', async () => {
  const codes = [
    ['engine.invalid_input', 400, 'inference.rejected'],
    ['engine.unsupported', 404, 'inference.not_served'],
    ['engine.busy', 429, 'inference.busy'],
    ['engine.timeout', 504, 'inference.timeout'],
    ['engine.out_of_memory', 502, 'inference.failed'],
  ] as const
  for (const [code, status, shown] of codes) {
    engine.behave(failing(new EngineError(code)))
    const answer = await post('/hf-inference/models/ada/labels', { inputs: 'x' })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, shown])
    expect(answer.headers.get('retry-after')).toBe(code === 'engine.busy' ? '5' : null)
  }
})

test('private models, and models that the engine does not run', async () => {
  await addModel({ server, ada }, 'hidden', { task: 'text-classification', visibility: 'private' })
  const visible = async (name: string) => {
    const answer = await post(`/hf-inference/models/ada/${name}`, { inputs: 'x' }, undefined, eve)
    return [answer.status, (await answer.text()).replaceAll(name, 'NAME')]
  }
  expect(await visible('hidden')).toEqual(await visible('absent'))
  expect(engine.requests).toEqual([])
  const file = { path: 'README.md', content: Buffer.from('---\npipeline_tag: fill-mask\nlibrary_name: unknown\n---\n') }
  await createRepo(server.hub, ada.actor, { type: 'model', name: 'odd', visibility: 'public', files: [file] })
  expect(await jsonOf(post('/hf-inference/models/ada/odd', { inputs: 'x' }))).toMatchObject([404, { code: 'inference.not_served' }])
  const listed = (await (await server.request('/v1/models', { as: eve })).json()) as { data: { id: string }[] }
  expect(listed.data.map(({ id }) => id).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'ada/faces',
    'ada/labels',
    'ada/story',
    'ada/vectors',
    'ada/voice',
  ])
})

test('upstreams behind this protocol: the body as it is, or as OpenAI’s', async () => {
  await using mock = await openMockUpstream()
  setLocalEngine(server.hub, null)
  setUpstreams(server.hub, [
    mock.upstream('tgi', [
      { id: 'ada/story' },
      { id: 'ada/vectors', task: 'feature-extraction' },
      { id: 'ada/labels', task: 'text-classification' },
    ]),
  ])
  expect(await jsonOf(post('/hf-inference/models/ada/story', { inputs: 'Tell', parameters: { max_new_tokens: 9 } }))).toEqual([
    200,
    [{ generated_text: ' turn twice' }],
  ])
  expect(mock.hits.at(-1)).toMatchObject({ path: '/v1/completions', body: { model: 'served-ada/story', prompt: 'Tell', max_tokens: 9 } })
  expect(await jsonOf(post('/hf-inference/models/ada/vectors', { inputs: 'a' }))).toEqual([200, [0.5, 0, -1]])
  expect(await jsonOf(post('/hf-inference/models/ada/labels', { inputs: 'a' }))).toMatchObject([
    400,
    { code: 'inference.unsupported_task' },
  ])
  setUpstreams(server.hub, [
    mock.upstream('other-hub', [{ id: 'ada/labels', upstreamId: 'x/y', task: 'text-classification' }], { kind: 'hf-inference', paths: {} }),
  ])
  mock.behave((_hit, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<script>alert(1)</script>'))
  const raw = await post('/hf-inference/models/ada/labels', Buffer.from('bytes'), { 'Content-Type': 'audio/flac' })
  expect([raw.headers.get('content-type'), raw.headers.get('x-content-type-options')]).toEqual(['application/octet-stream', 'nosniff'])
  expect(mock.hits.at(-1)).toMatchObject({ path: '/v1/models/x/y', bytes: Buffer.from('bytes'), headers: { 'content-type': 'audio/flac' } })
})

test("generation parameters in OpenAI's protocol reach the engine by its own names", async () => {
  const body = {
    model: 'ada/story',
    messages,
    max_tokens: 7,
    stop: 'END',
    temperature: 0.5,
    top_k: 3,
    do_sample: true,
    n: 1,
    logprobs: false,
  }
  expect((await post('/v1/chat/completions', body)).status).toBe(200)
  const parameters = { max_new_tokens: 7, stop: ['END'], temperature: 0.5, top_k: 3, do_sample: true }
  expect(engine.requests[0]?.parameters).toEqual(parameters)
})

test.each([
  [{ max_tokens: '5' }, 'max_tokens'],
  [{ max_completion_tokens: 0 }, 'max_completion_tokens'],
  [{ n: 2 }, 'n'],
  [{ stop: 5 }, 'stop'],
  [{ stop: ['a', null] }, 'stop'],
  [{ logprobs: true }, 'logprobs'],
  [{ response_format: { type: 'json_object' } }, 'response_format'],
  [{ stream: 'yes' }, 'stream'],
])('the engine refuses %j, naming the field', async (more, field) => {
  const [status, answer] = await jsonOf(post('/v1/chat/completions', { model: 'ada/story', messages, ...more }))
  expect([status, answer]).toMatchObject([400, { error: { param: field, code: 'body.invalid' } }])
  expect(engine.requests).toEqual([])
})
