import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { openS3BlobStore } from '../packages/hub/src/foundation/blobs/s3-blob-store.ts'
import { startS3 } from '../scripts/test/s3-server.ts'
import { interleaved, median, writeResult } from './measure.ts'

/*
 * How much overhead do verification and streaming add to the S3 server itself? Writes and reads one file through the adapter, against a plain
 * PutObject and GetObject of the same bytes, taking turns. Ratios below 1 are the cost of hashing and of multipart uploads.
 */
const size = 256 * 1024 * 1024
const rounds = 5
const bin = process.env['PORTOLAN_TEST_S3_SERVER'] ?? join(import.meta.dirname, '../.cache/s3')
if (!existsSync(join(bin, 'versitygw'))) {
  console.error('No S3 server: bash scripts/test/s3-server.sh')
  process.exit(1)
}
const server = await startS3(bin)
try {
  const { origin, username, password } = new URL(server.url)
  const credentials = { accessKeyId: username, secretAccessKey: password }
  const bucket = 'bench'
  const client = new S3Client({
    region: 'us-east-1',
    endpoint: origin,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const config = {
    bucket,
    endpoint: origin,
    region: 'us-east-1',
    credentials,
    prefix: '',
    pathStyle: true,
    presign: 'off',
    publicEndpoint: null,
    timeoutMs: 60_000,
  } as const
  const store = await openS3BlobStore(config)
  const bytes = randomBytes(size)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const pieces = function* () {
    for (let at = 0; at < size; at += 65_536) yield bytes.subarray(at, at + 65_536)
  }
  const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    return size / 1e6 / ((performance.now() - start) / 1000)
  }
  const drain = async (stream: AsyncIterable<unknown>) => {
    let read = 0
    for await (const chunk of stream) read += (chunk as Uint8Array).length
    if (read !== size) throw new Error(`read ${read} bytes`)
  }
  const speeds = await interleaved(
    {
      'upload, adapter': () => perSecond(() => store.put(Readable.from(pieces(), { objectMode: false }), { sha256, size })),
      'upload, server': () => perSecond(() => client.send(new PutObjectCommand({ Bucket: bucket, Key: 'direct', Body: bytes }))),
      'download, adapter': () => perSecond(async () => drain(await store.read(sha256))),
      'download, server': () =>
        perSecond(async () => drain((await client.send(new GetObjectCommand({ Bucket: bucket, Key: 'direct' }))).Body as Readable)),
    },
    rounds,
  )
  for (const [name, values] of Object.entries(speeds)) console.log(`${name.padEnd(18)} ${median(values).toFixed(0).padStart(6)} MB/s`)
  const upload = median(speeds['upload, adapter']) / median(speeds['upload, server'])
  const download = median(speeds['download, adapter']) / median(speeds['download, server'])
  console.log(`upload through the adapter: ${upload.toFixed(2)} of the server itself; download: ${download.toFixed(2)}`)
  writeResult('s3', { sizeBytes: size, rounds, speeds, ratios: { upload, download } })
  store.close()
  client.destroy()
} finally {
  server.stop()
}
