import { fileURLToPath } from 'node:url'
import { type Logger, TableError, type TableProblem, type TableRequest, type TableSource } from '@portolan/hub'
import { ConfinedProcess, confinedCommand, type ProcessEnd } from '@portolan/sandbox'
import { type FromWorker, maxPieceBytes, type RemoteSource, type ToWorker } from './protocol.ts'

export interface TableProcessOptions {
  readonly readable: readonly string[]
  readonly memoryBytes: number
  readonly timeLimitMs: number
  readonly log: Logger
}

const script = fileURLToPath(new URL('worker/main.ts', import.meta.url))
const folder = fileURLToPath(new URL('.', import.meta.url))

interface Running {
  readonly job: number
  readonly sources: readonly TableSource[]
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/**
 * A process that reads tables, one question at a time. It reads no file itself: it asks for pieces, and the hub fetches them from wherever they lie.
 * What it parses was written by strangers.
 */
export class TableProcess {
  usedAt = Date.now()
  readonly gone: Promise<void>
  readonly #child: ConfinedProcess
  readonly #options: TableProcessOptions
  #running: Running | null = null
  #ended: TableProblem | null = null
  #jobs = 0

  constructor(options: TableProcessOptions) {
    this.#options = options
    this.#child = new ConfinedProcess(confinedCommand(options, script, []), {
      cwd: folder,
      memoryBytes: options.memoryBytes,
      onMessage: (message) => this.#hear(message as FromWorker),
    })
    this.gone = this.#child.gone.then((end) => this.#end(end))
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get alive(): boolean {
    return this.#ended === null
  }

  /** It has more memory than a fresh one should. */
  get isWorn(): boolean {
    return (this.#child.memory() ?? 0) > this.#options.memoryBytes / 2
  }

  /** @throws {TableError} */
  async run(sources: readonly TableSource[], request: TableRequest): Promise<unknown> {
    const job = ++this.#jobs
    const limit = setTimeout(() => this.#kill('timeout'), this.#options.timeLimitMs)
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#running = { job, sources, resolve, reject }
        if (this.#ended !== null) reject(new TableError(this.#ended, sentences[this.#ended]))
        this.#send({ type: 'run', job, sources: sources.map(withoutRead), request })
      })
    } finally {
      clearTimeout(limit)
      this.#running = null
      this.usedAt = Date.now()
    }
  }

  /** Ends the process; a running question fails. */
  end(): void {
    this.#kill('crashed')
  }

  #kill(why: TableProblem): void {
    this.#ended ??= why
    this.#child.kill()
    this.#running?.reject(new TableError(why, sentences[why]))
  }

  #send(message: ToWorker): void {
    this.#child.send(message)
  }

  #hear(message: FromWorker): void {
    const running = this.#running
    if (!running) return
    if (message.type === 'read') return void this.#answerRead(running, message)
    if (message.job !== running.job) return
    if (message.type === 'answer') running.resolve(message.answer)
    else running.reject(new TableError(message.problem, message.message))
  }

  async #answerRead(running: Running, { ask, file, start, end }: Extract<FromWorker, { type: 'read' }>): Promise<void> {
    const source = running.sources[file]
    try {
      const isRange = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start < end
      if (!source || !isRange || end > source.size || end - start > maxPieceBytes)
        throw new Error('a worker asked for bytes that are not there')
      const bytes = await source.read(start, end)
      this.#send({ type: 'bytes', ask, bytes })
    } catch (error) {
      this.#options.log.warn('a file of a dataset could not be read', { path: source?.path, error: String(error) })
      this.#send({ type: 'no-bytes', ask })
    }
  }

  #end({ code, signal, stderr, outOfMemory }: ProcessEnd): void {
    const wasEnded = this.#ended !== null
    this.#ended = outOfMemory ? 'too-large' : (this.#ended ?? 'crashed')
    if (!wasEnded || this.#running)
      this.#options.log.warn('a process that reads tables ended', { why: this.#ended, code, signal, stderr: stderr.slice(-1000) })
    this.#running?.reject(new TableError(this.#ended, sentences[this.#ended]))
  }
}

/** What crosses to the process: it asks for bytes by the place of the file among these. */
function withoutRead({ path, key, format, compression, size }: TableSource): RemoteSource {
  return { path, key, format, compression, size }
}

const sentences: Record<TableProblem, string> = {
  timeout: 'Reading it took longer than this hub allows, and was stopped.',
  'too-large': 'Reading it takes more memory than this hub allows, and was stopped.',
  crashed: 'The process that read it ended. The file may be broken, or made to do that.',
  unreadable: 'The file cannot be read.',
  unsupported: 'Files of this kind cannot be read.',
  busy: 'Other previews wait already.',
}
