import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3'
import { HubError } from '@portolan/contract'
import { isSha256 } from './blob-layout.ts'
import type { BlobLinks, BlobStore, ExpectedBlob, StoredBlob } from './blob-store.ts'
import type { PartStore } from './part-store.ts'
import type { StoreListener } from './s3-availability.ts'
import { openBucket, type S3Bucket } from './s3-bucket.ts'
import type { S3Config } from './s3-config.ts'
import { copyObject } from './s3-copy.ts'
import { isMissingKey, storeError } from './s3-errors.ts'
import { blobKey, shaOfKey } from './s3-keys.ts'
import { s3Links } from './s3-links.ts'
import { abandonedBefore, listObjects, sweepBucket } from './s3-list.ts'
import { openS3PartStore } from './s3-part-store.ts'
import { readObjectStream } from './s3-read.ts'
import { writeObject } from './s3-write.ts'

/**
 * Blobs as objects of an S3-compatible bucket: `ab/cd/abcd…` below the prefix. Any number of processes may share it.
 * @param onChange hears when the store goes away, and when it is back
 * @throws {BucketProblem} when listing, writing, reading or deleting in the bucket fails
 */
export async function openS3BlobStore(config: S3Config, onChange?: StoreListener): Promise<BlobStore & { close(): void }> {
  return new S3BlobStore(await openBucket(config, onChange === undefined ? {} : { onChange }))
}

class S3BlobStore implements BlobStore {
  readonly #bucket: S3Bucket
  readonly parts: PartStore
  readonly links: BlobLinks | null

  constructor(bucket: S3Bucket) {
    this.#bucket = bucket
    this.parts = openS3PartStore(bucket, this.put.bind(this))
    this.links = s3Links(bucket)
  }

  async put(content: Readable | AsyncIterable<Uint8Array>, expected: ExpectedBlob): Promise<StoredBlob> {
    // With a known hash, the bytes go straight to their key: they only become visible there once complete and verified.
    if (expected.sha256 !== undefined && isSha256(expected.sha256)) return this.#put(blobKey(expected.sha256), content, expected)
    const temp = `tmp/${randomBytes(16).toString('hex')}`
    const written = await writeObject(this.#bucket, temp, content, expected)
    try {
      await copyObject(this.#bucket, { key: temp, etag: written.etag, size: written.size }, blobKey(written.sha256))
    } catch (error) {
      throw storeError(error)
    } finally {
      await this.#delete(temp).catch(() => {})
    }
    return { sha256: written.sha256, size: written.size }
  }

  async freeBytes(): Promise<null> {
    return null
  }

  async stat(sha256: string): Promise<StoredBlob | null> {
    if (!isSha256(sha256)) return null
    try {
      const head = await this.#bucket.client.send(new HeadObjectCommand(this.#object(blobKey(sha256))))
      return { sha256, size: head.ContentLength ?? 0 }
    } catch (error) {
      if (isMissingKey(error)) return null
      throw storeError(error)
    }
  }

  async read(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    const missing = () => new HubError('blob.not_found', { sha256 })
    if (!isSha256(sha256)) throw missing()
    return readObjectStream(this.#bucket, blobKey(sha256), range, missing)
  }

  localPath(): null {
    return null
  }

  async delete(sha256: string): Promise<void> {
    if (isSha256(sha256)) await this.#delete(blobKey(sha256))
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for await (const { key, size } of listObjects(this.#bucket)) {
      const sha256 = shaOfKey(key)
      if (sha256 !== null) yield { sha256, size }
    }
  }

  async sweep(): Promise<number> {
    return sweepBucket(this.#bucket, abandonedBefore(new Date())).catch((error: unknown) => {
      throw storeError(error)
    })
  }

  close(): void {
    this.#bucket.close()
  }

  async #put(key: string, content: Readable | AsyncIterable<Uint8Array>, expected: ExpectedBlob): Promise<StoredBlob> {
    const { sha256, size } = await writeObject(this.#bucket, key, content, expected)
    return { sha256, size }
  }

  async #delete(key: string): Promise<void> {
    try {
      await this.#bucket.client.send(new DeleteObjectCommand(this.#object(key)))
    } catch (error) {
      if (!isMissingKey(error)) throw storeError(error)
    }
  }

  #object(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket.config.bucket, Key: this.#bucket.key(key) }
  }
}
