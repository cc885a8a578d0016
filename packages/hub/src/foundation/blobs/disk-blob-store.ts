import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { readdir, rename, stat, statfs, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import { blobPath, isSha256 } from './blob-layout.ts'
import type { BlobStore, ExpectedBlob, StoredBlob } from './blob-store.ts'
import { diskError, isMissing } from './disk-errors.ts'
import { openDiskPartStore } from './disk-part-store.ts'
import type { PartStore } from './part-store.ts'
import { ensureFolder, syncFolder } from './sync-folder.ts'
import { newTempPath, releaseTempPath, sweepTempFiles } from './temp-files.ts'
import { writeNewFile } from './write-new-file.ts'

/**
 * Blobs as files below `dir`: `ab/cd/abcd…`. Temporary files are in `dir/tmp`, on the same file system, so that a
 * rename publishes them. Opening removes whatever crashed writers left there.
 * @param partsDir where files that arrive in parts are stored
 */
export async function openDiskBlobStore(dir: string, partsDir = join(dir, 'parts')): Promise<BlobStore> {
  const tempDir = join(dir, 'tmp')
  await ensureFolder(tempDir)
  await sweepTempFiles(tempDir)
  return new DiskBlobStore(dir, tempDir, partsDir)
}

class DiskBlobStore implements BlobStore {
  readonly #dir: string
  readonly #tempDir: string
  readonly parts: PartStore
  readonly links = null

  constructor(dir: string, tempDir: string, partsDir: string) {
    this.#dir = dir
    this.#tempDir = tempDir
    this.parts = openDiskPartStore(partsDir, this.put.bind(this))
  }

  async put(content: Readable | AsyncIterable<Uint8Array>, expected: ExpectedBlob): Promise<StoredBlob> {
    const temp = newTempPath(this.#tempDir)
    try {
      const blob = await writeNewFile(temp, content, expected)
      await expected.beforePublish?.(blob)
      await this.#publish(temp, blob)
      return blob
    } catch (error) {
      await unlink(temp).catch(() => {})
      throw diskError(error)
    } finally {
      releaseTempPath(temp)
    }
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#dir)
    return bavail * bsize
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
      // By path, not FileHandle: Node terminates the process when an unclosed one is garbage collected.
      const content = createReadStream(blobPath(this.#dir, sha256), { highWaterMark: 256 * 1024, ...(isEmpty(range) ? {} : range) })
      await once(content, 'open')
      if (!isEmpty(range)) return content
      content.destroy()
      return Readable.from([])
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

  sweep(): Promise<number> {
    return sweepTempFiles(this.#tempDir)
  }

  async #publish(temp: string, blob: StoredBlob): Promise<void> {
    const path = blobPath(this.#dir, blob.sha256)
    await ensureFolder(dirname(path))
    await rename(temp, path)
    await syncFolder(dirname(path))
  }
}

async function fanOut(dir: string): Promise<string[]> {
  return (await readdir(dir).catch(() => [])).filter((name) => /^[0-9a-f]{2}$/.test(name))
}

function isEmpty(range: { start: number; end: number } | undefined): boolean {
  return range !== undefined && range.end < range.start
}
