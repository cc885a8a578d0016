import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  answerLikeOpenAi,
  chunk,
  type MockUpstream,
  openMockUpstream,
  sendJson,
  startEvents,
  upstreamKey,
} from '../../apps/server/src/testing/mock-upstream.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { cleanEnvironment } from '../snippets/printed-code.ts'

/* The newest of the usual clients, unchanged, against a booted hub whose models are served by an OpenAI-compatible server. */

const root = join(import.meta.dirname, '../..')
const clients = process.env['PORTOLAN_INFERENCE_CLIENTS'] ?? join(root, '.cache/inference')
const python = join(clients, 'venv/bin/python')
const modules = join(clients, 'js/node_modules')
const need = existsSync(python) && existsSync(join(modules, 'openai')) ? '' : ', provide them with: bash scripts/test/inference-clients.sh'

const models = ['tides', 'limited', 'dying', 'endless']
let hub: BootedHub
let mock: MockUpstream
let work = ''
/** Number of endless streams whose connection the hub has closed. */
let closed = 0

beforeAll(async () => {
  if (need !== '') return
  mock = await openMockUpstream()
  mock.behave((hit, response) => {
    if (hit.body['model'] === 'limited') sendJson(response, { error: { message: 'slow down' } }, 429, { 'Retry-After': '7' })
    else if (hit.body['model'] === 'dying') startEvents(response).write(chunk('tides'), () => response.destroy())
    else if (hit.body['model'] === 'endless') {
      startEvents(response).write(chunk('tides'))
      void hit.closed.then(() => closed++)
    } else void answerLikeOpenAi(hit, response)
  })
  work = await mkdtemp(join(tmpdir(), 'portolan-router-'))
  const served = [
    ...models.map((name) => `{ id: ada/${name}, upstream: ${name} }`),
    '{ id: ada/vectors, upstream: vectors, task: feature-extraction }',
  ]
  await writeFile(
    join(work, 'inference.yaml'),
    `upstreams:\n  - name: mock\n    kind: openai\n    url: ${mock.url}\n    key: MOCK_KEY\n    models: [${served.join(', ')}]\n`,
  )
  hub = await bootHub({ PORTOLAN_INFERENCE_FILE: join(work, 'inference.yaml'), MOCK_KEY: upstreamKey, PORTOLAN_ENGINE: 'off' })
  for (const name of [...models, 'vectors'])
    await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name }) })
  await cp(join(import.meta.dirname, 'clients'), work, { recursive: true })
  await symlink(modules, join(work, 'node_modules'))
})
afterAll(async () => {
  if (need !== '') return
  await hub[Symbol.asyncDispose]()
  await mock[Symbol.asyncDispose]()
  await rm(work, { recursive: true, force: true })
})

async function seenBy(program: string, script: string): Promise<Record<string, unknown>> {
  const child = spawn(program, [join(work, script)], {
    cwd: work,
    env: cleanEnvironment(work, join(clients, 'venv/bin'), { HUB: hub.url, HF_TOKEN: admin.token, HF_ENDPOINT: hub.url }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let problems = ''
  child.stdout.on('data', (piece) => (output += String(piece)))
  child.stderr.on('data', (piece) => (problems += String(piece)))
  const status = await new Promise((resolve) => child.once('close', resolve))
  if (status !== 0) throw new Error(`${script} ended with ${String(status)}:\n${problems}`)
  return JSON.parse(output) as Record<string, unknown>
}

const answer = 'tides turn twice'
const all = ['ada/dying', 'ada/endless', 'ada/limited', 'ada/tides', 'ada/vectors']
const ways = Object.fromEntries(
  ['hub', 'hub /v1', 'model'].flatMap((way) => [
    [`InferenceClient, ${way}`, answer],
    [`InferenceClient, ${way}, stream`, answer],
  ]),
)
const vectors = [
  [0.5, 0, -1],
  [0.5, 1, -1],
]

test.skipIf(need !== '')(`openai and huggingface_hub in Python${need}`, async () => {
  expect(await seenBy(python, 'call_router.py')).toEqual({
    chat: [answer, 10],
    stream: [answer, 10],
    models: all,
    model: 'ada/tides',
    completion: ' turn twice',
    embeddings: vectors,
    missing: 'model_not_found',
    'unknown token': 'auth.invalid_token',
    busy: ['inference.busy', '7'],
    dying: ['tides', 'inference.failed'],
    left: 'tides',
    ...ways,
    feature_extraction: vectors[0],
    text_generation: ' turn twice',
    'InferenceClient, missing': 404,
    mapping: ['warm', [['mock', 'tides', 'live', 'conversational']]],
    warm: all,
    'of provider': all,
  })
  await expect.poll(() => closed).toBe(1)
})

test.skipIf(need !== '')(`openai and @huggingface/inference in JavaScript${need}`, async () => {
  const before = closed
  expect(await seenBy(process.execPath, 'call-router.mjs')).toEqual({
    chat: [answer, 10],
    stream: answer,
    embeddings: vectors,
    models: all,
    missing: [404, 'model_not_found'],
    busy: [429, 'inference.busy', '7'],
    dying: ['tides', 'inference.failed'],
    left: 'tides',
    ...ways,
    featureExtraction: vectors[0],
    dyingInference: 'tides!',
  })
  await expect.poll(() => closed).toBe(before + 1)
})
