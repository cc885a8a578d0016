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
  refuse(error: EngineError): void
}

/** Models whose turns are remembered; beyond that all are equal again. */
const maxTurns = 10_000

/** Workers, started on demand, each with one job at a time; who finds none free waits in line. Idle models and idle workers go. */
export class WorkerPool {
  readonly #options: PoolOptions
  readonly #workers = new Set<WorkerProcess>()
  readonly #lent = new Set<WorkerProcess>()
  readonly #line: Waiter[] = []
  /** When each model had its last turn; a higher number is later. */
  readonly #turns = new Map<string, number>()
  #turn = 0
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
    if (this.#closed) throw stopping()
    const free = this.#freeWorker(model)
    if (free) return this.#lend(free, model)
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
        refuse: (error) => {
          signal.removeEventListener('abort', leave)
          reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#line.push(waiter)
    })
  }

  giveBack(worker: WorkerProcess): void {
    this.#lent.delete(worker)
    if (this.#closed) return
    // A process that has grown takes its memory with it when it goes; the next job starts with a clean one.
    if (worker.alive && worker.memory() > this.#options.memoryBytes * 0.9) worker.kill('engine.out_of_memory')
    if (!worker.alive) this.#workers.delete(worker)
    for (let waiter = this.#nextInLine(); waiter !== null; waiter = this.#nextInLine()) {
      const next = this.#freeWorker(waiter.model)
      if (!next) return
      this.#line.splice(this.#line.indexOf(waiter), 1)
      waiter.grant(this.#lend(next, waiter.model))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const waiter of this.#line.splice(0)) waiter.refuse(stopping())
    const all = this.workers
    for (const worker of all) worker.kill('engine.unavailable')
    await Promise.all(all.map(({ gone }) => gone))
  }

  /** Models take turns, and within one the longest waiting is first: a flood of calls to one model does not keep others from theirs. */
  #nextInLine(): Waiter | null {
    const turn = ({ model }: Waiter) => this.#turns.get(model) ?? 0
    return this.#line.reduce<Waiter | null>((best, waiter) => (best === null || turn(waiter) < turn(best) ? waiter : best), null)
  }

  #lend(worker: WorkerProcess, model: string): WorkerProcess {
    this.#lent.add(worker)
    if (this.#turns.size > maxTurns) this.#turns.clear()
    this.#turns.set(model, ++this.#turn)
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

function stopping(): EngineError {
  return new EngineError('engine.unavailable', 'The hub is stopping.')
}
