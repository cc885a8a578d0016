import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Upload } from '@aws-sdk/lib-storage'
import { HubError } from '@portolan/contract'
import type { ExpectedBlob, StoredBlob } from './blob-store.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { storeError } from './s3-errors.ts'

const mebibyte = 1024 * 1024
/** Bytes buffered in memory before sending, so that they can be resent. Larger for files that would have too many parts. */
const partBytes = 8 * mebibyte
const maxParts = 10_000
/** Parts in flight per upload: several when few uploads run, one when many do. Each upload uses less than `(n + 1) * partBytes` of memory. */
const partsAtOnce = 3
const fewUploads = 8

let running = 0

/**
 * Streams to a key and returns hash and size. The object is put, or its parts are joined, only if the bytes are as expected: until then
 * nothing is visible under the key.
 * @throws {HubError} `lfs.size_mismatch`, `lfs.hash_mismatch`, `body.too_large`, `storage.unavailable`, `storage.full`; errors of the stream
 */
export async function writeObject(
  bucket: S3Bucket,
  key: string,
  content: Readable | AsyncIterable<Uint8Array>,
  expected: ExpectedBlob,
): Promise<StoredBlob & { readonly etag: string }> {
  const found: { blob: StoredBlob | null } = { blob: null }
  const body = Readable.from(
    verified(content, expected, (blob) => (found.blob = blob)),
    { objectMode: false },
  )
  const largest = expected.size ?? expected.maxBytes ?? 0
  running++
  try {
    const upload = new Upload({
      client: bucket.client,
      params: { Bucket: bucket.config.bucket, Key: bucket.key(key), Body: body },
      partSize: Math.max(partBytes, Math.ceil(largest / (maxParts - 1) / mebibyte) * mebibyte),
      queueSize: running > fewUploads ? 1 : partsAtOnce,
    })
    const done = await upload.done()
    if (found.blob === null) throw new Error('The upload ended before all of its content was read.')
    return { ...found.blob, etag: (done.ETag ?? '').replaceAll('"', '') }
  } catch (error) {
    throw storeError(error)
  } finally {
    body.destroy()
    running--
  }
}

/** Passes chunks through while they match what is expected. It ends only if everything matches: throwing instead prevents the object from being created. */
async function* verified(
  content: Readable | AsyncIterable<Uint8Array>,
  expected: ExpectedBlob,
  found: (blob: StoredBlob) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  // The stream stays open after a rejection: an HTTP request is answered on its socket.
  const chunks = content instanceof Readable ? content.iterator({ destroyOnReturn: false }) : content
  for await (const chunk of chunks as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (expected.size !== undefined && size > expected.size)
      throw new HubError('lfs.size_mismatch', { expected: expected.size, receivedAtLeast: size })
    if (expected.maxBytes !== undefined && size > expected.maxBytes) throw new HubError('body.too_large', { maxBytes: expected.maxBytes })
    hash.update(chunk)
    yield chunk
  }
  if (expected.size !== undefined && size !== expected.size)
    throw new HubError('lfs.size_mismatch', { expected: expected.size, received: size })
  const sha256 = hash.digest('hex')
  if (expected.sha256 !== undefined && sha256 !== expected.sha256)
    throw new HubError('lfs.hash_mismatch', { expected: expected.sha256, received: sha256 })
  await expected.beforePublish?.({ sha256, size })
  found({ sha256, size })
}
