import { randomBytes } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from './s3-config.ts'
import { s3Advice, s3Reason } from './s3-errors.ts'

/** Connections to the store; a slow download occupies one for as long as it takes. */
const maxSockets = 4_000
const connectMs = 5_000
/** How long the store may take to respond, or pause in the middle. Milliseconds. */
const answerMs = 60_000
const maxAttempts = 4

/** A bucket and the client that reaches it. Keys are given without the prefix. */
export interface S3Bucket {
  readonly client: S3Client
  readonly config: S3Config
  /** The full key of a name below the prefix. */
  key(name: string): string
}

/** The bucket is unusable as configured. The message is for the operator. */
export class BucketProblem extends Error {
  override readonly name = 'BucketProblem'
}

/**
 * Opens a bucket, and verifies immediately that the hub can list, write, read and delete in it.
 * @param signal ends the verification, as a timeout
 * @throws {BucketProblem}
 */
export async function openBucket(config: S3Config, signal?: AbortSignal): Promise<S3Bucket> {
  const client = s3Client(config, config.endpoint)
  const bucket: S3Bucket = { client, config, key: (name) => `${config.prefix}${name}` }
  const probe = { Bucket: config.bucket, Key: bucket.key(`tmp/probe-${randomBytes(8).toString('hex')}`) }
  const within = signal === undefined ? {} : { abortSignal: signal }
  let doing = 'list'
  try {
    await client.send(new ListObjectsV2Command({ Bucket: config.bucket, MaxKeys: 1, Prefix: config.prefix }), within)
    doing = 'write'
    await client.send(new PutObjectCommand({ ...probe, Body: 'probe' }), within)
    doing = 'read'
    await (await client.send(new GetObjectCommand(probe), within)).Body?.transformToString()
    doing = 'delete'
    await client.send(new DeleteObjectCommand(probe), within)
  } catch (error) {
    client.destroy()
    const where = config.endpoint === null ? `region ${config.region}` : config.endpoint
    throw new BucketProblem(
      `The bucket ${config.bucket} at ${where} cannot be used: ${s3Reason(error)} (while trying to ${doing}). ${s3Advice(error)}`,
      {
        cause: error,
      },
    )
  }
  return bucket
}

/** A client of the store at an endpoint; the public one is only used for signing. */
export function s3Client(config: S3Config, endpoint: string | null): S3Client {
  const agent = { keepAlive: true, maxSockets }
  return new S3Client({
    region: config.region,
    forcePathStyle: config.pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
    maxAttempts,
    // Checksums beyond the signature's are specific to Amazon; some other stores reject them. The hub verifies by sha-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: answerMs,
    },
  })
}
