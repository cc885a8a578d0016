import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { S3Bucket } from './s3-bucket.ts'

/** Size of one copy request: the API's limit is 5 GiB, but many stores are silent while they copy, and must not exceed the timeout. */
const maxCopyBytes = 256 * 1024 ** 2
/** Pieces copied concurrently. */
const atOnce = 4

/** An object as last seen: the copy fails if another one has taken its name. Keys without the prefix. */
export interface CopySource {
  readonly key: string
  /** Without quotes. */
  readonly etag: string
  readonly size: number
}

/** Copies an object within the store. @throws the store's error; 412 when the source has been replaced */
export async function copyObject(bucket: S3Bucket, source: CopySource, key: string): Promise<void> {
  if (source.size > maxCopyBytes) return joinObjects(bucket, [source], key)
  const { bucket: name } = bucket.config
  await bucket.client.send(
    new CopyObjectCommand({
      Bucket: name,
      Key: bucket.key(key),
      CopySource: sourceName(bucket, source),
      CopySourceIfMatch: `"${source.etag}"`,
    }),
  )
}

/** Joins objects into one within the store; all but the last must be at least 5 MiB. Nothing is visible until it is complete. */
export async function joinObjects(bucket: S3Bucket, sources: readonly CopySource[], key: string): Promise<void> {
  const target = { Bucket: bucket.config.bucket, Key: bucket.key(key) }
  const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand(target))
  try {
    const pieces = sources.flatMap(piecesOf)
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    const work = pieces.entries()
    const worker = async () => {
      for (const [index, { source, range }] of work) {
        const done = await bucket.client.send(
          new UploadPartCopyCommand({
            ...target,
            UploadId,
            PartNumber: index + 1,
            CopySource: sourceName(bucket, source),
            CopySourceIfMatch: `"${source.etag}"`,
            ...(range === null ? {} : { CopySourceRange: range }),
          }),
        )
        parts.push({ PartNumber: index + 1, ETag: done.CopyPartResult?.ETag })
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    parts.sort((a, b) => a.PartNumber - b.PartNumber)
    await bucket.client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await bucket.client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
    throw error
  }
}

function piecesOf(source: CopySource): { source: CopySource; range: string | null }[] {
  if (source.size <= maxCopyBytes) return [{ source, range: null }]
  const pieces = []
  for (let start = 0; start < source.size; start += maxCopyBytes)
    pieces.push({ source, range: `bytes=${start}-${Math.min(start + maxCopyBytes, source.size) - 1}` })
  return pieces
}

/** Bucket and key as the header requires them: each segment encoded. */
function sourceName(bucket: S3Bucket, { key }: CopySource): string {
  return `${bucket.config.bucket}/${bucket.key(key).split('/').map(encodeURIComponent).join('/')}`
}
