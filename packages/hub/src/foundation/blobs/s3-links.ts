import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { BlobLinks } from './blob-store.ts'
import { type S3Bucket, s3Client } from './s3-bucket.ts'
import { blobKey } from './s3-keys.ts'
import { partKey } from './s3-part-store.ts'

/** Long enough for a large download and its retries: clients do not ask for the address again. Seconds. */
const downloadSeconds = 6 * 3600
/** As long as an upload in parts lives. */
const partSeconds = 24 * 3600

/** Signed addresses of the bucket, as clients reach it. @returns `null` when no transfer goes past the hub */
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
      // The length is part of the signature: no more can be stored than was announced.
      return getSignedUrl(client, command, { expiresIn: partSeconds, signableHeaders: new Set(['host', 'content-length']) })
    },
  }
}
