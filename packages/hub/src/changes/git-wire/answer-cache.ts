import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdvertisedRef, FetchRequest } from '@portolan/git'
import { emptyWhenLow } from '../../foundation/blobs/disk-reserve.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { Logger } from '../../logger.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { dbObjectSource } from './db-object-source.ts'

/** Each keeps a file open. */
const maxAnswers = 256
/** Generating shorter responses is as fast as reading them. Bytes. */
const minBytes = 64 * 1024
const blockBytes = 256 * 1024

interface Kept {
  readonly file: FileHandle
  readonly size: number
  readers: number
  /** Frees its space once nobody is reading it. */
  isDropped: boolean
}

/**
 * Responses to clients that have nothing yet are the same for the next such client: full, shallow and partial clones. They are cached in unlinked files, so
 * that a process leaves nothing behind when it ends; the least recently used ones are evicted first.
 */
export class AnswerCache implements AsyncDisposable {
  readonly #kept = new Map<string, Kept>()
  readonly #begun = new Set<string>()
  readonly #folder: string
  readonly #maxBytes: number
  readonly #log: Logger
  #bytes = 0
  #drafts = 0

  constructor(folder: string, maxBytes: number, log: Logger) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#log = log
  }

  /** Reads a cached response; `null` when there is none. */
  read(key: string): AsyncGenerator<Buffer> | null {
    const kept = this.#kept.get(key)
    if (!kept) return null
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return this.#pieces(kept)
  }

  /** Passes the pieces through unchanged, and caches them once they are complete. */
  async *keep(key: string, pieces: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const most = Math.floor(this.#maxBytes / 4)
    if (most === 0 || this.#begun.has(key)) {
      yield* pieces
      return
    }
    this.#begun.add(key)
    let file: FileHandle | null = null
    let size = 0
    try {
      file = await this.#open()
      for await (const piece of pieces) {
        if (file && (size + piece.length > most || !(await this.#isWritten(file, piece, size)))) {
          const given = file
          file = null
          await this.#give(given, size)
        }
        if (file) {
          size += piece.length
          this.#drafts += piece.length
        }
        yield piece
      }
      if (file && size >= minBytes) {
        this.#drafts -= size
        const kept = { file, size, readers: 0, isDropped: false }
        file = null
        await this.#enter(key, kept)
      }
    } finally {
      this.#begun.delete(key)
      if (file) await this.#give(file, size)
      await pieces.return(undefined)
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.empty()
  }

  /** Frees what nobody is reading; the rest follows when they have read it. */
  async empty(): Promise<void> {
    const all = [...this.#kept.values()]
    this.#kept.clear()
    this.#bytes = 0
    await Promise.all(all.map((kept) => this.#drop(kept)))
  }

  async *#pieces(kept: Kept): AsyncGenerator<Buffer> {
    kept.readers++
    try {
      for (let at = 0; at < kept.size;) {
        const block = Buffer.allocUnsafe(Math.min(blockBytes, kept.size - at))
        const { bytesRead } = await kept.file.read(block, 0, block.length, at)
        if (bytesRead === 0) throw new Error('A cached response is shorter than what was written')
        at += bytesRead
        yield block.subarray(0, bytesRead)
      }
    } finally {
      kept.readers--
      if (kept.isDropped && kept.readers === 0) await kept.file.close()
    }
  }

  /** `null` when responses in progress take up all the space, or the disk is full. */
  async #open(): Promise<FileHandle | null> {
    if (this.#drafts >= this.#maxBytes / 2) return null
    try {
      await mkdir(this.#folder, { recursive: true })
      const path = join(this.#folder, `${process.pid}-${Math.random().toString(36).slice(2)}`)
      const file = await open(path, 'wx+', 0o600)
      await unlink(path).catch(() => {})
      return file
    } catch (error) {
      this.#logFailure(error)
      return null
    }
  }

  /** False when the disk write fails: the client gets its response anyway. */
  async #isWritten(file: FileHandle, piece: Buffer, at: number): Promise<boolean> {
    try {
      for (let done = 0; done < piece.length;) done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten
      return true
    } catch (error) {
      this.#logFailure(error)
      return false
    }
  }

  #logFailure(error: unknown): void {
    this.#log.warn('could not cache the response to a clone', { error: String(error) })
  }

  async #give(file: FileHandle, size: number): Promise<void> {
    this.#drafts -= size
    await file.close()
  }

  async #enter(key: string, kept: Kept): Promise<void> {
    this.#kept.set(key, kept)
    this.#bytes += kept.size
    for (const [oldest, other] of this.#kept) {
      if (this.#bytes <= this.#maxBytes / 2 && this.#kept.size <= maxAnswers) break
      this.#kept.delete(oldest)
      this.#bytes -= other.size
      await this.#drop(other)
    }
  }

  async #drop(kept: Kept): Promise<void> {
    kept.isDropped = true
    if (kept.readers === 0) await kept.file.close()
  }
}

const cacheOf = hubState('clones', (hub) => {
  const { config, log } = hub
  const cache = new AnswerCache(join(config.dataDir, 'clones'), config.cloneCacheBytes, log)
  emptyWhenLow(hub, () => cache.empty())
  return cache
})

/**
 * The response to a fetch: from the cache, or generated by `make`. Only clients that have nothing share responses. The wanted objects are looked up first:
 * a repo that no longer has them does not serve them.
 */
export async function* remembered(
  hub: Hub,
  repo: WithContent,
  refs: readonly AdvertisedRef[],
  request: FetchRequest,
  make: () => AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  if (request.haves.length > 0 || request.shallow.length > 0 || request.wants.length === 0) {
    yield* make()
    return
  }
  const cache = cacheOf(hub)
  const key = keyOf(repo, refs, request)
  const found = await dbObjectSource(hub, repo).facts(request.wants)
  const known = request.wants.every((oid) => found.has(oid)) ? cache.read(key) : null
  yield* known ?? cache.keep(key, make())
}

/** Everything the response depends on: objects never change, refs do. */
function keyOf(repo: WithContent, refs: readonly AdvertisedRef[], request: FetchRequest): string {
  const { wants, filter } = request
  const usesRefs = request.includeTag || request.deepen.not.length > 0
  return createHash('sha256')
    .update(
      JSON.stringify([
        repo.uid,
        {
          ...request,
          wants: [...wants].toSorted(),
          filter: { ...filter, blobLimit: String(filter.blobLimit), treeDepth: String(filter.treeDepth), types: [...filter.types] },
        },
        usesRefs ? refs : null,
      ]),
    )
    .digest('hex')
}
