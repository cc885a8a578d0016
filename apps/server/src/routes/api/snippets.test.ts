import { describe, expect, onTestFinished, test } from 'vitest'
import { createRepo, createUser, loadActor, type UserActor } from '@portolan/hub'
import { startTestServer } from '../../testing/start-test-server.ts'

/** A GGUF version 3 file without tensors, whose header describes a Llama model with a context of 2048 tokens. */
function emptyGguf(): Buffer {
  const u32 = (n: number) => Buffer.from(Uint32Array.of(n).buffer)
  const u64 = (n: number) => Buffer.from(BigUint64Array.of(BigInt(n)).buffer)
  const text = (value: string) => Buffer.concat([u64(value.length), Buffer.from(value)])
  const [asU32, asText] = [u32(4), u32(8)]
  return Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(0),
    u64(2),
    Buffer.concat([text('general.architecture'), asText, text('llama')]),
    Buffer.concat([text('llama.context_length'), asU32, u32(2048)]),
  ])
}

async function start() {
  const server = await startTestServer()
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { app, hub } = server
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const card = '---\nlibrary_name: transformers\npipeline_tag: text-generation\n---\n# x\n'
  const files = { 'README.md': card, 'config.json': '{"architectures":["LlamaForCausalLM"],"model_type":"llama"}', 'tokenizer.json': '{}' }
  await createRepo(hub, ada, {
    type: 'model',
    name: 'm',
    files: Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) })),
  })
  await createRepo(hub, ada, {
    type: 'model',
    name: 'quants',
    files: ['sea.Q4_K_M.gguf', 'sea.Q8_0.gguf'].map((path) => ({ path, content: emptyGguf() })),
  })
  await createRepo(hub, ada, { type: 'model', name: 'secret', visibility: 'private' })
  const get = (path: string, accept?: string) =>
    app.request(`http://localhost:7860${path}`, { headers: { host: 'localhost:7860', ...(accept ? { accept } : {}) } })
  const post = (path: string, body: unknown) =>
    app.request(`http://localhost:7860${path}`, { method: 'POST', headers: { host: 'localhost:7860' }, body: JSON.stringify(body) })
  return { get, post }
}

describe('GET /api/models/{id}/snippets', () => {
  test('gives the code of the page, pointed at this hub', async () => {
    const { get } = await start()
    const body = (await (await get('/api/models/ada/m/snippets')).json()) as {
      libraries: { library: string; blocks: { code: string; role: string }[] }[]
    }
    expect(body.libraries.map(({ library }) => library)).toEqual(['transformers', 'files'])
    expect(body.libraries[0]?.blocks[1]?.code).toContain('os.environ["HF_ENDPOINT"] = "http://localhost:7860"')
  })

  test('gives plain text to those who ask for it, and files', async () => {
    const { get } = await start()
    const text = await get('/api/models/ada/m/snippets?library=files&language=shell', 'text/plain')
    expect(text.headers.get('content-type')).toMatch('text/plain')
    expect(await text.text()).toBe(
      '# Install\npip install -U huggingface_hub\n\n# Download with the command line\nexport HF_ENDPOINT=http://localhost:7860\nhf download ada/m\n',
    )
    const notebook = await get('/api/models/ada/m/snippets?format=ipynb')
    expect(JSON.parse(await notebook.text())).toMatchObject({ nbformat: 4 })
  })

  test('gives the steps of an application, for the GGUF file asked for', async () => {
    const { get } = await start()
    const all = (await (await get('/api/models/ada/quants/snippets')).json()) as { apps: { id: string }[] }
    expect(all.apps.map(({ id }) => id)).toContain('ollama')
    const one = (await (await get('/api/models/ada/quants/snippets?app=ollama')).json()) as { libraries: unknown[]; apps: { id: string }[] }
    expect([one.libraries, one.apps.map(({ id }) => id)]).toEqual([[], ['ollama']])
    const text = await get('/api/models/ada/quants/snippets?app=ollama&file=sea.Q8_0.gguf&format=txt')
    expect(text.headers.get('content-type')).toMatch('text/plain')
    expect(await text.text()).toMatch(
      /^# Download the file from this hub\nexport HF_ENDPOINT=\S+\nhf download ada\/quants sea\.Q8_0\.gguf --local-dir model\n/,
    )
    const code = await get('/api/models/ada/quants/snippets?library=gguf&file=sea.Q8_0.gguf', 'text/plain')
    expect(await code.text()).toContain('"sea.Q8_0.gguf"')
    expect(await (await get('/api/models/ada/quants/snippets?library=gguf', 'text/plain')).text()).toContain('"sea.Q4_K_M.gguf"')
  })

  test.for([
    ['/api/models/ada/m/snippets?app=ollama', 404, 'snippet.not_offered'],
    ['/api/models/ada/m/snippets?app=nope', 400, 'query.invalid'],
    ['/api/models/ada/quants/snippets?app=ollama&format=sh', 400, 'query.invalid'],
    ['/api/models/ada/quants/snippets?file=none.gguf', 404, 'entry.not_found'],
    ['/api/models/ada/m/snippets?library=nope', 404, 'snippet.unknown_library'],
    ['/api/models/ada/m/snippets?library=diffusers', 404, 'snippet.not_offered'],
    ['/api/models/ada/m/snippets?language=cobol', 400, 'query.invalid'],
    ['/api/models/ada/m/snippets?revision=nope', 404, 'revision.not_found'],
    ['/api/models/ada/secret/snippets', 401, 'repo.not_found'],
    ['/api/models/ada/none/snippets', 401, 'repo.not_found'],
  ] as const)('%s answers %i', async ([path, status, code]) => {
    const { get } = await start()
    const answer = await get(path)
    expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({ status, code })
  })
})

describe('the code that calls a model', () => {
  interface Answer {
    snippets: { language: string; client: string; code: string }[]
    reason?: { code: string }
  }

  test('names this hub, the model and the token by its name only', async () => {
    const { get } = await start()
    const { snippets } = (await (await get('/api/models/ada/m/inference-snippets?streaming=true')).json()) as Answer
    expect(snippets.map(({ client }) => client)).toContain('openai')
    expect(snippets.filter(({ code }) => !code.includes('http://localhost:7860/') || !code.includes('HF_TOKEN'))).toEqual([])
    const text = await get('/api/models/ada/m/inference-snippets?client=curl', 'text/plain')
    expect(await text.text()).toMatch(/^curl http:\/\/localhost:7860\/v1\/chat\/completions /)
  })

  test('takes inputs and parameters by POST', async () => {
    const { post } = await start()
    const opts = { messages: [{ role: 'user', content: "It's `$(late)`" }], parameters: { temperature: 0, stop: ['\n'] } }
    const { snippets } = (await (await post('/api/models/ada/m/inference-snippets', { opts })).json()) as Answer
    const curl = snippets.find(({ client }) => client === 'curl')
    expect(curl?.code).toContain('"temperature": 0')
    expect(curl?.code).toContain('"It\\u0027s `$(late)`"')
  })

  test('gives the reason where nobody can call', async () => {
    const { get, post } = await start()
    const { snippets, reason } = (await (await get('/api/models/ada/m/inference-snippets?provider=nobody')).json()) as Answer
    expect({ snippets, reason }).toMatchObject({ snippets: [], reason: { code: 'provider-unknown' } })
    expect((await get('/api/models/ada/m/inference-snippets?provider=nobody', 'text/plain')).status).toBe(404)
    expect((await get('/api/models/ada/m/inference-snippets?client=telnet')).status).toBe(400)
    expect((await get('/api/models/ada/secret/inference-snippets')).status).toBe(401)
    expect((await post('/api/models/ada/m/inference-snippets', { opts: [] })).status).toBe(400)
    expect((await post('/api/models/ada/m/inference-snippets', { token: 'hf_x' })).status).toBe(400)
  })
})
