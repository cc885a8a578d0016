import { fileURLToPath } from 'node:url'
import { EngineError, type Logger } from '@portolan/hub'
import { ConfinedWorker, type PooledWorker } from '@portolan/sandbox'
import type { Answer, FromWorker, Job, ToWorker } from './protocol.ts'
import { runtimeEntry } from './runtime-folder.ts'
import { workerCommand } from './worker-command.ts'

export interface ModelWorkerOptions {
  readonly runtimeFolder: string
  readonly modelsFolder: string
  /** Resident memory limit per worker. */
  readonly memoryBytes: number
  /** Time limit per job, including loading its model. */
  readonly timeLimitMs: number
  /** Threads for inference. */
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

/**
 * A process that runs models, one job at a time. It has no environment, no network and no child processes, and can read only its own code and the
 * models, because what it loads was written by strangers.
 */
export class ModelWorker implements PooledWorker {
  /** Models in its memory, by folder. */
  readonly loaded = new Map<string, HeldModel & { usedAt: number }>()
  readonly #worker: ConfinedWorker<FromWorker>
  readonly #memoryBytes: number
  #reportedBytes = 0

  constructor(options: ModelWorkerOptions) {
    this.#memoryBytes = options.memoryBytes
    this.#worker = new ConfinedWorker({
      command: workerCommand(options, script, [runtimeEntry(options.runtimeFolder), options.modelsFolder, String(options.threads)]),
      cwd: options.modelsFolder,
      memoryBytes: options.memoryBytes,
      timeLimitMs: options.timeLimitMs,
      onMessage: (message) => {
        if (message.type === 'memory') this.#reportedBytes = message.bytes
      },
      onTrouble: (facts) => options.log.warn('a worker of the local engine exited', facts),
    })
  }

  get isAlive(): boolean {
    return this.#worker.isAlive
  }

  get isBusy(): boolean {
    return this.#worker.isBusy
  }

  get needsReplacement(): boolean {
    return (this.#worker.memory() ?? this.#reportedBytes) > this.#memoryBytes * 0.9
  }

  get gone(): Promise<void> {
    return this.#worker.gone
  }

  end(): void {
    this.#worker.end()
  }

  freeUnused(unusedSince: number): boolean {
    for (const [model, { usedAt }] of this.loaded) if (usedAt <= unusedSince) this.unload(model)
    return this.loaded.size === 0
  }

  knows(model: string): boolean {
    return this.loaded.has(model)
  }

  /**
   * Runs one job and waits until the process is done with it, even if it is aborted.
   * @throws {EngineError}; {WorkerError}; the signal's reason
   */
  async run(job: Job, model: HeldModel, onText: (text: string) => void, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    this.loaded.set(job.model, { ...model, usedAt: Date.now() })
    const abort: ToWorker = { type: 'abort', job: job.job }
    try {
      return await this.#worker.run<Answer>({
        start: job satisfies ToWorker,
        abort,
        signal,
        onMessage: (message, { resolve, reject }) => {
          if (!('job' in message) || message.job !== job.job) return
          if (message.type === 'text') return onText(message.text)
          if (message.type === 'error') return reject(new EngineError(message.code, message.message))
          const { job: _, ...answer } = message
          resolve(answer)
        },
      })
    } catch (error) {
      // A model that failed to load takes no memory.
      if (error instanceof EngineError && error.code === 'engine.unsupported') this.unload(job.model)
      throw error
    } finally {
      const held = this.loaded.get(job.model)
      if (held) held.usedAt = Date.now()
    }
  }

  unload(model: string): void {
    if (this.loaded.delete(model)) this.#worker.send({ type: 'unload', model } satisfies ToWorker)
  }
}
