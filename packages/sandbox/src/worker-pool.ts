import { announceJob } from './observed-jobs.ts'
import { WorkerError } from './worker-error.ts'

/** The interface that a pool requires of a worker. */
export interface PooledWorker {
  readonly isAlive: boolean
  /** It uses more memory than a fresh one should, so its next job goes to a new worker. */
  readonly needsReplacement: boolean
  /** Settles when its process is gone. */
  readonly gone: Promise<void>
  /** Kills the process. */
  end(): void
  /**
   * Frees everything that has not been used since the given time. Milliseconds since 1970.
   * @returns whether nothing is left that is worth keeping the process for
   */
  freeUnused(unusedSince: number): boolean
  /** It has loaded what jobs with this key need. */
  knows(key: string): boolean
}

export interface WorkerPoolOptions<Worker extends PooledWorker> {
  start(): Worker
  /** What it is called in metrics and traces. */
  readonly name: string
  /** Maximum number of workers. */
  readonly workers: number
  /** Jobs that may wait for a worker. */
  readonly waiting: number
  /** Maximum number of waiting jobs per key, so that one key cannot fill the queue. Default: the same. */
  readonly waitingPerKey?: number
  /** How long something must be unused before it may be freed. Milliseconds. */
  readonly idleMs: number
}

interface Waiter<Worker> {
  readonly key: string
  grant(worker: Worker): void
  refuse(error: WorkerError): void
}

/** Minimum frequency of the check for idle workers. */
const sweepMs = 5000

/** Number of keys whose turns are remembered; beyond that all are equal again. */
const maxTurns = 10_000

/** Workers, started on demand, one job at a time each; if none is free, jobs queue. Idle workers end. */
export class WorkerPool<Worker extends PooledWorker> implements AsyncDisposable {
  readonly #options: WorkerPoolOptions<Worker>
  readonly #workers = new Set<Worker>()
  readonly #leased = new Set<Worker>()
  readonly #queue: Waiter<Worker>[] = []
  /** When each key last had a turn; higher is later. */
  readonly #turns = new Map<string, number>()
  #turn = 0
  readonly #sweep: NodeJS.Timeout
  #isClosed = false

  constructor(options: WorkerPoolOptions<Worker>) {
    this.#options = options
    this.#sweep = setInterval(() => this.#letIdleGo(), Math.min(options.idleMs, sweepMs))
    this.#sweep.unref()
  }

  get workers(): readonly Worker[] {
    return [...this.#workers]
  }

  /** Number of jobs waiting for a worker. */
  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Lends out a worker for a job, preferably one that has loaded the key. Keys take turns, and within a key jobs are first come, first served: a flood
   * of jobs for one key does not starve the others.
   * @throws {WorkerError} `busy` if too many are waiting already, `stopped`; the signal's reason; whatever the job throws
   */
  async use<Result>(key: string, job: (worker: Worker) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const announce = announceJob(this.#options.name)
    announce('wait')
    const worker = await this.#borrow(key, signal).catch((error: unknown) => {
      announce('refused')
      throw error
    })
    announce('run')
    try {
      const result = await job(worker)
      announce('done')
      return result
    } catch (error) {
      announce('failed')
      throw error
    } finally {
      this.#giveBack(worker)
    }
  }

  /** Starts a worker if there is none. */
  warm(): void {
    if (!this.#isClosed && !this.workers.some(({ isAlive }) => isAlive)) this.#freeWorker('')
  }

  /** Rejects waiting jobs, kills all workers, and waits until they are gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#sweep)
    for (const waiter of this.#queue.splice(0)) waiter.refuse(new WorkerError('stopped'))
    const all = this.workers
    for (const worker of all) worker.end()
    await Promise.all(all.map(({ gone }) => gone))
  }

  async #borrow(key: string, signal?: AbortSignal): Promise<Worker> {
    signal?.throwIfAborted()
    if (this.#isClosed) throw new WorkerError('stopped')
    const free = this.#freeWorker(key)
    if (free) return this.#lease(free, key)
    if (this.#queue.length >= this.#options.waiting) throw new WorkerError('busy', `${this.#queue.length} jobs wait already`)
    const { waitingPerKey = Infinity } = this.#options
    if (this.#queue.filter((waiter) => waiter.key === key).length >= waitingPerKey)
      throw new WorkerError('busy', `${waitingPerKey} jobs of one key wait already`)
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const leave = () => {
      this.#queue.splice(this.#queue.indexOf(waiter), 1)
      reject(signal?.reason as Error)
    }
    const waiter: Waiter<Worker> = { key, grant: resolve, refuse: reject }
    signal?.addEventListener('abort', leave, { once: true })
    this.#queue.push(waiter)
    try {
      return await promise
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #giveBack(worker: Worker): void {
    this.#leased.delete(worker)
    if (this.#isClosed) return
    // Killing the process of an oversized worker frees its memory.
    if (worker.isAlive && worker.needsReplacement) worker.end()
    if (!worker.isAlive) this.#workers.delete(worker)
    for (let waiter = this.#nextInQueue(); waiter !== null; waiter = this.#nextInQueue()) {
      const next = this.#freeWorker(waiter.key)
      if (!next) return
      this.#queue.splice(this.#queue.indexOf(waiter), 1)
      waiter.grant(this.#lease(next, waiter.key))
    }
  }

  #nextInQueue(): Waiter<Worker> | null {
    const turn = ({ key }: Waiter<Worker>) => this.#turns.get(key) ?? 0
    return this.#queue.reduce<Waiter<Worker> | null>((best, waiter) => (best === null || turn(waiter) < turn(best) ? waiter : best), null)
  }

  #lease(worker: Worker, key: string): Worker {
    this.#leased.add(worker)
    if (this.#turns.size > maxTurns) this.#turns.clear()
    this.#turns.set(key, ++this.#turn)
    return worker
  }

  #freeWorker(key: string): Worker | null {
    for (const worker of this.#workers) if (!worker.isAlive && !this.#leased.has(worker)) this.#workers.delete(worker)
    const free = this.workers.filter((worker) => !this.#leased.has(worker))
    const best = free.find((worker) => worker.knows(key)) ?? free[0]
    if (best) return best
    if (this.#workers.size >= this.#options.workers) return null
    const started = this.#options.start()
    this.#workers.add(started)
    return started
  }

  #letIdleGo(): void {
    const unusedSince = Date.now() - this.#options.idleMs
    for (const worker of this.#workers) {
      if (this.#leased.has(worker) || !worker.freeUnused(unusedSince)) continue
      this.#workers.delete(worker)
      worker.end()
    }
  }
}
