import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const canPin = process.platform === 'linux' && availableParallelism() > 1 && exists('taskset')

/** Pins servers to the first core and clients to the second: otherwise the scheduler decides the result. */
export function pinned(core: 0 | 1 | 'any', command: readonly string[]): [string, string[]] {
  const [program = '', ...rest] = core !== 'any' && canPin ? ['taskset', '-c', String(core), ...command] : command
  return [program, rest]
}

/** Runs one of the programs in this folder to completion and returns its output, parsed as JSON. */
export async function runPart<T>(core: 0 | 1 | 'any', file: string, ...args: string[]): Promise<T> {
  const [program, rest] = pinned(core, [process.execPath, join(import.meta.dirname, file), ...args])
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${file} ended with ${code}`)
  return JSON.parse(output) as T
}

export interface RunningServer {
  readonly pid: number
  /** CPU seconds used by the process itself so far. */
  cpuSeconds(): number
  /** Resident memory of the process. */
  residentBytes(): number
  stop(): Promise<void>
}

/** Starts a server and waits until `url` returns any response. */
export async function startServer(core: 0 | 1 | 'any', command: readonly string[], url: string): Promise<RunningServer> {
  const [program, rest] = pinned(core, command)
  const child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] })
  // Kill the server when the bench exits, wherever it failed.
  process.once('exit', () => child.kill('SIGKILL'))
  for (let attempt = 0; ; attempt++) {
    const answered = await fetch(url, { method: 'HEAD' }).then(
      () => true,
      () => false,
    )
    if (answered) break
    if (attempt > 600 || child.exitCode !== null) {
      child.kill('SIGKILL')
      throw new Error(`${command[0]} does not answer on ${url}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    pid: child.pid ?? 0,
    cpuSeconds: () => cpuOf(child),
    residentBytes: () => residentBytesOf(child),
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function residentBytesOf(child: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

function cpuOf(child: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function exists(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
