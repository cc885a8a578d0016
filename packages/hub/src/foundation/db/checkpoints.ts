import { Worker } from 'node:worker_threads'

/** From the first commit after a checkpoint to the next one. Milliseconds. */
const pauseMs = 2_000

/**
 * Copies SQLite's write-ahead log into the database in another thread, some time after commits. SQLite itself would do it within a commit, every four
 * megabytes, on the serving thread, where it waits for the disk twice.
 */
export class Checkpoints {
  readonly #file: string
  #timer: NodeJS.Timeout | null = null
  #isRunning = false
  /** Something was committed while one ran, which may have missed it. */
  #isDue = false
  #isClosed = false
  #worker: Worker | null = null

  constructor(file: string) {
    this.#file = file
  }

  /** Something was committed. */
  committed(): void {
    if (this.#isClosed) return
    if (this.#isRunning) this.#isDue = true
    else this.#timer ??= setTimeout(() => this.#checkpoint(), pauseMs).unref()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const worker = this.#worker
    if (worker === null) return
    worker.ref()
    // Not `once` of node:events, which fails when the thread does.
    const exit = new Promise((resolve) => worker.once('exit', resolve))
    worker.postMessage('close')
    await exit
  }

  #checkpoint(): void {
    this.#timer = null
    this.#isRunning = true
    if (this.#worker === null) {
      const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { name: 'portolan-checkpoint', workerData: this.#file })
      worker.unref()
      worker.on('message', () => this.#ended())
      // The next commit starts another one.
      const ended = () => {
        if (this.#worker !== worker) return
        this.#worker = null
        this.#ended()
      }
      worker.on('error', ended).on('exit', ended)
      this.#worker = worker
    }
    this.#worker.postMessage('checkpoint')
  }

  #ended(): void {
    this.#isRunning = false
    if (!this.#isDue) return
    this.#isDue = false
    this.committed()
  }
}
