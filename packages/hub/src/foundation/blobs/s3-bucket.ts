import { randomBytes } from 'node:crypto'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { S3Availability, type StoreListener } from './s3-availability.ts'
import type { S3Config } from './s3-config.ts'
import { isMissingKey, s3Advice, s3Reason } from './s3-errors.ts'
import { limitRequests } from './s3-requests.ts'
import { capRetryAfter } from './s3-retries.ts'

/** Connections to the store; a slow download occupies one for as long as it takes. */
const maxSockets = 4_000
/** How long a connection may take to open. Milliseconds. */
const connectMs = 5_000
const maxAttempts = 4
/** A request as a whole may take so many times the longest silence: uploads of parts, and copies, over slow lines. */
const requestTimes = 10

/** A bucket and the client that reaches it. Keys are given without the prefix. */
export interface S3Bucket {
  readonly client: S3Client
  readonly config: S3Config
  readonly availability: S3Availability
  /** The full key of a name below the prefix. */
  key(name: string): string
  close(): void
}

/** The bucket is unusable as configured. The message is for the operator. */
export class BucketProblem extends Error {
  override readonly name = 'BucketProblem'
}

/**
 * Opens a bucket, and verifies immediately that the hub can list, write, read and delete in it. From then on, requests are limited (`limitRequests`).
 * @param options `signal` ends the verification, in place of the timeout of a request; `onChange` hears when the store goes away or returns
 * @throws {BucketProblem}
 */
export async function openBucket(
  config: S3Config,
  { signal, onChange = () => {} }: { signal?: AbortSignal; onChange?: StoreListener } = {},
): Promise<S3Bucket> {
  const client = s3Client(config, config.endpoint)
  await verifyBucket(client, config, signal ?? AbortSignal.timeout(config.timeoutMs))
  // A client of its own: its connections must not wait behind those of others.
  const prober = s3Client(config, config.endpoint, 1)
  const probed = new HeadObjectCommand({ Bucket: config.bucket, Key: `${config.prefix}tmp/probe` })
  const probe = (abortSignal: AbortSignal) =>
    prober.send(probed, { abortSignal }).catch((error: unknown) => {
      if (!isMissingKey(error)) throw error
    })
  const availability = new S3Availability(probe, s3Reason, onChange)
  limitRequests(client, availability, config.timeoutMs)
  return {
    client,
    config,
    availability,
    key: (name) => `${config.prefix}${name}`,
    close() {
      availability.close()
      client.destroy()
      prober.destroy()
    },
  }
}

async function verifyBucket(client: S3Client, config: S3Config, signal: AbortSignal): Promise<void> {
  const probe = { Bucket: config.bucket, Key: `${config.prefix}tmp/probe-${randomBytes(8).toString('hex')}` }
  const within = { abortSignal: signal }
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
}

/** A client of the store at an endpoint; the public one is only used for signing. */
export function s3Client(config: S3Config, endpoint: string | null, attempts = maxAttempts): S3Client {
  const agent = { keepAlive: true, maxSockets }
  const client = new S3Client({
    region: config.region,
    forcePathStyle: config.pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    ...(config.credentials === null ? {} : { credentials: config.credentials }),
    maxAttempts: attempts,
    // Checksums beyond the signature's are specific to Amazon; some other stores reject them. The hub verifies by sha-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
      connectionTimeout: Math.min(connectMs, config.timeoutMs),
      requestTimeout: requestTimes * config.timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: config.timeoutMs,
    },
  })
  capRetryAfter(client)
  return client
}
