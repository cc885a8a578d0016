import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { recordCalls } from '../support/noted-calls.ts'
import { openScenarios, type ScenarioServer } from './run-scenario.ts'

/*
 * Acceptance check 13 of the wire contract: libraries that load models and datasets from a hub, as users install them. One
 * interpreter imports them all, which takes longer than the actual work.
 */

const root = join(import.meta.dirname, '../..')
const environments = process.env['PORTOLAN_PROOF_VENVS'] ?? join(root, '.cache/proof-venvs')
const python = join(environments, 'libraries/bin/python')
const need = existsSync(python) ? '' : ' (no environment: bash scripts/test/proof-venv.sh)'
const settings = { HF_DATASETS_DISABLE_PROGRESS_BARS: '1', OMP_NUM_THREADS: '1', CUDA_VISIBLE_DEVICES: '' }

const { record } = recordCalls(import.meta.filename)
let hub: BootedHub | undefined
let server: ScenarioServer | undefined
beforeAll(async () => {
  if (need !== '') return
  hub = await bootHub()
  const world = { endpoint: hub.url, otherToken: '', environment: settings }
  const file = join(import.meta.dirname, 'python/library_calls.py')
  server = await openScenarios(python, world, { noting: { record, release: 'newest' }, file })
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await hub?.[Symbol.asyncDispose]()
})

const ok = { status: 0, output: expect.stringMatching(/ok\n$/) as string }

const scenarios = ['auto_classes', 'pushed', 'own_code', 'offline', 'diffusion', 'tables', 'load_every_format', 'load_folders'] as const

test.skipIf(need !== '').for(scenarios)(`%s${need}`, async (scenario) => {
  expect(await server?.run(scenario)).toEqual(ok)
})

test.skipIf(need !== '')(`a dataset that was pushed, and its rows on the hub${need}`, async () => {
  expect(await server?.run('push')).toEqual(ok)
  const answer = await hub?.fetch('/api/datasets/ada/pushed/preview/rows?config=default&split=test')
  const rows = (await answer?.json()) as { columns: { type: string }[]; total: number }
  expect({ types: rows.columns.map(({ type }) => type), total: rows.total }).toEqual({ types: ['string', 'int64', 'image'], total: 2 })
})
