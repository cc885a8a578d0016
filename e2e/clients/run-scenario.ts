import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { admin } from '../support/booted-hub.ts'

const root = join(import.meta.dirname, '../..')
const venvs = process.env['PORTOLAN_E2E_VENVS'] ?? join(root, '.cache/venvs')

/** The releases of `huggingface_hub` that are run, each in an environment of its own. */
export const releases = ['newest', '1.19', '0.36'].map((name) => ({
  name,
  python: join(venvs, name, 'bin/python'),
  provide: 'bash scripts/test/venvs.sh',
}))

export interface ScenarioWorld {
  readonly endpoint: string
  /** A token of a user who owns nothing. */
  readonly otherToken: string
  /** Keeps the repos of two runs apart. */
  readonly tag?: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs one function of python/scenarios.py in a fresh home folder. `output` is what it printed. */
export async function runScenario(
  python: string,
  scenario: string,
  world: ScenarioWorld,
): Promise<{ status: number | null; output: string }> {
  const home = await mkdtemp(join(tmpdir(), 'portolan-hf-'))
  const child = spawn(python, [join(import.meta.dirname, 'python/scenarios.py'), scenario], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: home,
      HF_HOME: join(home, 'hf'),
      HF_ENDPOINT: world.endpoint,
      HF_TOKEN: admin.token,
      HF_HUB_DISABLE_PROGRESS_BARS: '1',
      HF_HUB_DISABLE_TELEMETRY: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      E2E_OTHER_TOKEN: world.otherToken,
      E2E_TAG: world.tag ?? 'a',
      ...world.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  await rm(home, { recursive: true, force: true })
  return { status, output }
}
