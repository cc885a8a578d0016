import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, findUpstream, listUpstreams, type Logger } from '@portolan/hub'
import { openTestHub, type TestHub } from '@portolan/hub/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeProblem } from '../yaml/located-problems.ts'
import { startOwnUpstreams } from './own-upstreams.ts'
import { readUpstreams } from './read-upstreams.ts'
import { isKind, kindOf } from './upstream-kinds.ts'

const key = 'sk-of-the-owner'
const environment = { VLLM_KEY: key, EMPTY: ' ', BROKEN: 'two words' }

const good = `upstreams:
  - name: vllm
    kind: openai
    url: http://10.0.0.5:8000/v1/
    key: VLLM_KEY
    models:
      - id: ada/tides
        upstream: meta/tides
        context: 4096
        price: { input: 0.1, output: 0.4 }
      - id: ada/harbour
        adapter: { type: lora, weights: a.safetensors }
    timeouts: { connect: 1.5, idle: 10 }
    probe: false
    streamUsage: false
  - name: together
    kind: together
    models: []
`

test('a whole file', () => {
  const { upstreams, problems } = readUpstreams('x.yaml', good, environment)
  expect(problems).toEqual([])
  expect(upstreams).toMatchObject([
    {
      name: 'vllm',
      kind: 'openai',
      url: 'http://10.0.0.5:8000/v1',
      paths: { chat: 'chat/completions', completion: 'completions', embedding: 'embeddings' },
      models: [
        {
          id: 'ada/tides',
          upstreamId: 'meta/tides',
          task: 'conversational',
          adapter: null,
          contextLength: 4096,
          price: { input: 0.1, output: 0.4 },
        },
        {
          id: 'ada/harbour',
          upstreamId: 'ada/harbour',
          adapter: { type: 'lora', weightsPath: 'a.safetensors' },
          contextLength: null,
          price: null,
        },
      ],
      timeouts: { connect: 1_500, firstByte: 300_000, idle: 10_000 },
      probeMs: null,
      streamUsage: false,
    },
    {
      name: 'together',
      url: 'https://api.together.xyz',
      probeMs: 60_000,
      paths: { chat: 'v1/chat/completions', embedding: 'v1/embeddings' },
    },
  ])
  expect(upstreams.map((upstream) => upstream.authorization())).toEqual([`Bearer ${key}`, null])
  expect(JSON.stringify(upstreams)).not.toContain(key)
  expect(readUpstreams('x.yaml', '', {}).upstreams).toEqual([])
})

const model = 'models: []'
test.for([
  ['upstreams: [', '1:13', 'inference.yaml'],
  ['upstreams:\n  - name: a\n    kind: openai\n    url: http://x\n    models: []\n', '2:11', '2 to 42 lowercase letters'],
  [`upstreams:\n  - name: vllm\n    kind: nothing\n    ${model}\n`, '3:11', 'must be one of baseten, cerebras'],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    ${model}\n`, '3:11', 'must have a url'],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: ftp://x\n    ${model}\n`, '4:10', 'must be an http(s) URL'],
  [
    `upstreams:\n  - name: vllm\n    kind: openai\n    url: http://user:secret@x\n    ${model}\n`,
    '4:10',
    'without a query, user name, or password',
  ],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    key: NOT_SET\n    ${model}\n`, '5:10', 'NOT_SET is not set'],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    key: EMPTY\n    ${model}\n`, '5:10', 'EMPTY is not set'],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    key: BROKEN\n    ${model}\n`, '5:10', 'BROKEN is not a valid key'],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    key: sk-abc-def\n    ${model}\n`, '5:10', 'not the key itself'],
  [
    `upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    key: PORTOLAN_BOOTSTRAP_TOKEN\n    ${model}\n`,
    '5:10',
    'reserved for settings',
  ],
  [`upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    models: [{ id: tides }]\n`, '5:20', 'owner/name'],
  [
    `upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    models: [{ id: a/b, task: constructor }]\n`,
    '5:31',
    'pipeline tag',
  ],
  [
    `upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    modells: []\n    models: []\n`,
    '5:14',
    'modells is not a known field',
  ],
  [
    `upstreams:\n  - name: vllm\n    kind: openai\n    url: http://x\n    models: [{ id: a/b, price: { input: -1, output: 1 } }]\n`,
    '5:41',
    'must not be negative',
  ],
] as const)('a mistake is told by its place: %s', ([source, place, text]) => {
  const { upstreams, problems } = readUpstreams('x.yaml', source, environment)
  expect(upstreams).toEqual([])
  const lines = problems.map(describeProblem)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines[0]).toContain(`x.yaml:${place}: `)
  expect(lines[0]).toContain(text)
  expect(lines.join('\n')).not.toContain('two words')
})

test('every provider of the catalog is a kind, and nothing of the language is', () => {
  for (const kind of ['groq', 'fal-ai', 'replicate', 'zai-org', 'hf-inference', 'openai'])
    expect([kind, isKind(kind)]).toEqual([kind, true])
  expect(kindOf('fal-ai')).toMatchObject({ scheme: 'Key', paths: {} })
  expect(kindOf('replicate')).toMatchObject({ headers: { Prefer: 'wait' } })
  expect(kindOf('groq').paths).toEqual({ chat: 'openai/v1/chat/completions' })
  for (const kind of ['constructor', '__proto__', 'toString', '']) expect(isKind(kind)).toBe(false)
})

let hub: TestHub & { lines: string[] }
let folder = ''
beforeEach(async () => {
  const lines: string[] = []
  const note = (message: string, fields?: Record<string, unknown>) => void lines.push(`${message} ${JSON.stringify(fields)}`)
  const log: Logger = { debug: note, info: note, warn: note, error: note }
  hub = { ...(await openTestHub()), log, lines }
  folder = await mkdtemp(join(tmpdir(), 'portolan-upstreams-'))
})
afterEach(async () => {
  await hub.close()
  await rm(folder, { recursive: true, force: true })
})

test('the file is read again on a change; a wrong change leaves what was there; the key is in no line of the log', async () => {
  const file = join(folder, 'inference.yaml')
  await writeFile(file, good)
  await using own = await startOwnUpstreams(hub, file, environment)
  expect(listUpstreams(hub).map(({ name }) => name)).toEqual(['vllm', 'together'])
  await writeFile(file, good.replace('kind: together', 'kind: nothing'))
  await expect.poll(() => hub.lines.filter((line) => line.includes('keeping the current ones')).length).toBe(1)
  expect(hub.lines.at(-1)).toContain('inference.yaml:17:11')
  expect(listUpstreams(hub)).toHaveLength(2)
  // Replace the file with a new one, as editors do.
  await writeFile(`${file}~`, good.replace('name: vllm', 'name: llama'))
  await rename(`${file}~`, file)
  await expect.poll(() => findUpstream(hub, 'llama')?.kind).toBe('openai')
  await own[Symbol.asyncDispose]()
  expect(listUpstreams(hub)).toEqual([])
  expect(hub.lines.join('\n')).not.toContain(key)
})

test('a name that an account has, or that is taken otherwise, stops the start', async () => {
  await createUser(hub, { name: 'Vllm', password: null })
  const file = join(folder, 'inference.yaml')
  const start = async (source: string) => {
    await writeFile(file, source)
    return startOwnUpstreams(hub, file, environment)
  }
  await expect(start(good)).rejects.toThrow(/inference\.yaml:2:11: vllm is the name of an account/)
  for (const name of ['local', 'hf-inference', 'api', 'settings', 'v1'])
    await expect(start(good.replace('name: vllm', `name: ${name}`))).rejects.toThrow(/inference\.yaml:2:11: /)
  await expect(start(good.replace('name: vllm', 'name: together'))).rejects.toThrow(/inference\.yaml:16:11: together is listed twice/)
  await expect(startOwnUpstreams(hub, join(folder, 'absent.yaml'), environment)).rejects.toThrow(/absent\.yaml/)
  expect(listUpstreams(hub)).toEqual([])
})
