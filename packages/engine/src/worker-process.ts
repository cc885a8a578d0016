import { fileURLToPath } from 'node:url'
import { EngineError, type EngineErrorCode, type Logger } from '@portolan/hub'
import { ConfinedProcess, type ProcessEnd } from '@portolan/sandbox'
import type { Answer, FromWorker, Job, ToWorker } from './protocol.ts'
import { runtimeEntry } from './runtime-folder.ts'
import { workerCommand } from './worker-command.ts'

export interface WorkerOptions {
  readonly runtimeFolder: string
  readonly modelsFolder: string
  /** Resident memory that one worker may have. */
  readonly memoryBytes: number
  /** For one job, loading its model included. */
  readonly timeLimitMs: number
  /** Threads that a model computes with. */
  readonly threads: number
  readonly log: Logger
}

/** A model in a worker's memory. */
export interface HeldModel {
  /** `owner/name`. */
  readonly id: string
  readonly commit: string
  readonly weightBytes: number
}

const script = fileURLToPath(new URL('worker/main.ts', import.meta.url))

/** How long a job may take to stop when it is asked to; after that its process is ended. */
const stopMs = 2000

/**
 * A process that runs models, one job at a time. It has no environment, no network, no child processes and reads nothing but its own code and the
 * models: what it loads was written by strangers.
 */
export class WorkerProcess {
  /** Models in its memory, by folder. */
  readonly loaded = new Map<string, HeldModel & { usedAt: number }>()
  readonly #child: ConfinedProcess
  readonly #options: WorkerOptions
  #running: { job: number; resolve(answer: Answer): void; reject(error: unknown): void; onText(text: string): void } | null = null
  #reported = 0
  #ended: EngineErrorCode | null = null
  /** Settles when the process is gone. */
  readonly gone: Promise<void>

  constructor(options: WorkerOptions) {
    this.#options = options
    this.#child = new ConfinedProcess(
      workerCommand(options, script, [runtimeEntry(options.runtimeFolder), options.modelsFolder, String(options.threads)]),
      {
        cwd: options.modelsFolder,
        memoryBytes: options.memoryBytes,
        onMessage: (message) => this.#hear(message as FromWorker),
      },
    )
    this.gone = this.#child.gone.then((end) => this.#end(end))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get alive(): boolean {
    return this.#ended === null
  }

  get busy(): boolean {
    return this.#running !== null
  }

  /** Resident memory in bytes. */
  memory(): number {
    return this.#child.memory() ?? this.#reported
  }

  /**
   * Runs one job and waits until the worker is done with it, also when it is aborted.
   * @throws {EngineError}; the signal's reason
   */
  async run(job: Job, model: HeldModel, onText: (text: string) => void, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    const done = new Promise<Answer>((resolve, reject) => (this.#running = { job: job.job, resolve, reject, onText }))
    let killer: NodeJS.Timeout | undefined
    let late = false
    /** Asks first: a worker that stops by itself keeps its models. */
    const stop = (why: EngineErrorCode) => {
      this.#send({ type: 'abort', job: job.job })
      killer ??= setTimeout(() => this.kill(why), stopMs)
    }
    const abort = () => stop('engine.crashed')
    signal.addEventListener('abort', abort, { once: true })
    const limit = setTimeout(() => {
      late = true
      stop('engine.timeout')
    }, this.#options.timeLimitMs)
    this.loaded.set(job.model, { ...model, usedAt: Date.now() })
    this.#send(job)
    try {
      const answer = await done
      signal.throwIfAborted()
      if (late) throw new EngineError('engine.timeout', sentences['engine.timeout'])
      return answer
    } catch (error) {
      signal.throwIfAborted()
      if (late) throw new EngineError('engine.timeout', sentences['engine.timeout'])
      // What failed to load takes no memory.
      if (error instanceof EngineError && error.code === 'engine.unsupported') this.unload(job.model)
      throw error
    } finally {
      clearTimeout(limit)
      clearTimeout(killer)
      signal.removeEventListener('abort', abort)
      const held = this.loaded.get(job.model)
      if (held) held.usedAt = Date.now()
    }
  }

  unload(model: string): void {
    if (this.loaded.delete(model)) this.#send({ type: 'unload', model })
  }

  /** Ends the process; a running job fails with the code. */
  kill(why: EngineErrorCode): void {
    this.#ended ??= why
    this.#child.kill()
  }

  #send(message: ToWorker): void {
    this.#child.send(message)
  }

  #hear(message: FromWorker): void {
    if (message.type === 'memory') this.#reported = message.bytes
    if (!('job' in message) || this.#running?.job !== message.job) return
    if (message.type === 'text') return this.#running.onText(message.text)
    const running = this.#running
    this.#running = null
    if (message.type === 'error') running.reject(new EngineError(message.code, message.message))
    else {
      const { job: _, ...answer } = message
      running.resolve(answer)
    }
  }

  #end({ code, signal, stderr, outOfMemory }: ProcessEnd): void {
    const own = this.#ended
    this.#ended = own ?? (outOfMemory ? 'engine.out_of_memory' : 'engine.crashed')
    if (this.#running || own === null) {
      this.#options.log.warn('a worker of the local engine ended', { why: this.#ended, code, signal, stderr: stderr.slice(-1000) })
    }
    this.#running?.reject(new EngineError(this.#ended, sentences[this.#ended] ?? undefined))
    this.#running = null
  }
}

const sentences: Partial<Record<EngineErrorCode, string>> = {
  'engine.timeout': 'The model took longer than the time limit of this hub. Ask for less: a shorter input, fewer new tokens.',
  'engine.out_of_memory': 'The model needs more memory than the local engine of this hub may have.',
  'engine.crashed': 'The process that ran the model ended. The next call starts a new one.',
}
