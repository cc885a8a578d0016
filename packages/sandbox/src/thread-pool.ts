import { type Transferable, Worker } from 'node:worker_threads'
import type { ThreadReply } from './serve-jobs.ts'
import { WorkerError, type WorkerFault } from './worker-error.ts'
import { type PooledWorker, WorkerPool } from './worker-pool.ts'

export interface ThreadPoolOptions {
  /** The thread's module, which calls `serveJobs`. */
  readonly module: URL
  /** For logs and debuggers. */
  readonly name: string
  /** At most, at once. */
  readonly threads: number
  /** Jobs that may wait for a thread. */
  readonly waiting: number
  /** Of these, jobs of one key. Default: as many. */
  readonly waitingPerKey?: number
  /** What one thread's objects may take; buffers are not counted. MiB. */
  readonly heapMb: number
  /** Of a job, from when it begins; a job that takes longer ends with its thread. Milliseconds. */
  readonly jobMs: number
  /** After how long a thread without a job ends. Milliseconds. */
  readonly idleMs: number
}

export interface ThreadRunOptions {
  /** Aborted when nobody wants the result any more. */
  readonly signal?: AbortSignal | undefined
  readonly transfer?: readonly Transferable[]
}

/** What a job itself failed with, as its thread told it. */
export class ThreadJobError extends Error {
  override readonly name = 'ThreadJobError'
  /** What the error had besides its message, as far as it can be copied. */
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

/** A thread that has not loaded by then never will. */
const startMs = 30_000
/** How long a job may go on when nobody wants it any more: most are done by then, and a new thread costs more. */
const abandonedMs = 250

/**
 * Threads of this process for work that takes the processor's time in proportion to somebody's input: the thread that serves requests only waits.
 * Bounded in jobs, time and memory. Started on demand; a process may end while they idle.
 */
export class ThreadPool<Job, Result> implements AsyncDisposable {
  readonly #options: ThreadPoolOptions
  readonly #pool: WorkerPool<Thread<Job, Result>>

  constructor(options: ThreadPoolOptions) {
    this.#options = options
    const { threads, waiting, waitingPerKey, idleMs } = options
    this.#pool = new WorkerPool({
      start: () => new Thread<Job, Result>(options),
      workers: threads,
      waiting,
      ...(waitingPerKey === undefined ? {} : { waitingPerKey }),
      idleMs,
    })
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.#pool.waiting
  }

  /**
   * Does a job in a thread. Keys take turns.
   * @param options.transfer parts of the job to hand over instead of copying
   * @throws {WorkerError} `busy` at once when too many wait already; `timeout`, `out-of-memory`, `crashed` with its thread
   * @throws {ThreadJobError} what the job itself threw
   * @throws the signal's reason
   */
  run(key: string, job: Job, options: ThreadRunOptions = {}): Promise<Result> {
    return this.#pool.use(key, (thread) => thread.run(job, this.#options.jobMs, options), options.signal)
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

  letGo(unusedSince: number): boolean {
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
