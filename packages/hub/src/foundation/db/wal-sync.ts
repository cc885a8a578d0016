import fs from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { HubError } from '@portolan/contract'

/** Clients may retry after this. Seconds. */
const retryAfter = 5

/**
 * Makes the commits of SQLite's write-ahead log survive a power failure. SQLite itself (`synchronous=FULL`) would wait for the disk inside the commit,
 * on the serving thread: 1 ms on a good disk, 10 and more on others. Here commits only write the log, and the flush runs in a thread of the runtime's
 * pool. Commits that arrive while one runs share the next.
 */
export class WalSync {
  readonly #file: string
  /** A plain descriptor: Node ends a process that leaves a FileHandle to garbage collection, as a start that fails may. */
  #log: Promise<number> | null = null
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #failure: { readonly cause: unknown } | null = null
  #isClosed = false

  /** @param file the database; the log is beside it once something was read or committed */
  constructor(file: string) {
    this.#file = file
  }

  /**
   * Resolves when all that was committed before the call is on the disk.
   * @throws {HubError} `database.unavailable` if the disk refused: what was committed may be lost then, and so may be anything after it, since the
   *   kernel reports such a failure once and drops what it could not write. Every later call throws, too, until the server is restarted.
   */
  async flush(): Promise<void> {
    if (this.#running === null) return this.#start()
    // The running one may have begun before the commit.
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    )
    return this.#next
  }

  /** False once the disk has refused: nothing more can be written until a restart. */
  get isWorking(): boolean {
    return this.#failure === null
  }

  /** Commits that end afterwards are still flushed. */
  async close(): Promise<void> {
    this.#isClosed = true
    await (this.#next ?? this.#running)?.catch(() => {})
    await this.#closeLog()
  }

  async #closeLog(): Promise<void> {
    const log = await this.#log?.catch(() => null)
    this.#log = null
    if (typeof log === 'number') fs.closeSync(log)
  }

  #start(): Promise<void> {
    this.#next = null
    const running = this.#flush().finally(() => {
      if (this.#running === running) this.#running = null
    })
    this.#running = running
    return running
  }

  async #flush(): Promise<void> {
    if (this.#failure === null) {
      try {
        this.#log ??= this.#openLog()
        await datasync(await this.#log)
        // Nobody else closes what was opened after the end.
        if (this.#isClosed) await this.#closeLog()
        return
      } catch (cause) {
        this.#failure = { cause }
      }
    }
    throw new HubError('database.unavailable', { retryAfter }, { cause: this.#failure.cause })
  }

  async #openLog(): Promise<number> {
    const log = fs.openSync(`${this.#file}-wal`, 'r+')
    // The log may be new: without its name in the folder, its content would be lost as well.
    const folder = await open(dirname(this.#file), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
    return log
  }
}

function datasync(fd: number): Promise<void> {
  return new Promise((resolve, reject) => fs.fdatasync(fd, (error) => (error === null ? resolve() : reject(error))))
}
