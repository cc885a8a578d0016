import { createHash } from 'node:crypto'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { HubError } from '@portolan/contract'
import type { BlobStore } from './blob-store.ts'
import { checkedUploadId, type PartStore, type StoredPart } from './part-store.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { joinObjects } from './s3-copy.ts'
import { isChanged, isMissingKey, storeError } from './s3-errors.ts'
import { blobKey } from './s3-keys.ts'
import { listFolders, listObjects } from './s3-list.ts'
import { readObjectStream } from './s3-read.ts'
import { writeObject } from './s3-write.ts'

/** The store does not join smaller pieces, except as the last one. Bytes. */
const minJoinBytes = 5 * 1024 * 1024

/** The key of a part, also used in presigned URLs. */
export function partKey(uploadId: string, number: number): string {
  return `parts/${checkedUploadId(uploadId)}/${String(number).padStart(5, '0')}`
}

/**
 * Parts as separate objects, `parts/<upload>/<number>`: any process finds them, and a client may upload them there directly. The whole is read once
 * to verify it, then joined by the store; if a part is replaced after it was read, the join fails.
 */
export function openS3PartStore(bucket: S3Bucket, put: BlobStore['put']): PartStore {
  return {
    async put(uploadId, number, content, { size }) {
      const { etag } = await writeObject(bucket, partKey(uploadId, number), content, { size })
      return { etag }
    },
    async list(uploadId) {
      const parts = new Map<number, StoredPart>()
      for await (const { key, etag, size } of listObjects(bucket, `parts/${checkedUploadId(uploadId)}/`)) {
        const number = Number(key.slice(key.lastIndexOf('/') + 1))
        if (Number.isInteger(number)) parts.set(number, { number, etag, size })
      }
      return parts
    },
    async complete(uploadId, parts, expected) {
      const content = joined(bucket, uploadId, parts)
      if (parts.length < 2 || parts.slice(0, -1).some(({ size }) => size < minJoinBytes)) return put(content, expected)
      const hash = createHash('sha256')
      let size = 0
      for await (const chunk of content) {
        hash.update(chunk)
        size += chunk.byteLength
      }
      if (size !== expected.size) throw new HubError('lfs.size_mismatch', { expected: expected.size, received: size })
      const sha256 = hash.digest('hex')
      if (sha256 !== expected.sha256) throw new HubError('lfs.hash_mismatch', { expected: expected.sha256, received: sha256 })
      await expected.beforePublish?.({ sha256, size })
      const sources = parts.map((part) => ({ key: partKey(uploadId, part.number), etag: part.etag, size: part.size }))
      await joinObjects(bucket, sources, blobKey(sha256)).catch((error: unknown) => {
        throw isChanged(error) || isMissingKey(error) ? replaced(error) : storeError(error)
      })
      return { sha256, size }
    },
    async drop(uploadId) {
      for await (const { key } of listObjects(bucket, `parts/${checkedUploadId(uploadId)}/`))
        await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.config.bucket, Key: bucket.key(key) }))
    },
    uploads: () => listFolders(bucket, 'parts/'),
  }
}

async function* joined(bucket: S3Bucket, uploadId: string, parts: readonly StoredPart[]): AsyncGenerator<Uint8Array> {
  for (const { number } of parts) yield* await readObjectStream(bucket, partKey(uploadId, number), undefined, replaced)
}

function replaced(cause?: unknown): HubError {
  return new HubError('lfs.object_missing', { message: 'A part was replaced while the upload was being completed.' }, { cause })
}
