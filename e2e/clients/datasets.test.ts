import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, bootHub, type BootedHub } from '../support/booted-hub.ts'

/* The newest `datasets` against the hub. The code that the hub prints for datasets is run in e2e/snippets. */

const root = join(import.meta.dirname, '../..')
const environments = process.env['PORTOLAN_PROOF_VENVS'] ?? join(root, '.cache/proof-venvs')
const python = join(environments, 'libraries/bin/python')
const need = existsSync(python) ? '' : ' (no environment: bash scripts/test/proof-venv.sh)'

let hub: BootedHub
beforeAll(async () => {
  hub = await bootHub()
})
afterAll(() => hub[Symbol.asyncDispose]())

/** Runs Python in a fresh home folder. */
async function run(words: readonly string[]): Promise<{ status: number | null; output: string }> {
  const home = await mkdtemp(join(tmpdir(), 'portolan-datasets-'))
  const child = spawn(python, words, {
    cwd: home,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: home,
      HF_HOME: join(home, 'hf'),
      HF_ENDPOINT: hub.url,
      HF_TOKEN: admin.token,
      HF_HUB_DISABLE_PROGRESS_BARS: '1',
      HF_DATASETS_DISABLE_PROGRESS_BARS: '1',
      HF_HUB_DISABLE_TELEMETRY: '1',
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await rm(home, { recursive: true, force: true })
  return { status, output }
}

describe('datasets', () => {
  test.skipIf(need !== '').for(['load_every_format', 'load_folders', 'push'] as const)(`%s${need}`, async (scenario) => {
    const result = await run([join(import.meta.dirname, 'python/datasets_formats.py'), scenario])
    expect(result).toEqual({ status: 0, output: expect.stringMatching(/ok\n$/) as string })
    if (scenario !== 'push') return
    const rows = (await (await hub.fetch('/api/datasets/ada/pushed/preview/rows?config=default&split=test')).json()) as {
      columns: { type: string }[]
      total: number
    }
    expect({ types: rows.columns.map(({ type }) => type), total: rows.total }).toEqual({ types: ['string', 'int64', 'image'], total: 2 })
  })
})
