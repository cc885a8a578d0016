import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from './s3-bucket.ts'
import { storeError } from './s3-errors.ts'

/** An object in the bucket; its key without the prefix. */
export interface ListedObject {
  readonly key: string
  /** Without quotes. */
  readonly etag: string
  readonly size: number
  readonly modified: Date
}

/** Lists every object below a folder of the prefix, page by page. */
export async function* listObjects(bucket: S3Bucket, below = ''): AsyncGenerator<ListedObject> {
  let token: string | undefined
  do {
    const page = await bucket.client
      .send(new ListObjectsV2Command({ Bucket: bucket.config.bucket, Prefix: bucket.key(below), ContinuationToken: token }))
      .catch((error: unknown) => {
        throw storeError(error)
      })
    for (const { Key = '', ETag = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
      yield { key: Key.slice(bucket.config.prefix.length), etag: ETag.replaceAll('"', ''), size: Size, modified: LastModified }
    token = page.NextContinuationToken
  } while (token !== undefined)
}

/** The names of the folders directly below a folder. */
export async function* listFolders(bucket: S3Bucket, below: string): AsyncGenerator<string> {
  const prefix = bucket.key(below)
  let token: string | undefined
  do {
    const page = await bucket.client
      .send(new ListObjectsV2Command({ Bucket: bucket.config.bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: token }))
      .catch((error: unknown) => {
        throw storeError(error)
      })
    for (const { Prefix = '' } of page.CommonPrefixes ?? []) yield Prefix.slice(prefix.length, -1)
    token = page.NextContinuationToken
  } while (token !== undefined)
}

/** A multipart upload of half a terabyte over a slow line takes days; a temporary object is renamed as soon as it is complete. Milliseconds. */
const abandonedAfter = { upload: 7 * 86_400_000, object: 86_400_000 }

/** What is older belongs to a writer that is gone. */
export function abandonedBefore(now: Date): { upload: Date; object: Date } {
  return { upload: new Date(now.getTime() - abandonedAfter.upload), object: new Date(now.getTime() - abandonedAfter.object) }
}

/**
 * Aborts abandoned multipart uploads, and removes temporary objects.
 * @param before anything started or written before this is abandoned; by the store's clock
 * @returns how many were removed
 */
export async function sweepBucket(bucket: S3Bucket, before: { upload: Date; object: Date }): Promise<number> {
  const { bucket: Bucket, prefix } = bucket.config
  let removed = 0
  for await (const { key, modified } of listObjects(bucket, 'tmp/')) {
    if (modified >= before.object) continue
    await bucket.client.send(new DeleteObjectCommand({ Bucket, Key: bucket.key(key) }))
    removed++
  }
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (marker !== null) {
    const page: ListMultipartUploadsCommandOutput = await bucket.client.send(
      new ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before.upload) continue
      await bucket.client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      removed++
    }
    marker = page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
  return removed
}
