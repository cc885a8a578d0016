import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MockUpstream, openMockUpstream, upstreamKey } from '../../apps/server/src/testing/mock-upstream.ts'
import { releases } from '../clients/run-scenario.ts'
import { admin, bootHub, type BootedHub, freePort } from '../support/booted-hub.ts'

/*
 * InferenceClient sends calls by model name to a constant address of another company. A hub cannot change that, but its answer decides whether the
 * client gets that far: nothing may leave for another host. All other hosts are behind a proxy that notes who is asked for.
 */

let hub: BootedHub
let upstream: MockUpstream
let work = ''
let proxy = { url: '', asked: [] as string[], end: async () => {} }

beforeAll(async () => {
  upstream = await openMockUpstream()
  work = await mkdtemp(join(tmpdir(), 'portolan-elsewhere-'))
  const served = '{ id: ada/tides, upstream: tides }, { id: ada/vectors, upstream: vectors, task: feature-extraction }'
  const file = join(work, 'inference.yaml')
  await writeFile(
    file,
    `upstreams:\n  - name: mock\n    kind: openai\n    url: ${upstream.url}\n    key: MOCK_KEY\n    models: [${served}]\n`,
  )
  hub = await bootHub({ PORTOLAN_INFERENCE_FILE: file, MOCK_KEY: upstreamKey, PORTOLAN_ENGINE: 'off' })
  for (const name of ['tides', 'vectors'])
    await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name }) })
  proxy = await openNotingProxy()
})
afterAll(async () => {
  await proxy.end()
  await hub[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
  await rm(work, { recursive: true, force: true })
})

/** Refuses every request, and notes the hosts. */
async function openNotingProxy(): Promise<typeof proxy> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, asked, end: async () => void server.close() }
}

const script = `
import json, os
from huggingface_hub import HfApi, InferenceClient
hub, seen = os.environ["HF_ENDPOINT"], {}
def note(name, work):
    try:
        seen[name] = work()
    except Exception as error:
        seen[name] = f"{type(error).__name__}: {error}"
note("feature_extraction", lambda: InferenceClient(model="ada/vectors").feature_extraction("a").tolist())
note("text_generation", lambda: InferenceClient().text_generation("a", model="ada/tides"))
messages = [{"role": "user", "content": "a secret"}]
note("a provider", lambda: InferenceClient(provider="together").chat_completion(messages, model="ada/tides").choices[0].message.content)
chat = lambda base_url: InferenceClient(base_url=base_url).chat_completion(messages, model="ada/tides").choices[0].message.content
note("base_url", lambda: chat(f"{hub}/v1"))
note("model", lambda: InferenceClient(model=f"{hub}/hf-inference/models/ada/tides").text_generation("a", max_new_tokens=5))
note("mapping", lambda: [each.provider for each in HfApi().model_info("ada/tides", expand=["inferenceProviderMapping", "inference"]).inference_provider_mapping])
print(json.dumps(seen))
`

describe.for(releases)('InferenceClient of huggingface_hub $name', ({ python, provide }) => {
  const need = existsSync(python) ? '' : `, provide it with: ${provide}`
  test.skipIf(need !== '')(`sends nothing to another host${need}`, async () => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: work,
      HF_ENDPOINT: hub.url,
      HF_TOKEN: admin.token,
      HTTP_PROXY: proxy.url,
      HTTPS_PROXY: proxy.url,
      NO_PROXY: '127.0.0.1,localhost',
    }
    proxy.asked.length = 0
    const { stdout } = await promisify(execFile)(python, ['-c', script], { env })
    const seen = JSON.parse(stdout) as Record<string, unknown>
    const advice = (model: string) => `InferenceClient(model="${hub.url}/hf-inference/models/ada/${model}")`
    expect(seen).toEqual({
      feature_extraction: expect.stringContaining(advice('vectors')) as string,
      text_generation: expect.stringContaining(advice('tides')) as string,
      'a provider': expect.stringContaining(`InferenceClient(base_url="${hub.url}/v1")`) as string,
      base_url: expect.stringMatching(/./) as string,
      model: expect.stringMatching(/./) as string,
      mapping: ['mock'],
    })
    for (const name of ['base_url', 'model']) expect(seen[name]).not.toMatch(/Error/)
    for (const name of ['feature_extraction', 'text_generation', 'a provider']) expect(seen[name]).toMatch(/^BadRequestError: /)
    expect(proxy.asked).toEqual([])
  })
})
