import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError } from '@portolan/contract'

const blockBytes = 1024 * 1024
/** Appended chunks are buffered up to this size before they are written. Bytes. */
const gatherBytes = 256 * 1024

/**
 * A temporary file for data that is too long to hold in memory. It is unlinked from the start, so it is gone when the process dies.
 */
export class Spool implements AsyncDisposable {
  readonly #dir: string
  #file: FileHandle | null = null
  #bytes = 0
  #written = 0
  #gathered: Uint8Array[] = []

  /** @param dir created on first use */
  constructor(dir: string) {
    this.#dir = dir
  }

  /** Bytes appended since the last {@link clear}. */
  get bytes(): number {
    return this.#bytes
  }

  /** Appends bytes; they must not change afterwards. @throws {HubError} `storage.full` */
  async append(bytes: Uint8Array): Promise<void> {
    this.#gathered.push(bytes)
    this.#bytes += bytes.byteLength
    if (this.#bytes - this.#written >= gatherBytes) await this.#flush()
  }

  async *read(start: number, end: number): AsyncGenerator<Buffer> {
    await this.#flush()
    for (let position = start; position < end;) {
      const block = Buffer.allocUnsafe(Math.min(blockBytes, end - position))
      const bytesRead = (await this.#file?.read(block, 0, block.length, position))?.bytesRead ?? 0
      if (bytesRead === 0) throw new Error('the spool is shorter than what was written to it')
      position += bytesRead
      yield block.subarray(0, bytesRead)
    }
  }

  /** Discards everything appended and frees its disk space. */
  async clear(): Promise<void> {
    if (this.#written > 0) await this.#file?.truncate(0)
    this.#gathered = []
    this.#bytes = 0
    this.#written = 0
  }

  async #flush(): Promise<void> {
    if (this.#gathered.length === 0) return
    const bytes = Buffer.concat(this.#gathered)
    this.#gathered = []
    const file = (this.#file ??= await openNameless(this.#dir))
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, this.#written)
        done += bytesWritten
        this.#written += bytesWritten
      }
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? new HubError('storage.full', {}, { cause: error }) : error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.close()
    this.#file = null
  }
}

async function openNameless(dir: string): Promise<FileHandle> {
  await mkdir(dir, { recursive: true })
  const path = join(dir, `spool-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}
