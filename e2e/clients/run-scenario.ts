import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { admin } from '../support/booted-hub.ts'
import { testName, type CallRecord, type NotedCall } from '../support/call-record.ts'

const root = join(import.meta.dirname, '../..')
const venvs = process.env['PORTOLAN_E2E_VENVS'] ?? join(root, '.cache/venvs')
const scenariosFile = join(import.meta.dirname, 'python/scenarios.py')

/** The releases of `huggingface_hub` under test, each in its own environment. */
export const releases = ['newest', '1.19', '0.36'].map((name) => ({
  name,
  python: join(venvs, name, 'bin/python'),
  provide: 'bash scripts/test/venvs.sh',
}))

export interface ScenarioWorld {
  readonly endpoint: string
  /** A token of a user who owns nothing. */
  readonly otherToken: string
  /** Separates the repos of two runs. */
  readonly tag?: string
  readonly environment?: Readonly<Record<string, string>>
}

export interface ScenarioResult {
  readonly status: number | null
  /** The scenario's output. */
  readonly output: string
}

/** Where to record the calls of a scenario, and under which release line. */
export interface Noting {
  readonly record: CallRecord
  readonly release: string
}

/** Written by a scenario that passed: its file name and its calls. */
interface CallsFile {
  readonly file: string
  readonly calls: readonly NotedCall[]
}

function note({ record, release }: Noting, scenario: string, { file, calls }: CallsFile): void {
  record.add(release, testName(file, scenario), calls)
}

const nowhere = 'http://127.0.0.1:9'

function environmentOf(world: ScenarioWorld, home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TMPDIR: home,
    HF_HOME: join(home, 'hf'),
    HF_ENDPOINT: world.endpoint,
    HF_TOKEN: admin.token,
    HF_HUB_DISABLE_PROGRESS_BARS: '1',
    HF_HUB_DISABLE_TELEMETRY: '1',
    HF_HUB_DISABLE_UPDATE_CHECK: '1',
    // Only this machine is reachable, so calls that always go to huggingface.co fail immediately.
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    NO_PROXY: '127.0.0.1,localhost',
    PYTHONDONTWRITEBYTECODE: '1',
    E2E_OTHER_TOKEN: world.otherToken,
    E2E_TAG: world.tag ?? 'a',
    ...world.environment,
  }
}

/** Runs one function of python/scenarios.py in its own process and home folder. Its calls are recorded if it passes. */
export async function runScenario(
  python: string,
  scenario: string,
  world: ScenarioWorld,
  { noting, file = scenariosFile }: { noting?: Noting; file?: string } = {},
): Promise<ScenarioResult> {
  const home = await mkdtemp(join(tmpdir(), 'portolan-hf-'))
  const calls = join(home, 'calls.json')
  const child = spawn(python, [file, scenario], {
    env: { ...environmentOf(world, home), E2E_CALLS: calls },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  if (status === 0 && noting) note(noting, scenario, JSON.parse(await readFile(calls, 'utf8')) as CallsFile)
  await rm(home, { recursive: true, force: true })
  return { status, output }
}

/** An interpreter that has imported everything, and runs one scenario after another in forks of itself that share one home folder. */
export interface ScenarioServer extends AsyncDisposable {
  run(scenario: string): Promise<ScenarioResult>
}

export async function openScenarios(
  python: string,
  world: ScenarioWorld,
  { noting, file = scenariosFile }: { noting: Noting; file?: string },
): Promise<ScenarioServer> {
  const home = await mkdtemp(join(tmpdir(), 'portolan-hf-'))
  const child = spawn(python, [file, '--serve'], { env: environmentOf(world, home), stdio: ['pipe', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (piece) => (said += String(piece)))
  child.stdin.on('error', () => {})
  const closed = once(child, 'close')
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (scenario: string): Promise<ScenarioResult> => {
    child.stdin.write(`${scenario}\n`)
    const answer = await answers.next()
    if (answer.done === true) return { status: null, output: `the interpreter ended before it ran ${scenario}:\n${said}` }
    const { status, output, ...noted } = JSON.parse(answer.value) as ScenarioResult & CallsFile
    if (status === 0) note(noting, scenario, noted)
    return { status, output }
  }
  return {
    run(scenario) {
      const mine = last.then(() => ask(scenario))
      last = mine
      return mine
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await closed
      await rm(home, { recursive: true, force: true })
    },
  }
}
