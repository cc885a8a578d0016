import { randomBytes } from 'node:crypto'
import { CreateBucketCommand, DeleteBucketCommand, DeleteObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../foundation/blobs/s3-config.ts'

/** An S3 server for tests, with its keys: `http://key:secret@host:port`. Started by the test runner. */
export const testS3Url = process.env['PORTOLAN_TEST_S3_URL'] ?? null

/** A separate bucket on the test server; deleted on dispose, with all its contents. */
export async function openTestBucket(): Promise<AsyncDisposable & { readonly config: S3Config; readonly client: S3Client }> {
  if (testS3Url === null) throw new Error('PORTOLAN_TEST_S3_URL is not set')
  const { username, password, origin } = new URL(testS3Url)
  const config: S3Config = {
    bucket: `t-${randomBytes(8).toString('hex')}`,
    endpoint: origin,
    region: 'us-east-1',
    credentials: { accessKeyId: username, secretAccessKey: password },
    prefix: 'hub/',
    pathStyle: true,
    presign: 'off',
    publicEndpoint: null,
    timeoutMs: 60_000,
  }
  const client = new S3Client({
    region: config.region,
    endpoint: origin,
    forcePathStyle: true,
    credentials: { accessKeyId: username, secretAccessKey: password },
  })
  const Bucket = config.bucket
  await client.send(new CreateBucketCommand({ Bucket }))
  return {
    config,
    client,
    async [Symbol.asyncDispose]() {
      for (;;) {
        const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
        if (Contents.length === 0) break
        await Promise.all(Contents.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key }))))
      }
      await client.send(new DeleteBucketCommand({ Bucket }))
      client.destroy()
    },
  }
}
