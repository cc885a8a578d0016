import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { StoredBlob } from './blob-store.ts'
import { diskError } from './disk-errors.ts'
import { type ExpectedBytes, writeAndHash } from './write-and-hash.ts'

/**
 * Writes a stream to a file that must not exist yet, and flushes it. After an error the file may contain part of the
 * bytes: the caller removes it.
 * @throws {HubError} `storage.full`, `storage.unavailable` when the file system takes no writes, `lfs.size_mismatch`, `lfs.hash_mismatch`, `body.too_large`
 */
export async function writeNewFile(
  path: string,
  content: Readable | AsyncIterable<Uint8Array>,
  expected: ExpectedBytes,
): Promise<StoredBlob> {
  try {
    const file = await open(path, 'wx', 0o644)
    try {
      const blob = await writeAndHash(file, content, expected)
      await file.sync()
      return blob
    } finally {
      await file.close()
    }
  } catch (error) {
    throw diskError(error)
  }
}
