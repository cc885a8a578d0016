import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BlobLinks } from './blob-store.ts'
import { type S3Bucket, s3Client } from './s3-bucket.ts'
import { blobKey } from './s3-keys.ts'
import { partKey } from './s3-part-store.ts'

/** Long enough for a large download and its retries: clients do not request the URL again. Seconds. */
const downloadSeconds = 6 * 3600
/** The lifetime of a multipart upload. */
const partSeconds = 24 * 3600

/** Presigned URLs of the bucket, at the endpoint clients use. @returns `null` when no transfer bypasses the hub */
export function s3Links(bucket: S3Bucket): BlobLinks | null {
  const { presign, publicEndpoint, bucket: Bucket } = bucket.config
  if (presign === 'off') return null
  const client = publicEndpoint === null ? bucket.client : s3Client(bucket.config, publicEndpoint)
  return {
    async download(sha256, { fileName, contentType, attachment }) {
      if (presign === 'uploads') return null
      const name = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
      const command = new GetObjectCommand({
        Bucket,
        Key: bucket.key(blobKey(sha256)),
        ResponseContentType: contentType,
        ResponseContentDisposition: `${attachment ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
      })
      return getSignedUrl(client, command, { expiresIn: downloadSeconds })
    },
    async part(uploadId, number, size) {
      if (presign === 'downloads') return null
      const command = new PutObjectCommand({ Bucket, Key: bucket.key(partKey(uploadId, number)), ContentLength: size })
      // The length is signed: no more can be stored than was announced.
      return getSignedUrl(client, command, { expiresIn: partSeconds, signableHeaders: new Set(['host', 'content-length']) })
    },
  }
}
