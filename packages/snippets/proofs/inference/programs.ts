import { type ChildProcess, fork, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

/** Code as printed, and the folder it runs in. */
export interface Program {
  readonly code: string
  /** The working directory, which contains the files the code opens. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** The words of the printed install line. */
  readonly packages: readonly string[]
}

export interface Ended {
  /** Exit status of the process; `null` when it was killed because it took too long. */
  readonly status: number | null
  /** What it printed. */
  readonly output: string
}

/** Starts programs of a language. */
export interface Runner extends AsyncDisposable {
  run(program: Program): Promise<Ended>
}

/** No call waits long: the recorder responds immediately, and a job is done when it is polled. Milliseconds. */
const longest = 60_000

/** A shell per snippet. */
export const shell: Runner = {
  run: ({ code, folder, environment }) =>
    ended(spawn('bash', ['-c', code], { cwd: folder, env: { ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })),
  async [Symbol.asyncDispose]() {},
}

/** One Node process that runs snippets one after another, in folders below the one with the clients. Its proxy is set by its environment. */
export function node(environment: Readonly<Record<string, string>>): Runner {
  let worker: ChildProcess | null = null
  return {
    async run({ code, folder }) {
      const file = join(folder, 'snippet.mjs')
      writeFileSync(file, code)
      const current = (worker ??= fork(join(import.meta.dirname, 'node-worker.mjs'), {
        env: { ...environment },
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }))
      return new Promise<Ended>((resolve, reject) => {
        const end = (result: Ended): void => {
          clearTimeout(timer)
          current.removeAllListeners()
          // Work left over from failed code would continue in the next run.
          if (result.status !== 0) {
            worker = null
            current.kill('SIGKILL')
          }
          resolve(result)
        }
        const timer = setTimeout(() => end({ status: null, output: 'stopped after a minute' }), longest)
        current.once('message', (message) => end(message as Ended))
        current.once('exit', (status) => end({ status: status ?? 1, output: 'ended the process' }))
        current.once('error', reject)
        current.send({ file, folder })
      })
    },
    async [Symbol.asyncDispose]() {
      worker?.kill()
    },
  }
}

/** A Python process with the clients, from which each snippet is forked. */
export function python(interpreter: string, environment: Readonly<Record<string, string>>): Runner {
  const server = spawn(interpreter, [join(import.meta.dirname, 'fork_server.py')], {
    env: { ...environment, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (ended: Ended) => void>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, ...result } = JSON.parse(line) as Ended & { id: number }
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let runs = 0
  const gone = new Promise<never>((_resolve, reject) => {
    server.on('error', reject)
    server.on('exit', (code) => reject(new Error(`${interpreter} ended with ${code}`)))
  })
  gone.catch(() => {})
  return {
    run({ code, folder, environment: own, packages }) {
      const id = runs++
      const result = new Promise<Ended>((resolve) => waiting.set(id, resolve))
      const late = Promise.withResolvers<Ended>()
      const timer = setTimeout(() => late.resolve({ status: null, output: 'stopped after a minute' }), longest)
      server.stdin.write(`${JSON.stringify({ id, code, folder, environment: own, packages })}\n`)
      return Promise.race([result, gone, late.promise]).finally(() => clearTimeout(timer))
    },
    async [Symbol.asyncDispose]() {
      server.stdin.end()
      if (server.exitCode === null) await Promise.race([new Promise((resolve) => server.on('exit', resolve)), gone.catch(() => {})])
    },
  }
}

function ended(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let output = ''
    let errors = ''
    child.stdout?.on('data', (piece) => (output += String(piece)))
    // curl's progress output.
    child.stderr?.on('data', (piece) => (errors += String(piece)))
    const timer = setTimeout(() => child.kill('SIGKILL'), longest)
    child.on('error', reject)
    child.on('close', (status) => {
      clearTimeout(timer)
      resolve({ status, output: (status === 0 ? output : output + errors).slice(-6000) })
    })
  })
}
