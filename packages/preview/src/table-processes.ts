import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Logger, type TableAnswers, TableError, type TableReader, type TableRequest, type TableSource } from '@portolan/hub'
import { TableProcess } from './table-process.ts'

export interface TableReaderOptions {
  /** Of one process, in MB. */
  readonly memoryMb?: number
  /** Processes at once. */
  readonly workers?: number
  /** For one question. */
  readonly timeLimitSeconds?: number
  /** Questions that may wait; more are told that the reader is busy. */
  readonly waiting?: number
  /** After how long without a question a process ends. */
  readonly idleSeconds?: number
  readonly log: Logger
}

/** Opens the reader. Starts nothing: the first question does. */
export function openTableReader(options: TableReaderOptions): TableReader {
  return new TableProcesses(options)
}

/** The worker's own code, and the libraries it reads with. */
const readable = [
  realpathSync(fileURLToPath(new URL('../', import.meta.url))),
  // Wherever npm put them: in this package's own folder, or at the root.
  realpathSync(fileURLToPath(new URL('../../', import.meta.resolve('hyparquet')))).replace(/\/node_modules\/.*$/, '/node_modules'),
]

class TableProcesses implements TableReader {
  readonly #workers = new Set<TableProcess>()
  readonly #idle: TableProcess[] = []
  readonly #line: { grant(worker: TableProcess): void; refuse(error: TableError): void }[] = []
  readonly #options: Required<TableReaderOptions>
  readonly #sweep: NodeJS.Timeout
  #closed = false

  constructor({ memoryMb = 768, workers = 2, timeLimitSeconds = 20, waiting = 32, idleSeconds = 60, log }: TableReaderOptions) {
    this.#options = { memoryMb, workers, timeLimitSeconds, waiting, idleSeconds, log }
    this.#sweep = setInterval(() => this.#letIdleGo(), Math.min(idleSeconds * 1000, 5000))
    this.#sweep.unref()
  }

  async read<K extends TableRequest['kind']>(
    sources: readonly TableSource[],
    request: Extract<TableRequest, { kind: K }>,
  ): Promise<TableAnswers[K]> {
    const worker = await this.#borrow()
    try {
      return (await worker.run(sources, request)) as TableAnswers[K]
    } finally {
      this.#giveBack(worker)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweep)
    for (const waiter of this.#line.splice(0)) waiter.refuse(new TableError('busy', 'The hub is stopping.'))
    const all = [...this.#workers]
    for (const worker of all) worker.end()
    await Promise.all(all.map(({ gone }) => gone))
  }

  async #borrow(): Promise<TableProcess> {
    if (this.#closed) throw new TableError('busy', 'The hub is stopping.')
    const free = this.#free()
    if (free) return free
    if (this.#line.length >= this.#options.waiting)
      throw new TableError('busy', `${this.#line.length} other previews wait already. Try again in a few seconds.`)
    return await new Promise((grant, refuse) => this.#line.push({ grant, refuse }))
  }

  #free(): TableProcess | null {
    for (let worker = this.#idle.pop(); worker; worker = this.#idle.pop()) if (worker.alive) return worker
    if (this.#workers.size >= this.#options.workers) return null
    const { memoryMb, timeLimitSeconds, log } = this.#options
    const started = new TableProcess({ readable, memoryBytes: memoryMb * 1024 * 1024, timeLimitMs: timeLimitSeconds * 1000, log })
    this.#workers.add(started)
    return started
  }

  #giveBack(worker: TableProcess): void {
    // A process that has grown takes its memory with it; the next question starts with a clean one.
    if (worker.alive && worker.isWorn) worker.end()
    if (worker.alive) this.#idle.push(worker)
    else this.#workers.delete(worker)
    while (this.#line.length > 0) {
      const next = this.#closed ? null : this.#free()
      if (!next) return
      this.#line.shift()?.grant(next)
    }
  }

  #letIdleGo(): void {
    const before = Date.now() - this.#options.idleSeconds * 1000
    for (const worker of this.#idle.filter(({ usedAt }) => usedAt <= before)) {
      this.#idle.splice(this.#idle.indexOf(worker), 1)
      this.#workers.delete(worker)
      worker.end()
    }
  }
}
