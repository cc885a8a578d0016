import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type InferenceOptions, inferenceSnippets, targetFor, toModelFacts } from '@portolan/snippets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MockUpstream, openMockUpstream, upstreamKey } from '../../apps/server/src/testing/mock-upstream.ts'
import { node, python, type Runner, shell } from '../../packages/snippets/proofs/inference/programs.ts'
import { clientsAreInstalled, clientsFolder } from '../../packages/snippets/proofs/inference/client-sandbox.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'

/*
 * The same code against a running hub: the owner's upstream receives the request that was built, except for the upstream's model name, the owner's
 * key and the option to count tokens.
 */
const lacking = clientsAreInstalled() ? null : 'the clients are missing: bash scripts/test/inference-clients.sh'
const said = 'it\'s "so" $(id) `id` ${x}\n\\ \u2028 漢 😀'
const calls: readonly [what: string, opts: InferenceOptions][] = [
  ['chat', {}],
  ['chat, streaming', { streaming: true }],
  ['hostile chat with parameters', { parameters: { temperature: 0.5, stop: [said] }, messages: [{ role: 'user', content: said }] }],
  ['hostile chat, streaming', { streaming: true, messages: [{ role: 'user', content: said }] }],
]

let hub: BootedHub
let upstream: MockUpstream
let work = ''
let runners: Readonly<Record<'python' | 'javascript' | 'shell', Runner>>

beforeAll(async () => {
  if (lacking !== null) return
  upstream = await openMockUpstream()
  work = mkdtempSync(join(clientsFolder, 'js/hub-'))
  const file = join(work, 'inference.yaml')
  const served = '{ id: ada/tides, upstream: their-tides }'
  writeFileSync(
    file,
    `upstreams:\n  - name: mock\n    kind: openai\n    url: ${upstream.url}\n    key: MOCK_KEY\n    models: [${served}]\n`,
  )
  hub = await bootHub({ PORTOLAN_INFERENCE_FILE: file, MOCK_KEY: upstreamKey, PORTOLAN_ENGINE: 'off' })
  await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ type: 'model', name: 'tides' }) })
  const environment = { PATH: process.env['PATH'] ?? '', HOME: work, HF_HOME: join(work, 'hf'), LANG: 'C.UTF-8', HF_TOKEN: admin.token }
  runners = {
    python: python(join(clientsFolder, 'venv/bin/python'), environment),
    javascript: node(environment),
    shell: shellWith(environment),
  }
})
afterAll(async () => {
  if (lacking !== null) return
  for (const runner of Object.values(runners)) await runner[Symbol.asyncDispose]()
  await hub[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
  rmSync(work, { recursive: true, force: true })
})

function shellWith(environment: Readonly<Record<string, string>>): Runner {
  return { ...shell, run: (program) => shell.run({ ...program, environment }) }
}

describe('through the hub to its upstream', () => {
  test.for(calls)('%s', async ([, opts], { skip }) => {
    skip(lacking !== null, lacking ?? '')
    const facts = toModelFacts({ id: 'ada/tides', pipeline_tag: 'text-generation', tags: ['conversational'] })
    const answer = inferenceSnippets(facts, targetFor(hub.url), { provider: 'portolan', opts })
    if ('reason' in answer) throw new Error(answer.reason.text)
    expect(answer.snippets.map(({ client }) => client)).toHaveLength(7)
    for (const [i, { language, client, code, install, request }] of answer.snippets.entries()) {
      const folder = join(work, `${Date.now()}-${i}`)
      mkdirSync(folder)
      upstream.hits.length = 0
      const run = await runners[language].run({ code, folder, environment: {}, packages: install.split(/\s+/) })
      expect({ client, ...run }).toMatchObject({ client, status: 0, output: expect.stringMatching(/tides.*turn.*twice/s) })
      expect(upstream.hits).toHaveLength(1)
      const [hit] = upstream.hits
      const built = request.body.kind === 'json' ? request.body.value : null
      // The hub counts the tokens of streams, too.
      const counted = request.streams ? { stream_options: { include_usage: true } } : {}
      expect({ client, body: hit?.body }).toEqual({ client, body: { ...(built as object), model: 'their-tides', ...counted } })
      expect(hit?.headers.authorization).toBe(`Bearer ${upstreamKey}`)
      expect(JSON.stringify(hit?.headers)).not.toContain(admin.token)
    }
  })
})
