import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { HubError } from '@portolan/contract'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'
import { openDiskBlobStore } from '../../foundation/blobs/disk-blob-store.ts'
import { openS3BlobStore } from '../../foundation/blobs/s3-blob-store.ts'
import { openBucket } from '../../foundation/blobs/s3-bucket.ts'
import type { S3Config } from '../../foundation/blobs/s3-config.ts'
import { listFolders } from '../../foundation/blobs/s3-list.ts'
import { readObjectStream } from '../../foundation/blobs/s3-read.ts'
import { writeObject } from '../../foundation/blobs/s3-write.ts'
import { writeNewFile } from '../../foundation/blobs/write-new-file.ts'

/** Where backups are stored: `backups/<name>/…` for each of them, and one blob store shared by all. */
export interface BackupPlace {
  readonly blobs: BlobStore
  /** Writes a new file; it becomes visible only once complete. @returns its sha-256 */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly sha256: string; readonly size: number }>
  /** @throws when the file does not exist */
  read(path: string): Promise<Readable>
  /** Names of the backups, oldest first, including unfinished ones. */
  list(): Promise<string[]>
  close(): void
}

/** A folder, created if missing. */
export async function openFolder(folder: string): Promise<BackupPlace> {
  const blobs = await openDiskBlobStore(join(folder, 'blobs'))
  return {
    blobs,
    async write(path, content) {
      const target = join(folder, path)
      await mkdir(dirname(target), { recursive: true })
      const written = await writeNewFile(`${target}.part`, content, {})
      await rename(`${target}.part`, target)
      return written
    },
    read: async (path) => createReadStream(join(folder, path)),
    async list() {
      const names: string[] = await readdir(join(folder, 'backups')).catch(() => [])
      return names.toSorted()
    },
    close() {},
  }
}

/** A bucket, or a folder in one (`prefix`). */
export async function openBackupBucket(config: S3Config): Promise<BackupPlace> {
  const bucket = await openBucket(config)
  const blobs = await openS3BlobStore({ ...config, prefix: `${config.prefix}blobs/` })
  return {
    blobs,
    write: (path, content) => writeObject(bucket, path, content, {}),
    read: (path) => readObjectStream(bucket, path, undefined, () => new HubError('blob.not_found', { path })),
    async list() {
      const found: string[] = []
      for await (const name of listFolders(bucket, 'backups/')) found.push(name)
      return found.toSorted()
    },
    close() {
      bucket.client.destroy()
      blobs.close()
    },
  }
}
