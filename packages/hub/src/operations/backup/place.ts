import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { HubError, isHubError } from '@portolan/contract'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'
import { openDiskBlobStore } from '../../foundation/blobs/disk-blob-store.ts'
import { isDiskFull } from '../../foundation/blobs/disk-errors.ts'
import { openS3BlobStore } from '../../foundation/blobs/s3-blob-store.ts'
import { openBucket } from '../../foundation/blobs/s3-bucket.ts'
import type { S3Config } from '../../foundation/blobs/s3-config.ts'
import { abandonedBefore, listFolders, listObjects, sweepBucket } from '../../foundation/blobs/s3-list.ts'
import { readObjectStream } from '../../foundation/blobs/s3-read.ts'
import { writeObject } from '../../foundation/blobs/s3-write.ts'
import { writeNewFile } from '../../foundation/blobs/write-new-file.ts'

/** Where backups are stored: `backups/<name>/…` for each of them, and one blob store shared by all. */
export interface BackupPlace {
  /** For people: an absolute path, or `s3://bucket/prefix`. */
  readonly name: string
  readonly blobs: BlobStore
  /** Writes a new file; it becomes visible only once complete. @returns its sha-256 */
  write(path: string, content: AsyncIterable<Uint8Array>): Promise<{ readonly sha256: string; readonly size: number }>
  /** @throws when the file does not exist */
  read(path: string): Promise<Readable>
  /** Names of the backups, oldest first, including unfinished ones. */
  list(): Promise<string[]>
  /** Removes a backup, its manifest first: one that is partly removed counts as unfinished. Blobs stay. */
  remove(name: string): Promise<void>
  /** Removes what processes left that died while they wrote. */
  sweep(): Promise<void>
  close(): void
}

/**
 * Passes on what becomes of a write to a place.
 * @throws {HubError} `storage.full`, naming the place, because a full disk of the hub itself is reported with the same code; errors of the write
 */
export async function intoPlace<T>(name: string, write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    if (!isDiskFull(error) && !isHubError(error, 'storage.full')) throw error
    const message = `The place of backups ${name} is full: free space there, or keep fewer backups (PORTOLAN_BACKUP_KEEP). Earlier backups are as they were.`
    throw new HubError('storage.full', { message }, { cause: error })
  }
}

/** A folder, created if missing. */
export async function openFolder(folder: string): Promise<BackupPlace> {
  const blobs = await intoPlace(folder, openDiskBlobStore(join(folder, 'blobs')))
  return {
    name: folder,
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
    async remove(name) {
      const path = join(folder, 'backups', name)
      await rm(join(path, 'manifest.json'), { force: true })
      await rm(path, { recursive: true, force: true })
    },
    async sweep() {
      await blobs.sweep()
    },
    close() {},
  }
}

/** A bucket, or a folder in one (`prefix`). */
export async function openBackupBucket(config: S3Config): Promise<BackupPlace> {
  const bucket = await openBucket(config)
  const blobs = await openS3BlobStore({ ...config, prefix: `${config.prefix}blobs/` })
  const deleteObject = (key: string) => bucket.client.send(new DeleteObjectCommand({ Bucket: config.bucket, Key: bucket.key(key) }))
  return {
    name: `s3://${config.bucket}/${config.prefix}`.replace(/\/$/, ''),
    blobs,
    write: (path, content) => writeObject(bucket, path, content, {}),
    read: (path) => readObjectStream(bucket, path, undefined, () => new HubError('blob.not_found', { path })),
    async list() {
      const found: string[] = []
      for await (const name of listFolders(bucket, 'backups/')) found.push(name)
      return found.toSorted()
    },
    async remove(name) {
      await deleteObject(`backups/${name}/manifest.json`)
      for await (const { key } of listObjects(bucket, `backups/${name}/`)) await deleteObject(key)
    },
    async sweep() {
      await blobs.sweep()
      // Tables are written beside the blobs.
      await sweepBucket(bucket, abandonedBefore(new Date()))
    },
    close() {
      bucket.close()
      blobs.close()
    },
  }
}
