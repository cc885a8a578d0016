import { describe, expect, test } from 'vitest'
import { createRepo, createUser, loadActor, type UserActor } from '@portolan/hub'
import { openTestHub } from '@portolan/hub/testing'
import { createApp } from '../../app.ts'

async function start() {
  const hub = await openTestHub()
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = (await loadActor(hub.db.read, account.id, null)) as UserActor
  const card = '---\nlibrary_name: transformers\npipeline_tag: text-generation\n---\n# x\n'
  const files = { 'README.md': card, 'config.json': '{"architectures":["LlamaForCausalLM"],"model_type":"llama"}', 'tokenizer.json': '{}' }
  await createRepo(hub, ada, {
    type: 'model',
    name: 'm',
    files: Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) })),
  })
  await createRepo(hub, ada, { type: 'model', name: 'secret', visibility: 'private' })
  const app = createApp(hub)
  const get = (path: string, accept?: string) =>
    app.request(`http://localhost:7860${path}`, { headers: { host: 'localhost:7860', ...(accept ? { accept } : {}) } })
  return { hub, get }
}

describe('GET /api/models/{id}/snippets', () => {
  test('gives the code of the page, pointed at this hub', async () => {
    const { hub, get } = await start()
    const body = (await (await get('/api/models/ada/m/snippets')).json()) as {
      libraries: { library: string; blocks: { code: string; role: string }[] }[]
    }
    expect(body.libraries.map(({ library }) => library)).toEqual(['transformers', 'files'])
    expect(body.libraries[0]?.blocks[1]?.code).toContain('os.environ["HF_ENDPOINT"] = "http://localhost:7860"')
    await hub.close()
  })

  test('gives plain text to those who ask for it, and files', async () => {
    const { hub, get } = await start()
    const text = await get('/api/models/ada/m/snippets?library=files&language=shell', 'text/plain')
    expect(text.headers.get('content-type')).toMatch('text/plain')
    expect(await text.text()).toBe(
      '# Install\npip install -U huggingface_hub\n\n# Download with the command line\nexport HF_ENDPOINT=http://localhost:7860\nhf download ada/m\n',
    )
    const notebook = await get('/api/models/ada/m/snippets?format=ipynb')
    expect(JSON.parse(await notebook.text())).toMatchObject({ nbformat: 4 })
    await hub.close()
  })

  test.for([
    ['/api/models/ada/m/snippets?library=nope', 404, 'snippet.unknown_library'],
    ['/api/models/ada/m/snippets?library=diffusers', 404, 'snippet.not_offered'],
    ['/api/models/ada/m/snippets?language=cobol', 400, 'query.invalid'],
    ['/api/models/ada/m/snippets?revision=nope', 404, 'revision.not_found'],
    ['/api/models/ada/secret/snippets', 401, 'repo.not_found'],
    ['/api/models/ada/none/snippets', 401, 'repo.not_found'],
  ] as const)('%s answers %i', async ([path, status, code]) => {
    const { hub, get } = await start()
    const answer = await get(path)
    expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({ status, code })
    await hub.close()
  })
})
