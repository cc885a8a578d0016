import { type Transferable, Worker } from 'node:worker_threads'
import type { ThreadReply } from './serve-jobs.ts'
import { WorkerError, type WorkerFault } from './worker-error.ts'
import { type PooledWorker, WorkerPool } from './worker-pool.ts'

export interface ThreadPoolOptions {
  /** The thread's module, which calls `serveJobs`. */
  readonly module: URL
  /** Shown in logs and debuggers. */
  readonly name: string
  /** Maximum number of threads. */
  readonly threads: number
  /** Maximum number of jobs waiting for a thread. */
  readonly waiting: number
  /** Maximum number of waiting jobs per key. Default: the same. */
  readonly waitingPerKey?: number
  /** Heap limit per thread, excluding buffers. MiB. */
  readonly heapMb: number
  /** Time limit per job, from its start; a job that exceeds it is terminated along with its thread. Milliseconds. */
  readonly jobMs: number
  /** Time after which an idle thread is terminated. Milliseconds. */
  readonly idleMs: number
}

export interface ThreadRunOptions {
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined
  readonly transfer?: readonly Transferable[]
}

/** An error thrown by the job itself, as reported by its thread. */
export class ThreadJobError extends Error {
  override readonly name = 'ThreadJobError'
  /** The error's properties besides its message, as far as they can be cloned. */
  readonly properties: Readonly<Record<string, unknown>>

  constructor({
    message,
    stack,
    properties,
  }: {
    message: string
    stack: string | undefined
    properties: Readonly<Record<string, unknown>>
  }) {
    super(message)
    if (stack !== undefined) this.stack = stack
    this.properties = properties
  }
}

/** A thread that has not loaded by then is considered failed. Milliseconds. */
const startMs = 30_000
/** How long an abandoned job may keep running: most finish by then, and a new thread costs more. Milliseconds. */
const abandonedMs = 250

/**
 * Threads of this process for CPU-bound work that grows with user input, so that the thread serving requests only waits for the result. Bounded in
 * jobs, time and memory. Threads are started on demand, and idle ones do not keep the process alive.
 */
export class ThreadPool<Job, Result> implements AsyncDisposable {
  readonly #options: ThreadPoolOptions
  readonly #pool: WorkerPool<Thread<Job, Result>>

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    const { name, threads, waiting, waitingPerKey, idleMs } = options
    this.#pool = new WorkerPool({
      start: () => new Thread<Job, Result>(options),
      name,
      workers: threads,
      waiting,
      ...(waitingPerKey === undefined ? {} : { waitingPerKey }),
      idleMs,
    })
  }

  /** Number of jobs waiting for a thread. */
  get waiting(): number {
    return this.#pool.waiting
  }

  /**
   * Runs a job in a thread. Keys take turns.
   * @param options.transfer parts of the job to transfer instead of copying
   * @throws {WorkerError} `busy` immediately if too many jobs are already waiting; `timeout`, `out-of-memory` or `crashed` along with its thread
   * @throws {ThreadJobError} when the job itself threw
   * @throws the signal's reason
   */
  run(key: string, job: Job, options: ThreadRunOptions = {}): Promise<Result> {
    return this.#pool.use(key, (thread) => thread.run(job, this.#options.jobMs, options), options.signal)
  }

  /** Starts a thread if there is none: a job is on its way. */
  warm(): void {
    this.#pool.warm()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]()
  }
}

class Thread<Job, Result> implements PooledWorker {
  readonly gone: Promise<void>
  readonly needsReplacement = false
  readonly #worker: Worker
  readonly #ready = Promise.withResolvers<void>()
  #ended: WorkerFault | null = null
  #usedAt = Date.now()
  #current: { resolve(result: Result): void; reject(error: Error): void } | null = null

  constructor({ module, name, heapMb }: ThreadPoolOptions) {
    this.#worker = new Worker(module, { name: `portolan-${name}`, resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 } })
    // Only a job keeps the process alive.
    this.#worker.unref()
    this.#ready.promise.catch(() => {})
    this.#worker.on('message', (reply: ThreadReply) => this.#onReply(reply))
    this.#worker.on('error', (error) => {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#fail(isFull ? 'out-of-memory' : 'crashed', String(error))
    })
    this.gone = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#fail('crashed')
        resolve()
      })
    })
  }

  get isAlive(): boolean {
    return this.#ended === null
  }

  knows(): boolean {
    return false
  }

  freeUnused(unusedSince: number): boolean {
    return this.#usedAt <= unusedSince
  }

  end(why: WorkerFault = 'stopped'): void {
    this.#fail(why)
    void this.#worker.terminate()
  }

  async run(job: Job, ms: number, { signal, transfer = [] }: ThreadRunOptions): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#ended !== null) throw new WorkerError(this.#ended)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#current = { resolve, reject }
    this.#worker.ref()
    let limit = setTimeout(() => this.end('timeout'), startMs)
    let abandoned: NodeJS.Timeout | undefined
    const onAbort = () => (abandoned = setTimeout(() => this.end('stopped'), abandonedMs))
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      await Promise.race([this.#ready.promise, promise])
      clearTimeout(limit)
      limit = setTimeout(() => this.end('timeout'), ms)
      this.#worker.postMessage(job, [...transfer])
      return await promise
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      clearTimeout(limit)
      clearTimeout(abandoned)
      signal?.removeEventListener('abort', onAbort)
      this.#current = null
      this.#usedAt = Date.now()
      this.#worker.unref()
    }
  }

  #onReply(reply: ThreadReply): void {
    if ('ready' in reply) this.#ready.resolve()
    else if ('result' in reply) this.#current?.resolve(reply.result as Result)
    else this.#current?.reject(new ThreadJobError(reply.failed))
  }

  #fail(why: WorkerFault, message?: string): void {
    this.#ended ??= why
    const error = new WorkerError(this.#ended, message)
    this.#ready.reject(error)
    this.#current?.reject(error)
  }
}
