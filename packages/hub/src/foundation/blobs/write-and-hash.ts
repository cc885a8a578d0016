import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { StoredBlob } from './blob-store.ts'
import { forEachChunk } from './for-each-chunk.ts'
import { acquireHashThread, type ThreadedWriter, WriteFailed } from './hash-thread.ts'

/** Bytes that a thread processes at once. A file no larger than this is hashed immediately and written with one call. */
const gatherBytes = 1024 * 1024

/** From this size on, another thread writes and hashes: starting it costs less than it saves. Bytes. */
const threadFrom = 4 * 1024 * 1024

/** What the bytes of a stream are verified against. */
export interface ExpectedBytes {
  readonly sha256?: string
  readonly size?: number
  readonly maxBytes?: number
  /**
   * The writer may free the chunks, like those of an HTTP request. Freed immediately, they never reach the garbage
   * collector, which in a fast upload would otherwise do as much work as everything else combined.
   */
  readonly freeChunks?: boolean
}

/**
 * Writes a stream to a new file, and returns its hash and size. Memory is bounded, regardless of size.
 * @throws {HubError} `lfs.size_mismatch`, `lfs.hash_mismatch`, `body.too_large`; the file then contains part of the bytes
 */
export async function writeAndHash(
  file: FileHandle,
  content: Readable | AsyncIterable<Uint8Array>,
  expected: ExpectedBytes,
): Promise<StoredBlob> {
  const writer = new HashingWriter(file, expected.freeChunks === true)
  let size = 0
  try {
    await forEachChunk(content, (chunk) => {
      size += chunk.byteLength
      checkGrowth(size, expected)
      return writer.push(chunk)
    })
    // Before the hash: a truncated body is detected by its size.
    if (expected.size !== undefined && size !== expected.size)
      throw new HubError('lfs.size_mismatch', { expected: expected.size, received: size })
  } catch (error) {
    if (!(error instanceof WriteFailed)) {
      await writer.abandon()
      throw error
    }
  }
  const sha256 = await writer.finish()
  if (expected.sha256 !== undefined && sha256 !== expected.sha256) {
    throw new HubError('lfs.hash_mismatch', { expected: expected.sha256, received: sha256 })
  }
  return { sha256, size }
}

function checkGrowth(size: number, expected: ExpectedBytes): void {
  if (expected.size !== undefined && size > expected.size)
    throw new HubError('lfs.size_mismatch', { expected: expected.size, receivedAtLeast: size })
  if (expected.maxBytes !== undefined && size > expected.maxBytes) throw new HubError('body.too_large', { maxBytes: expected.maxBytes })
}

/** Collects small chunks; starts in this thread and moves to a hashing thread when the file turns out to be large. */
class HashingWriter {
  readonly #file: FileHandle
  readonly #freeChunks: boolean
  readonly #hash = createHash('sha256')
  #position = 0
  #gathered: Uint8Array[] = []
  #gatheredBytes = 0
  #early: Uint8Array[] = []
  #earlyBytes = 0
  #thread: ThreadedWriter | null = null
  #decided = false

  constructor(file: FileHandle, freeChunks: boolean) {
    this.#file = file
    this.#freeChunks = freeChunks
  }

  push(chunk: Uint8Array): Promise<void> | null {
    if (this.#thread !== null) return this.#pushToThread(this.#thread, chunk)
    if (this.#decided) return this.#gather(chunk)
    this.#early.push(chunk)
    this.#earlyBytes += chunk.byteLength
    return this.#earlyBytes >= threadFrom ? this.#decide() : null
  }

  async finish(): Promise<string> {
    if (this.#thread !== null) return this.#thread.finish()
    for (const chunk of this.#takeEarly()) await this.#gather(chunk)
    await this.#flush()
    return this.#hash.digest('hex')
  }

  async abandon(): Promise<void> {
    await this.#thread?.abandon()
  }

  /** The file is large: a hashing thread takes over, or this one continues if they are all busy. */
  async #decide(): Promise<void> {
    this.#decided = true
    this.#thread = acquireHashThread(this.#file.fd)
    for (const chunk of this.#takeEarly()) await (this.#thread === null ? this.#gather(chunk) : this.#pushToThread(this.#thread, chunk))
  }

  #takeEarly(): Uint8Array[] {
    const early = this.#early
    this.#early = []
    return early
  }

  #pushToThread(thread: ThreadedWriter, chunk: Uint8Array): Promise<void> | null {
    const room = thread.push(chunk)
    if (!this.#freeChunks) return room
    // It is copied by the time there is room.
    if (room !== null) return room.then(() => free(chunk))
    free(chunk)
    return null
  }

  #gather(chunk: Uint8Array): Promise<void> | null {
    this.#gathered.push(chunk)
    this.#gatheredBytes += chunk.byteLength
    return this.#gatheredBytes >= gatherBytes ? this.#flush() : null
  }

  async #flush(): Promise<void> {
    const chunks = this.#gathered
    const bytes = this.#gatheredBytes
    this.#gathered = []
    this.#gatheredBytes = 0
    if (bytes === 0) return
    const writing = writeAll(this.#file, chunks, bytes, this.#position)
    this.#position += bytes
    for (const chunk of chunks) this.#hash.update(chunk)
    await writing
    if (this.#freeChunks) for (const chunk of chunks) free(chunk)
  }
}

/** Frees the memory of a chunk, if nothing else shares its buffer. */
function free(chunk: Uint8Array): void {
  const { buffer } = chunk
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0)
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], bytes: number, position: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, position)
  if (bytesWritten === bytes) return
  // A short write is rare (a full disk fails on the next attempt): write the rest as one piece.
  const whole = Buffer.concat(chunks)
  for (let done = bytesWritten; done < bytes;) {
    done += (await file.write(whole, done, bytes - done, position + done)).bytesWritten
  }
}
