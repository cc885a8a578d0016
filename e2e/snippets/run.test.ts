import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProofEntry } from '@portolan/snippets'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'
import { type Block, cleanEnvironment, loadBlocks, ranWith, recordRuns } from './printed-code.ts'
import { recordCalls } from '../support/noted-calls.ts'

const notes = recordCalls(import.meta.filename)

/* The code that the hub prints, run as is against the hub that printed it, with a real model: JavaScript, and the ways to download files. */
const root = join(import.meta.dirname, '../..')
const data = process.env['PORTOLAN_SHARED_DATA'] ?? join(root, '../shared/data')
const model = join(data, 'models/karpathy/stories260K')
const js = process.env['PORTOLAN_E2E_JS'] ?? join(root, '.cache/js')
const python = join(process.env['PORTOLAN_E2E_VENVS'] ?? join(root, '.cache/venvs'), 'newest/bin/python')

let hub: BootedHub
let home = ''
const ran: Record<string, ProofEntry> = {}

beforeAll(async () => {
  hub = await bootHub()
  home = mkdtempSync(join(tmpdir(), 'portolan-home-'))
  for (const [name, isPrivate] of [
    ['stories', false],
    ['diary', true],
  ] as const) {
    await hub.fetch('/api/repos/create', { method: 'POST', body: JSON.stringify({ name, private: isPrivate }) })
    if (existsSync(model)) await uploadFolder(`${admin.name}/${name}`)
  }
})
afterAll(async () => {
  await hub[Symbol.asyncDispose]()
  rmSync(home, { recursive: true, force: true })
  recordRuns(ran)
})

async function uploadFolder(repo: string): Promise<void> {
  const lines: unknown[] = [{ key: 'header', value: { summary: 'Add the model' } }]
  for (const path of readdirSync(model, { recursive: true }) as string[]) {
    const file = join(model, path)
    if (!/\.\w+$/.test(path)) continue
    const content = readFileSync(file)
    const oid = createHash('sha256').update(content).digest('hex')
    if (content.length < 100_000) {
      lines.push({ key: 'file', value: { path, content: content.toString('base64'), encoding: 'base64' } })
      continue
    }
    const batch = await hub.fetch(`/${repo}.git/info/lfs/objects/batch`, {
      method: 'POST',
      body: JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid, size: content.length }] }),
    })
    const [object] = ((await batch.json()) as { objects: { actions?: { upload: { href: string } } }[] }).objects
    if (object?.actions) expect((await fetch(object.actions.upload.href, { method: 'PUT', body: content })).ok).toBe(true)
    lines.push({ key: 'lfsFile', value: { path, algo: 'sha256', oid, size: content.length } })
  }
  const card = '---\nlicense: mit\npipeline_tag: text-generation\n---\n# Stories\n'
  lines.push({ key: 'file', value: { path: 'README.md', content: card } })
  const commit = await hub.fetch(`/api/models/${repo}/commit/main`, {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect({ status: commit.status, body: commit.ok ? '' : await commit.text() }).toEqual({ status: 200, body: '' })
}

const blocks = (repo: string, library: string, language: string, revision?: string): Promise<Block[]> =>
  loadBlocks(hub, repo, library, language, revision)
const environment = (extra?: Record<string, string>) => cleanEnvironment(home, join(python, '..'), extra)

function runNode(code: string, extra?: Record<string, string>): { status: number | null; output: string } {
  const file = join(js, `snippet-${process.pid}.mjs`)
  rmSync(join(js, 'node_modules/@huggingface/transformers/.cache'), { recursive: true, force: true })
  writeFileSync(file, code)
  try {
    const done = spawnSync(process.execPath, [file], { encoding: 'utf8', env: environment(extra), cwd: js, timeout: 120_000 })
    return { status: done.status, output: done.stdout + done.stderr }
  } finally {
    rmSync(file)
  }
}

function run(program: string, code: string, extra?: Record<string, string>): { status: number | null; output: string } {
  const done = spawnSync(program, program === python ? ['-c', code] : ['-euc', code], {
    encoding: 'utf8',
    env: environment(extra),
    cwd: home,
    timeout: 120_000,
  })
  return { status: done.status, output: done.stdout + done.stderr }
}

function versionOf(name: string): string {
  const done = spawnSync(python, ['-c', `import importlib.metadata; print(importlib.metadata.version("${name}"))`], { encoding: 'utf8' })
  return `${name} ${done.stdout.trim()}`
}

describe.skipIf(!existsSync(model) || !existsSync(join(js, 'node_modules/@huggingface/transformers')))('printed JavaScript', () => {
  test('the transformers.js code writes a story with the model of this hub', async () => {
    const [block] = await blocks(`${admin.name}/stories`, 'transformers.js', 'javascript')
    const { status, output } = runNode(block?.code ?? '')
    expect({ status, output }).toMatchObject({ status: 0 })
    expect(output).toMatch(/generated_text: ['"`]Once upon a time, /)
    const { version } = JSON.parse(readFileSync(join(js, 'node_modules/@huggingface/transformers/package.json'), 'utf8')) as {
      version: string
    }
    ran['transformers.js/pipeline:text-generation'] = ranWith(`@huggingface/transformers ${version}`)
    const client = '@huggingface/transformers (Node)'
    notes.note('newest', { client, version, call: "pipeline('text-generation')", error: null, status: null, note: null })
  })

  test('for a private repo it takes the token from the environment, and fails without one', async () => {
    const [block] = await blocks(`${admin.name}/diary`, 'transformers.js', 'javascript')
    expect(runNode(block?.code ?? '', { HF_TOKEN: admin.token }).output).toMatch('generated_text')
    expect(runNode(block?.code ?? '', { HF_TOKEN: `hf_${'x'.repeat(34)}` }).status).toBe(1)
  })
})

describe.skipIf(!existsSync(model) || !existsSync(join(js, 'node_modules/@huggingface/hub')))('printed JavaScript of the files', () => {
  test('the download code in Node fetches every file, also of a private repo with the token in the environment', async () => {
    for (const repo of ['stories', 'diary']) {
      const [block] = await blocks(`${admin.name}/${repo}`, 'files', 'javascript')
      // Its own cache: otherwise the Python client would find the files that this one downloaded.
      const { status, output } = runNode(block?.code ?? '', { HF_TOKEN: admin.token, HF_HOME: join(home, 'js') })
      expect({ status, output }).toMatchObject({ status: 0 })
      const folder = /^\/\S+snapshots\/\S+$/m.exec(output)?.[0] ?? ''
      for (const path of ['model.safetensors', 'onnx/model.onnx', 'tokenizer.json'])
        expect(readFileSync(join(folder, path)).equals(readFileSync(join(model, path)))).toBe(true)
    }
    const { version } = JSON.parse(readFileSync(join(js, 'node_modules/@huggingface/hub/package.json'), 'utf8')) as { version: string }
    ran['files/javascript'] = ranWith(`@huggingface/hub ${version}`)
  })
})

describe.skipIf(!existsSync(model) || !existsSync(python))('printed Python and shell', () => {
  test('the download code in Python fetches every file, byte for byte', async () => {
    const [block] = await blocks(`${admin.name}/stories`, 'files', 'python')
    const { status, output } = run(python, block?.code ?? '')
    expect({ status, output }).toMatchObject({ status: 0 })
    // The path is the last line on standard output; progress bars go to standard error.
    const folder = /^\/\S+snapshots\/[0-9a-f]{40}$/m.exec(output)?.[0] ?? ''
    for (const path of ['model.safetensors', 'onnx/model.onnx', 'tokenizer.json'])
      expect(readFileSync(join(folder, path)).equals(readFileSync(join(model, path)))).toBe(true)
    ran['files/python'] = ranWith(versionOf('huggingface_hub'))
  })

  test('the command line code downloads, also a private repo with the token in the environment', async () => {
    const [open] = await blocks(`${admin.name}/stories`, 'files', 'shell')
    expect(run('bash', open?.code ?? '').status).toBe(0)
    const [secret] = await blocks(`${admin.name}/diary`, 'files', 'shell')
    expect(run('bash', secret?.code ?? '').status).not.toBe(0)
    expect(run('bash', secret?.code ?? '', { HF_TOKEN: admin.token })).toMatchObject({ status: 0 })
    ran['files/cli'] = ranWith(versionOf('huggingface_hub'))
  })

  test('the ONNX code opens the model of a pinned commit', async () => {
    const { sha } = (await (await hub.fetch(`/api/models/${admin.name}/stories`)).json()) as { sha: string }
    const [block] = await blocks(`${admin.name}/stories`, 'onnx', 'python', sha)
    expect(block?.code).toContain(sha)
    const { status, output } = run(python, block?.code ?? '')
    expect({ status, output }).toMatchObject({ status: 0 })
    expect(output).toContain('input_ids tensor(int64)')
    ran['onnx/session'] = ranWith(versionOf('onnxruntime'))
  })
})
