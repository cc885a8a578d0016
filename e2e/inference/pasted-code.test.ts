import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runtimeProblem } from '../../packages/engine/src/runtime-folder.ts'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { commitFiles } from '../support/commit-files.ts'
import { cleanEnvironment } from '../snippets/printed-code.ts'

/*
 * The code shown on a model's page, pasted as is into a file and run by the real clients: a fresh hub without any configuration responds with a real
 * model. The token is in the environment, as the code says.
 */
const root = join(import.meta.dirname, '../..')
const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
const model = join(data, 'models/karpathy/stories260K')
const clients = process.env['PORTOLAN_INFERENCE_CLIENTS'] ?? join(root, '.cache/inference')
const engine = process.env['PORTOLAN_ENGINE_RUNTIME'] ?? join(root, 'packages/engine/runtime')

const lacking = !existsSync(model)
  ? 'no shared data'
  : !existsSync(join(clients, 'venv/bin/python')) || !existsSync(join(clients, 'js/node_modules'))
    ? 'no clients: bash scripts/test/inference-clients.sh'
    : runtimeProblem(engine)

const all = [
  'python/openai',
  'python/huggingface_hub',
  'python/requests',
  'javascript/openai',
  'javascript/huggingface.js',
  'javascript/fetch',
  'shell/curl',
]

interface Snippet {
  readonly language: 'python' | 'javascript' | 'shell'
  readonly client: string
  readonly code: string
}

let hub: BootedHub
let work = ''

beforeAll(async () => {
  if (lacking !== null) return
  hub = await bootHub({ PORTOLAN_ENGINE_RUNTIME: engine })
  work = mkdtempSync(join(tmpdir(), 'portolan-pasted-'))
  symlinkSync(join(clients, 'js/node_modules'), join(work, 'node_modules'))
  const files = (readdirSync(model, { recursive: true }) as string[]).filter((path) => /\.\w+$/.test(path) && !path.endsWith('.gguf'))
  for (const [name, isPrivate] of [
    ['stories', false],
    ['diary', true],
  ] as const) {
    await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ name, private: isPrivate }) })
    await commitFiles(hub, `models/${admin.name}/${name}`, {
      'README.md': '---\nlibrary_name: transformers.js\npipeline_tag: text-generation\ntags: [conversational]\n---\n# Stories\n',
      ...Object.fromEntries(files.map((path) => [path, readFileSync(join(model, path))])),
    })
  }
})
afterAll(async () => {
  if (lacking !== null) return
  await hub[Symbol.asyncDispose]()
  rmSync(work, { recursive: true, force: true })
})

describe.each([
  { streaming: false, repo: 'stories' },
  { streaming: true, repo: 'stories' },
  { streaming: false, repo: 'diary' },
])('$repo, streaming $streaming', ({ streaming, repo }) => {
  test.for(all)('%s answers', async (name, { skip }) => {
    skip(lacking !== null, lacking ?? '')
    const { status, output } = await run(await snippetOf(repo, streaming, name))
    expect({ status, output }).toMatchObject({ status: 0 })
    // The model generates stories, so the output contains English words whatever the prompt.
    expect(output).toMatch(/\b(the|a|was|and|he|she|they|to)\b/i)
    // curl exits with 0 whatever the response is, and prints all of it.
    if (name === 'shell/curl') expect(output).toContain(streaming ? 'data: [DONE]' : '"finish_reason"')
  })

  test('there is no other client', async ({ skip }) => {
    skip(lacking !== null, lacking ?? '')
    const printed = await snippets(repo, streaming)
    expect(printed.map(({ language, client }) => `${language}/${client}`)).toEqual(all)
  })
})

test('with another token the code says that it was refused', async ({ skip }) => {
  skip(lacking !== null, lacking ?? '')
  const snippet = await snippetOf('diary', false, 'python/requests')
  const { status, output } = await run(snippet, { HF_TOKEN: `hf_${'x'.repeat(34)}` })
  expect(status).not.toBe(0)
  expect(output).toContain('401')
})

async function snippets(repo: string, streaming: boolean): Promise<readonly Snippet[]> {
  const answer = await hub.fetch(`/api/models/${admin.name}/${repo}/inference-snippets?streaming=${streaming}`)
  return ((await answer.json()) as { snippets: Snippet[] }).snippets
}

async function snippetOf(repo: string, streaming: boolean, name: string): Promise<Snippet> {
  const found = (await snippets(repo, streaming)).find(({ language, client }) => `${language}/${client}` === name)
  if (!found) throw new Error(`The page has no code for ${name}`)
  return found
}

let runs = 0

async function run({ language, code }: Snippet, extra: Record<string, string> = {}): Promise<{ status: number | null; output: string }> {
  const folder = join(work, `run-${runs++}`)
  mkdirSync(folder)
  const file = join(folder, { python: 'paste.py', javascript: 'paste.mjs', shell: 'paste.sh' }[language])
  writeFileSync(file, code)
  const program = { python: join(clients, 'venv/bin/python'), javascript: process.execPath, shell: 'bash' }[language]
  const child = spawn(program, [file], {
    cwd: folder,
    env: cleanEnvironment(folder, join(clients, 'venv/bin'), { HF_TOKEN: admin.token, ...extra }),
    timeout: 120_000,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const status = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { status, output: output.slice(-4_000) }
}
