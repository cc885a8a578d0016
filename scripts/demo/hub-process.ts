import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { lockDataFolder } from '../../apps/server/src/data-lock.ts'

const startMs = 60_000
const server = join(import.meta.dirname, '../../apps/server/src/main.ts')

export interface RunningHub {
  readonly startedHere: boolean
  stop(): Promise<void>
}

/**
 * Verifies that the hub at `url` uses the data folder, before anything is written to either.
 * @throws when the hub at `url` uses another folder, or the folder's hub runs at another URL
 */
export async function checkTogether(url: string, dataDir: string): Promise<void> {
  const [running, used] = [await answers(url), isUsed(dataDir)]
  if (running && !used)
    throw new Error(`The hub at ${url} does not use ${dataDir}. Name its folder with --data-dir, or another address with --url.`)
  if (!running && used) throw new Error(`A hub is using ${dataDir} but does not answer at ${url}. Name its address with --url.`)
}

function isUsed(dataDir: string): boolean {
  if (!existsSync(join(dataDir, 'server.lock'))) return false
  try {
    lockDataFolder(dataDir)[Symbol.dispose]()
    return false
  } catch {
    return true
  }
}

/** Returns the hub running at `url`, or starts one there on the data folder. @throws when it cannot be started */
export async function findOrStartHub(url: string, dataDir: string): Promise<RunningHub> {
  if (await answers(url)) return { startedHere: false, stop: async () => {} }
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== 'http:' || !['localhost', '127.0.0.1'].includes(hostname)) throw new Error(`No hub answers at ${url}`)
  const child = spawn(process.execPath, [server], {
    env: { ...process.env, PORTOLAN_PORT: port || '80', PORTOLAN_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (text: Buffer) => (errors = (errors + text.toString()).slice(-2_000)))
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let gone = false
  void exited.then(() => (gone = true))
  const deadline = Date.now() + startMs
  while (!(await answers(url))) {
    if (gone || Date.now() > deadline) {
      child.kill()
      throw new Error(`The hub did not start at ${url}: ${errors.trim() || 'no message'}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { startedHere: true, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
