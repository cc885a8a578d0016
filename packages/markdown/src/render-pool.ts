import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { cardLimits } from './card-limits.ts'
import type { RenderJob, RenderMessage, RenderResult } from './render-job.ts'

export type RenderOutcome =
  | { readonly ok: true; readonly value: RenderResult }
  | { readonly ok: false; readonly reason: 'timeout' | 'failed' | 'busy' }

interface Waiting {
  readonly job: RenderJob
  readonly timeoutMs: number
  readonly settle: (outcome: RenderOutcome) => void
}

/** At least two: one hostile card must not block all others until it times out. */
const maxThreads = Math.min(4, Math.max(2, availableParallelism() - 1))
/** A thread that has not loaded by then never will. */
const startMs = 30_000

const queue: Waiting[] = []
const idle: RenderThread[] = []
let running = 0

/**
 * Renders in another thread. A job that takes longer than `timeoutMs`, or more memory than a thread has, is ended along with its thread;
 * the hub keeps running. Never rejects.
 */
export function runRenderJob(job: RenderJob, timeoutMs: number = cardLimits.jobMs): Promise<RenderOutcome> {
  if (queue.length >= cardLimits.waitingJobs) return Promise.resolve({ ok: false, reason: 'busy' })
  return new Promise((settle) => {
    queue.push({ job, timeoutMs, settle })
    next()
  })
}

function next(): void {
  while (queue.length > 0) {
    const thread = idle.pop() ?? (running < maxThreads ? new RenderThread() : null)
    const waiting = queue[0]
    if (thread === null || waiting === undefined) return
    queue.shift()
    thread.run(waiting)
  }
}

class RenderThread {
  readonly #worker: Worker
  #ready = false
  #current: Waiting | null = null
  #timer: NodeJS.Timeout | undefined
  #gone = false

  constructor() {
    running++
    this.#worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      name: 'portolan-render',
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    this.#worker.on('message', (message: RenderMessage) => this.#onMessage(message))
    this.#worker.on('error', () => this.#end('failed'))
    this.#worker.on('exit', () => this.#end('failed'))
  }

  run(waiting: Waiting): void {
    this.#current = waiting
    // A process may exit while its threads are idle, but not while a caller is waiting for one.
    this.#worker.ref()
    if (this.#ready) this.#start(waiting)
    else this.#limit(startMs)
  }

  #start({ job, timeoutMs }: Waiting): void {
    this.#limit(timeoutMs)
    this.#worker.postMessage(job)
  }

  #limit(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end('timeout'), ms)
  }

  #onMessage(message: RenderMessage): void {
    if (this.#gone) return
    if ('ready' in message) {
      this.#ready = true
      if (this.#current) this.#start(this.#current)
      return
    }
    clearTimeout(this.#timer)
    const waiting = this.#current
    this.#current = null
    this.#worker.unref()
    idle.push(this)
    waiting?.settle('result' in message ? { ok: true, value: message.result } : { ok: false, reason: 'failed' })
    next()
  }

  #end(reason: 'timeout' | 'failed'): void {
    if (this.#gone) return
    this.#gone = true
    running--
    clearTimeout(this.#timer)
    const at = idle.indexOf(this)
    if (at !== -1) idle.splice(at, 1)
    void this.#worker.terminate()
    this.#current?.settle({ ok: false, reason })
    this.#current = null
    next()
  }
}
