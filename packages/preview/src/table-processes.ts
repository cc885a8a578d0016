import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Logger,
  type TableAnswers,
  TableError,
  type TableProblem,
  type TableReader,
  type TableRequest,
  type TableSource,
} from '@portolan/hub'
import { WorkerError, type WorkerFault, WorkerPool } from '@portolan/sandbox'
import { TableProcess } from './table-process.ts'

export interface TableReaderOptions {
  /** Memory limit per process, in MB. */
  readonly memoryMb?: number
  /** Maximum number of processes. */
  readonly workers?: number
  /** Time limit per request. */
  readonly timeLimitSeconds?: number
  /** Requests that may wait; further ones are rejected as busy. */
  readonly waiting?: number
  /** Idle time after which a process ends. */
  readonly idleSeconds?: number
  readonly log: Logger
}

/** Opens the reader. Starts no process: the first request does. */
export function openTableReader(options: TableReaderOptions): TableReader {
  return new TableProcesses(options)
}

/** The worker's own code and its dependencies. */
const readable = [
  realpathSync(fileURLToPath(new URL('../', import.meta.url))),
  realpathSync(fileURLToPath(new URL('../', import.meta.resolve('@portolan/xet/lz4')))),
  // Wherever npm put them: in this package's own folder, or at the root.
  realpathSync(fileURLToPath(new URL('../../', import.meta.resolve('hyparquet')))).replace(/\/node_modules\/.*$/, '/node_modules'),
]

class TableProcesses implements TableReader {
  readonly #pool: WorkerPool<TableProcess>

  constructor({ memoryMb = 768, workers = 2, timeLimitSeconds = 20, waiting = 32, idleSeconds = 60, log }: TableReaderOptions) {
    const limits = { readable, memoryBytes: memoryMb * 1024 * 1024, timeLimitMs: timeLimitSeconds * 1000, log }
    this.#pool = new WorkerPool({ name: 'preview', start: () => new TableProcess(limits), workers, waiting, idleMs: idleSeconds * 1000 })
  }

  async read<K extends TableRequest['kind']>(
    sources: readonly TableSource[],
    request: Extract<TableRequest, { kind: K }>,
  ): Promise<TableAnswers[K]> {
    try {
      // All requests share one pool key: first come, first served.
      return (await this.#pool.use('', (worker) => worker.run(sources, request))) as TableAnswers[K]
    } catch (error) {
      if (error instanceof WorkerError) throw new TableError(...problems[error.fault])
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool[Symbol.asyncDispose]()
  }
}

const problems: Record<WorkerFault, [TableProblem, string]> = {
  timeout: ['timeout', 'Reading it exceeded the time limit of this hub.'],
  'out-of-memory': ['too-large', 'Reading it exceeded the memory limit of this hub.'],
  crashed: ['crashed', 'The process that read it crashed. The file may be corrupt or malicious.'],
  busy: ['busy', 'Too many previews are waiting. Try again in a few seconds.'],
  stopped: ['busy', 'The hub is stopping.'],
}
