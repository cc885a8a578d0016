import { type ChildProcess, type Serializable, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/** How a process ended, as far as known. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** The end of its output. */
  readonly stderr: string
  /** It exceeded its memory limit, or an allocation failed. */
  readonly outOfMemory: boolean
}

/** How often the memory is checked. */
const watchMs = 100

/** A child process with an empty environment and a memory limit. It communicates by messages. */
export class ConfinedProcess {
  readonly #child: ChildProcess
  readonly #watch: NodeJS.Timeout
  #stderr = ''
  #tooLarge = false
  /** Settles when the process is gone. */
  readonly gone: Promise<ProcessEnd>

  /**
   * @param options.memoryBytes resident memory beyond which it is killed
   * @param options.onMessage receives the messages of the process
   */
  constructor(
    command: readonly string[],
    options: { readonly cwd: string; readonly memoryBytes: number; readonly onMessage: (message: unknown) => void },
  ) {
    const [program = '', ...words] = command
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    this.#child = spawn(program, words, { cwd: options.cwd, env: {}, stdio: [...stdio], serialization: 'advanced' })
    protectOthers(this.#child.pid)
    this.#child.on('message', options.onMessage)
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.#stderr = (this.#stderr + text).slice(-4000)))
    this.gone = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        clearInterval(this.#watch)
        // V8 aborts when its heap is exhausted, and so does a failed C++ allocation.
        const refused = /out of memory|bad_alloc|allocation failed|failed to allocate/i.test(this.#stderr)
        resolve({ code, signal, stderr: this.#stderr, outOfMemory: this.#tooLarge || refused })
      }
      // `on`, not `once`: an unhandled error event would end the hub.
      this.#child.on('error', (error) => {
        this.#stderr += String(error)
        if (this.#child.pid === undefined) end(null, null)
      })
      // Not on exit: the last of its output may still be on its way.
      this.#child.once('close', end)
    })
    this.#watch = setInterval(() => {
      const bytes = this.memory()
      if (bytes === null || bytes <= options.memoryBytes) return
      this.#tooLarge = true
      this.kill()
    }, watchMs)
    this.#watch.unref()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Resident memory in bytes; `null` if the system does not report it. */
  memory(): number | null {
    return residentBytes(this.#child.pid)
  }

  send(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as Serializable, () => {})
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** When the machine runs out of memory, the kernel should kill a worker, not the hub. */
function protectOthers(pid: number | undefined): void {
  if (pid === undefined || process.platform !== 'linux') return
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '800')
  } catch {
    // It may be gone already, or the system may not allow this; the limit above applies either way.
  }
}

function residentBytes(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== 'linux') return null
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : Number(kilobytes) * 1024
  } catch {
    return null
  }
}
