import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The administrator of every booted hub. */
export const admin = { name: 'ada', token: `hf_${'e2e'.repeat(10)}` }

/** `npm start`, or `npm run dev`. */
export type Program = 'start' | 'dev'

const programs: Record<Program, readonly string[]> = {
  start: ['apps/server/src/main.ts'],
  dev: ['--conditions=development', 'apps/server/src/dev.ts'],
}

export interface BootedHub extends AsyncDisposable {
  readonly url: string
  readonly dataDir: string
  /** The id of its process. */
  readonly pid: number
  /** True while its process is alive. */
  readonly isAlive: boolean
  /** What the process has printed since it was last started. */
  output(): string
  /** Ends the process at once, as a power cut or the kernel would. */
  kill(): Promise<void>
  /** Stops the process as an operator would. */
  stop(): Promise<void>
  /** Restarts it with the same folder and port. */
  restart(program?: Program): Promise<void>
  /** Sends a request with the administrator's token. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

type Settings = Record<string, string>

/** Starts the real server on a free port with an empty folder; dispose removes both. @param settings may depend on the address of the hub */
export async function bootHub(settings: Settings | ((url: string) => Settings) = {}): Promise<BootedHub> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-e2e-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    PORTOLAN_PORT: String(port),
    PORTOLAN_DATA_DIR: dataDir,
    PORTOLAN_BOOTSTRAP_USER: admin.name,
    PORTOLAN_BOOTSTRAP_TOKEN: admin.token,
    PORTOLAN_RATE_LIMIT: '0',
    PORTOLAN_SIGN_UP_LIMIT: '0',
    ...(typeof settings === 'function' ? settings(url) : settings),
  }
  let { child, output } = await start(environment, url)
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return {
    url,
    dataDir,
    get pid() {
      return child.pid ?? 0
    },
    get isAlive() {
      return child.exitCode === null && child.signalCode === null
    },
    output: () => output(),
    kill: () => kill('SIGKILL'),
    stop: () => kill('SIGTERM'),
    async restart(program = 'start') {
      ;({ child, output } = await start(program === 'dev' ? { ...environment, NODE_ENV: 'development' } : environment, url, program))
    },
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('Authorization', `Bearer ${admin.token}`)
      return fetch(new URL(path, url), { ...init, headers })
    },
    async [Symbol.asyncDispose]() {
      await kill('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function start(
  environment: NodeJS.ProcessEnv,
  url: string,
  program: Program = 'start',
): Promise<{ child: ChildProcess; output: () => string }> {
  const child = spawn(process.execPath, programs[program], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (output += String(piece)))
  // Only ends what hangs: on a busy machine a start takes many times as long.
  for (let waited = 0; waited < 180_000; waited += 50) {
    if (child.exitCode !== null) throw new Error(`The hub ended with ${child.exitCode}:\n${output}`)
    const ready = await fetch(`${url}/api/health`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return { child, output: () => output }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The hub was not ready in three minutes:\n${output}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
