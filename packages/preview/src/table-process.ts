import { fileURLToPath } from 'node:url'
import { type Logger, TableError, type TableRequest, type TableSource } from '@portolan/hub'
import { confinedCommand, ConfinedWorker, type PooledWorker } from '@portolan/sandbox'
import { type FromWorker, maxPieceBytes, type RemoteSource, type ToWorker } from './protocol.ts'

export interface TableProcessOptions {
  readonly readable: readonly string[]
  readonly memoryBytes: number
  readonly timeLimitMs: number
  readonly log: Logger
}

const script = fileURLToPath(new URL('worker/main.ts', import.meta.url))
const folder = fileURLToPath(new URL('.', import.meta.url))

/**
 * A process that reads tables, one request at a time. It opens no files itself: it requests pieces, which the hub fetches from wherever they are
 * stored. What it parses was written by strangers.
 */
export class TableProcess implements PooledWorker {
  readonly #worker: ConfinedWorker<FromWorker>
  readonly #options: TableProcessOptions
  #jobs = 0

  constructor(options: TableProcessOptions) {
    this.#options = options
    this.#worker = new ConfinedWorker({
      command: confinedCommand(options, script, []),
      cwd: folder,
      memoryBytes: options.memoryBytes,
      timeLimitMs: options.timeLimitMs,
      onTrouble: (facts) => options.log.warn('a preview process exited', facts),
    })
  }

  get isAlive(): boolean {
    return this.#worker.isAlive
  }

  get needsReplacement(): boolean {
    return (this.#worker.memory() ?? 0) > this.#options.memoryBytes / 2
  }

  get gone(): Promise<void> {
    return this.#worker.gone
  }

  end(): void {
    this.#worker.end()
  }

  freeUnused(unusedSince: number): boolean {
    return this.#worker.usedAt <= unusedSince
  }

  /** Nothing is kept between requests. */
  knows(): boolean {
    return false
  }

  /** @throws {WorkerError}; {TableError} */
  run(sources: readonly TableSource[], request: TableRequest): Promise<unknown> {
    const job = ++this.#jobs
    const start: ToWorker = { type: 'run', job, sources: sources.map(withoutRead), request }
    return this.#worker.run<unknown>({
      start,
      onMessage: (message, { resolve, reject }) => {
        if (message.type === 'read') void this.#answerRead(sources, message)
        else if (message.job !== job) return
        else if (message.type === 'answer') resolve(message.answer)
        else reject(new TableError(message.problem, message.message))
      },
    })
  }

  async #answerRead(sources: readonly TableSource[], { ask, file, start, end }: Extract<FromWorker, { type: 'read' }>): Promise<void> {
    const source = sources[file]
    try {
      const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end
      if (!source || !isRange || end > source.size || end - start > maxPieceBytes)
        throw new Error('a preview process requested bytes outside of a file')
      this.#post({ type: 'bytes', ask, bytes: await source.read(start, end) })
    } catch (error) {
      this.#options.log.warn('could not read a file of a dataset', { path: source?.path, error: String(error) })
      this.#post({ type: 'no-bytes', ask })
    }
  }

  #post(message: ToWorker): void {
    this.#worker.send(message)
  }
}

/** What is sent to the process: it refers to files by their index in this list. */
function withoutRead({ path, key, format, compression, size }: TableSource): RemoteSource {
  return { path, key, format, compression, size }
}
