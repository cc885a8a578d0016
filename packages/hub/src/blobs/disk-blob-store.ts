import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { blobPath, isSha256 } from './blob-layout.ts'
import type { BlobStore, StoredBlob } from './blob-store.ts'
import { ensureFolder, syncFolder } from './sync-folder.ts'
import { newTempPath, releaseTempPath, sweepTempFiles } from './temp-files.ts'

/**
 * Blobs as files below `dir`: `ab/cd/abcd…`. Temporary files live in `dir/tmp`, on the same file system, so that a
 * rename publishes them. Opening removes what crashed writers left there.
 */
export async function openDiskBlobStore(dir: string): Promise<BlobStore> {
  const tempDir = join(dir, 'tmp')
  await ensureFolder(tempDir)
  await sweepTempFiles(tempDir)
  return new DiskBlobStore(dir, tempDir)
}

class DiskBlobStore implements BlobStore {
  readonly #dir: string
  readonly #tempDir: string

  constructor(dir: string, tempDir: string) {
    this.#dir = dir
    this.#tempDir = tempDir
  }

  async put(
    content: Readable | AsyncIterable<Uint8Array>,
    expected: { sha256?: string; size?: number; maxBytes?: number },
  ): Promise<StoredBlob> {
    const temp = newTempPath(this.#tempDir)
    try {
      const file = await open(temp, 'wx', 0o644)
      let written: StoredBlob
      try {
        written = await writeAndHash(file, content, expected)
        await file.sync()
      } finally {
        await file.close()
      }
      await this.#publish(temp, written)
      return written
    } catch (error) {
      await unlink(temp).catch(() => {})
      throw isDiskFull(error) ? new HubError('storage.full', {}, { cause: error }) : error
    } finally {
      releaseTempPath(temp)
    }
  }

  async stat(sha256: string): Promise<StoredBlob | null> {
    if (!isSha256(sha256)) return null
    try {
      const info = await stat(blobPath(this.#dir, sha256))
      return { sha256, size: info.size }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async read(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    if (!isSha256(sha256)) throw new HubError('blob.not_found', { sha256 })
    try {
      const file = await open(blobPath(this.#dir, sha256), 'r')
      if (range !== undefined && range.end < range.start) {
        await file.close()
        return Readable.from([])
      }
      return createReadStream('', { fd: file, highWaterMark: 256 * 1024, ...range })
    } catch (error) {
      if (isMissing(error)) throw new HubError('blob.not_found', { sha256 }, { cause: error })
      throw error
    }
  }

  localPath(sha256: string): string | null {
    return isSha256(sha256) ? blobPath(this.#dir, sha256) : null
  }

  async delete(sha256: string): Promise<void> {
    if (!isSha256(sha256)) return
    try {
      await unlink(blobPath(this.#dir, sha256))
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for (const first of await fanOut(this.#dir)) {
      for (const second of await fanOut(join(this.#dir, first))) {
        for (const name of await readdir(join(this.#dir, first, second))) {
          const blob = await this.stat(name)
          if (blob !== null) yield blob
        }
      }
    }
  }

  async #publish(temp: string, blob: StoredBlob): Promise<void> {
    const path = blobPath(this.#dir, blob.sha256)
    await ensureFolder(dirname(path))
    await rename(temp, path)
    await syncFolder(dirname(path))
  }
}

async function writeAndHash(
  file: FileHandle,
  content: Readable | AsyncIterable<Uint8Array>,
  expected: { sha256?: string; size?: number; maxBytes?: number },
): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let size = 0
  // A refused body is left readable, so that the caller can still answer on the same socket.
  const chunks: AsyncIterable<Uint8Array> = content instanceof Readable ? content.iterator({ destroyOnReturn: false }) : content
  for await (const chunk of chunks) {
    size += chunk.byteLength
    checkGrowth(size, expected)
    hash.update(chunk)
    await writeAll(file, chunk)
  }
  const blob = { sha256: hash.digest('hex'), size }
  checkWhole(blob, expected)
  return blob
}

function checkGrowth(size: number, expected: { size?: number; maxBytes?: number }): void {
  if (expected.size !== undefined && size > expected.size) throw new HubError('lfs.size_mismatch', { expected: expected.size, receivedAtLeast: size })
  if (expected.maxBytes !== undefined && size > expected.maxBytes) throw new HubError('body.too_large', { maxBytes: expected.maxBytes })
}

function checkWhole(blob: StoredBlob, expected: { sha256?: string; size?: number }): void {
  if (expected.size !== undefined && blob.size !== expected.size) throw new HubError('lfs.size_mismatch', { expected: expected.size, received: blob.size })
  if (expected.sha256 !== undefined && blob.sha256 !== expected.sha256) {
    throw new HubError('lfs.hash_mismatch', { expected: expected.sha256, received: blob.sha256 })
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done)
    done += bytesWritten
  }
}

async function fanOut(dir: string): Promise<string[]> {
  return (await readdir(dir).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function isDiskFull(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOSPC' || code === 'EDQUOT'
}
