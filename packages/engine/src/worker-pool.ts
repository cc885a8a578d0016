import { EngineError } from '@portolan/hub'
import { type WorkerOptions, WorkerProcess } from './worker-process.ts'

export interface PoolOptions extends WorkerOptions {
  readonly workers: number
  /** Requests that may wait for a worker. */
  readonly waiting: number
  readonly idleMs: number
}

interface Waiter {
  readonly model: string
  grant(worker: WorkerProcess): void
}

/** Workers, started on demand, each with one job at a time; who finds none free waits in line. Idle models and idle workers go. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers = new Set<WorkerProcess>()
  readonly #lent = new Set<WorkerProcess>()
  readonly #line: Waiter[] = []
  readonly #sweep: NodeJS.Timeout
  #closed = false

  constructor(options: PoolOptions) {
    this.#options = options
    this.#sweep = setInterval(() => this.#letIdleGo(), Math.min(options.idleMs, 5000))
    this.#sweep.unref()
  }

  get workers(): readonly WorkerProcess[] {
    return [...this.#workers]
  }

  /**
   * Lends a worker, by preference one that has the model. Give it back with {@link giveBack}.
   * @throws {EngineError} `engine.busy` when too many wait already; the signal's reason
   */
  async borrow(model: string, signal: AbortSignal): Promise<WorkerProcess> {
    signal.throwIfAborted()
    if (this.#closed) throw new EngineError('engine.unavailable', 'The hub is stopping.')
    const free = this.#freeWorker(model)
    if (free) return this.#lend(free)
    if (this.#line.length >= this.#options.waiting) {
      throw new EngineError(
        'engine.busy',
        `The local engine of this hub has ${this.#line.length} calls waiting. Try again in a few seconds.`,
      )
    }
    return await new Promise<WorkerProcess>((resolve, reject) => {
      const leave = () => {
        this.#line.splice(this.#line.indexOf(waiter), 1)
        reject(signal.reason as Error)
      }
      const waiter: Waiter = {
        model,
        grant: (worker) => {
          signal.removeEventListener('abort', leave)
          resolve(worker)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#line.push(waiter)
    })
  }

  giveBack(worker: WorkerProcess): void {
    this.#lent.delete(worker)
    // A process that has grown takes its memory with it when it goes; the next job starts with a clean one.
    if (worker.alive && worker.memory() > this.#options.memoryBytes * 0.9) worker.kill('engine.out_of_memory')
    if (!worker.alive) this.#workers.delete(worker)
    while (this.#line.length > 0) {
      const next = this.#freeWorker(this.#line[0]?.model ?? '')
      if (!next) return
      this.#line.shift()?.grant(this.#lend(next))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    const all = this.workers
    for (const worker of all) worker.kill('engine.unavailable')
    await Promise.all(all.map(({ gone }) => gone))
  }

  #lend(worker: WorkerProcess): WorkerProcess {
    this.#lent.add(worker)
    return worker
  }

  #freeWorker(model: string): WorkerProcess | null {
    for (const worker of this.#workers) if (!worker.alive && !this.#lent.has(worker)) this.#workers.delete(worker)
    const free = this.workers.filter((worker) => !this.#lent.has(worker))
    const knowing = free.find(({ loaded }) => loaded.has(model))
    if (knowing) return knowing
    if (free[0]) return free[0]
    if (this.#workers.size >= this.#options.workers) return null
    const started = new WorkerProcess(this.#options)
    this.#workers.add(started)
    return started
  }

  #letIdleGo(): void {
    const before = Date.now() - this.#options.idleMs
    for (const worker of this.#workers) {
      if (this.#lent.has(worker)) continue
      for (const [model, { usedAt }] of worker.loaded) if (usedAt <= before) worker.unload(model)
      if (worker.loaded.size === 0) {
        this.#workers.delete(worker)
        worker.kill('engine.unavailable')
      }
    }
  }
}
