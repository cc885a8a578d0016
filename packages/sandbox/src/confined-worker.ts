import { ConfinedProcess } from './confined-process.ts'
import { WorkerError, type WorkerFault } from './worker-error.ts'

export interface ConfinedWorkerOptions<Message> {
  /** As built by `confinedCommand`. */
  readonly command: readonly string[]
  readonly cwd: string
  /** Resident memory beyond which the process is killed. Bytes. */
  readonly memoryBytes: number
  /** Time limit per job. Milliseconds. */
  readonly timeLimitMs: number
  /** Receives everything the process sends, before the job does. */
  readonly onMessage?: (message: Message) => void
  /** Called when the process ends on its own, or in the middle of a job. */
  readonly onTrouble: (facts: { why: WorkerFault; code: number | null; signal: NodeJS.Signals | null; stderr: string }) => void
}

/** A running job of a {@link ConfinedWorker}. */
export interface JobOutcome<Result> {
  resolve(result: Result): void
  reject(error: Error): void
}

export interface WorkerJob<Message, Result> {
  /** The message that starts the job. */
  readonly start: unknown
  /** The message that tells the process to stop this job and keep running. Without it, the process is killed instead. */
  readonly abort?: unknown
  /** Called with each message of the process during the job; settles the job. */
  readonly onMessage: (message: Message, outcome: JobOutcome<Result>) => void
  readonly signal?: AbortSignal
}

/** How long a job may take to stop after the abort message; then its process is killed. Milliseconds. */
const stopMs = 2000

/** A confined process that does one job at a time, within a time limit; it is reused for the next one. */
export class ConfinedWorker<Message> {
  /** When it last had a job, or was started. Milliseconds since 1970. */
  usedAt = Date.now()
  /** Settles when the process is gone. */
  readonly gone: Promise<void>
  readonly #child: ConfinedProcess
  readonly #options: ConfinedWorkerOptions<Message>
  #hear: ((message: Message) => void) | null = null
  #fail: ((error: Error) => void) | null = null
  #ended: WorkerFault | null = null

  constructor(options: ConfinedWorkerOptions<Message>) {
    this.#options = options
    this.#child = new ConfinedProcess(options.command, {
      cwd: options.cwd,
      memoryBytes: options.memoryBytes,
      onMessage: (message) => {
        options.onMessage?.(message as Message)
        this.#hear?.(message as Message)
      },
    })
    this.gone = this.#child.gone.then(({ code, signal, stderr, outOfMemory }) => {
      const own = this.#ended
      const why = own ?? (outOfMemory ? 'out-of-memory' : 'crashed')
      this.#ended = why
      if (this.isBusy || own === null) options.onTrouble({ why, code, signal, stderr: stderr.slice(-1000) })
      this.#fail?.(new WorkerError(why))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get isAlive(): boolean {
    return this.#ended === null
  }

  get isBusy(): boolean {
    return this.#fail !== null
  }

  /** Resident memory in bytes; `null` if the system does not report it. */
  memory(): number | null {
    return this.#child.memory()
  }

  send(message: unknown): void {
    this.#child.send(message)
  }

  /** Kills the process; a running job fails with the fault. */
  end(why: WorkerFault = 'stopped'): void {
    this.#ended ??= why
    this.#child.kill()
  }

  /**
   * Does one job, and waits until the process is done with it or gone, even if the job is aborted or times out.
   * @throws {WorkerError}; what the job was rejected with; the signal's reason
   */
  async run<Result>({ start, abort, onMessage, signal }: WorkerJob<Message, Result>): Promise<Result> {
    signal?.throwIfAborted()
    if (this.isBusy) throw new Error('a worker does one job at a time')
    if (this.#ended !== null) throw new WorkerError(this.#ended)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#fail = reject
    this.#hear = (message) => onMessage(message, { resolve, reject })
    let killer: NodeJS.Timeout | undefined
    let isLate = false
    /** Sends the abort message first, because a process that stops on its own keeps what it has loaded. */
    const stop = (why: WorkerFault) => {
      if (abort === undefined) return this.end(why)
      this.send(abort)
      killer ??= setTimeout(() => this.end(why), stopMs)
    }
    const onAbort = () => stop('crashed')
    signal?.addEventListener('abort', onAbort, { once: true })
    const limit = setTimeout(() => {
      isLate = true
      stop('timeout')
    }, this.#options.timeLimitMs)
    this.send(start)
    const settled = await promise.then(
      (result) => ({ result }),
      (error: Error) => ({ error }),
    )
    clearTimeout(limit)
    clearTimeout(killer)
    signal?.removeEventListener('abort', onAbort)
    this.#fail = null
    this.#hear = null
    this.usedAt = Date.now()
    signal?.throwIfAborted()
    if (isLate) throw new WorkerError('timeout')
    if ('error' in settled) throw settled.error
    return settled.result
  }
}
