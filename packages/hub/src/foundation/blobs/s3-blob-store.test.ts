import { createHash } from 'node:crypto'
import { createServer, request } from 'node:http'
import { Readable } from 'node:stream'
import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { describe, expect, test } from 'vitest'
import { openTestBucket, testS3Url } from '../../testing/test-bucket.ts'
import { openS3BlobStore } from './s3-blob-store.ts'
import { openBucket } from './s3-bucket.ts'
import type { S3Config } from './s3-config.ts'
import { copyObject } from './s3-copy.ts'
import { listObjects, sweepBucket } from './s3-list.ts'

const chart = Buffer.alloc(9 * 1024 * 1024, 'a chart of the northern sea, ')
const sha256 = createHash('sha256').update(chart).digest('hex')

describe.runIf(testS3Url !== null)('a bucket', () => {
  test.for<[string, (config: S3Config) => Partial<S3Config>, RegExp]>([
    ['that does not exist', () => ({ bucket: 'no-such-bucket' }), /no-such-bucket at .* cannot be used: the bucket does not exist/],
    [
      'with a wrong secret',
      ({ credentials }) => ({ credentials: { accessKeyId: credentials?.accessKeyId ?? '', secretAccessKey: 'guessed-secret' } }),
      /the secret key is wrong/,
    ],
    [
      'with an unknown key',
      () => ({ credentials: { accessKeyId: 'nobody', secretAccessKey: 'guessed-secret' } }),
      /the access key does not exist|No user exists with the provided access key/,
    ],
    ['at a dead address', () => ({ endpoint: 'http://127.0.0.1:1' }), /the connection was refused/],
  ])('%s is refused with the reason, and without the secret', async ([, change, reason]) => {
    await using bucket = await openTestBucket()
    const error: unknown = await openS3BlobStore({ ...bucket.config, ...change(bucket.config) }).catch((e: unknown) => e)
    expect(error).toMatchObject({ name: 'BucketProblem', message: expect.stringMatching(reason) })
    expect(String(error)).not.toContain('guessed-secret')
    expect(String(error)).not.toContain(bucket.config.credentials?.secretAccessKey)
  })

  test('has the layout of the folder on disk, below its prefix', async () => {
    await using opened = await openStore()
    await opened.store.put(Readable.from([chart]), { sha256 })
    const keys = []
    for await (const { key } of listObjects(await openBucket({ ...opened.config, prefix: '' }))) keys.push(key)
    expect(keys).toEqual([`hub/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`])
    expect(opened.store.localPath(sha256)).toBeNull()
  })

  test('keeps no piece of a refused upload: no object, no unfinished multipart upload', async () => {
    await using opened = await openStore()
    await expect(opened.store.put(Readable.from([chart]), { sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'lfs.hash_mismatch' })
    await expect(opened.store.put(Readable.from([chart]), { maxBytes: chart.length - 1 })).rejects.toMatchObject({ code: 'body.too_large' })
    const { Uploads = [] } = await opened.client.send(new ListMultipartUploadsCommand({ Bucket: opened.config.bucket }))
    expect(Uploads).toEqual([])
    for await (const { key } of listObjects(await openBucket(opened.config))) expect.unreachable(key)
  })

  test('is swept of what dead writers left, and of nothing younger', async () => {
    await using opened = await openStore()
    const { bucket: Bucket } = opened.config
    await opened.store.put(Readable.from([chart]), { sha256 })
    await opened.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'hub/half-way' }))
    await opened.client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'another/half-way' }))
    await opened.client.send(new PutObjectCommand({ Bucket, Key: 'hub/tmp/left', Body: 'x' }))
    expect(await opened.store.sweep()).toBe(0)
    const later = new Date(Date.now() + 60_000)
    expect(await sweepBucket(await openBucket(opened.config), { upload: later, object: later })).toBe(2)
    const { Uploads = [] } = await opened.client.send(new ListMultipartUploadsCommand({ Bucket }))
    expect(Uploads.map(({ Key }) => Key)).toEqual(['another/half-way'])
    expect(await opened.store.stat(sha256)).toEqual({ sha256, size: chart.length })
  })

  test('does not copy an object that was replaced after it was looked at', async () => {
    await using opened = await openStore()
    const bucket = await openBucket(opened.config)
    const { bucket: Bucket } = opened.config
    const { ETag = '' } = await opened.client.send(new PutObjectCommand({ Bucket, Key: 'hub/tmp/a', Body: 'verified' }))
    await opened.client.send(new PutObjectCommand({ Bucket, Key: 'hub/tmp/a', Body: 'replaced' }))
    const source = { key: 'tmp/a', etag: ETag.replaceAll('"', ''), size: 8 }
    await expect(copyObject(bucket, source, 'b')).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } })
    const keys = []
    for await (const { key } of listObjects(bucket)) keys.push(key)
    expect(keys).toEqual(['tmp/a'])
  })

  test('a download goes on where a connection broke, and fails when the store stays silent', async () => {
    await using opened = await openStore()
    await opened.store.put(Readable.from([chart]), { sha256 })
    await using line = await breakingLine(opened.config.endpoint ?? '')
    const far = await openS3BlobStore({ ...opened.config, endpoint: line.url })
    line.cutAfter(1_000_000)
    const read = Buffer.concat(await (await far.read(sha256)).toArray())
    expect(read.equals(chart)).toBe(true)
    expect(line.cuts()).toBeGreaterThan(2)
    const part = Buffer.concat(await (await far.read(sha256, { start: 100, end: 3_000_099 })).toArray())
    expect(part.equals(chart.subarray(100, 3_000_100))).toBe(true)
    line.cutAfter(0)
    await expect(far.read(sha256).then((stream) => stream.toArray())).rejects.toMatchObject({ code: 'storage.unavailable' })
    far.close()
  })

  test('signed addresses give and take what they were made for, and nothing else', async () => {
    await using opened = await openStore({ presign: 'both' })
    const { links, parts } = opened.store
    await opened.store.put(Readable.from([chart]), { sha256 })
    const address = (await links?.download(sha256, { fileName: 'größe (1).bin', contentType: 'text/plain', attachment: true })) ?? ''
    const whole = await fetch(address)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
      200,
      'text/plain',
      "attachment; filename*=UTF-8''gr%C3%B6%C3%9Fe%20%281%29.bin",
    ])
    expect(Buffer.from(await whole.arrayBuffer()).equals(chart)).toBe(true)
    const range = await fetch(address, { headers: { Range: 'bytes=2-6' } })
    expect([range.status, await range.text()]).toEqual([206, 'chart'])
    expect((await fetch(address, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect((await fetch(address.replace('content-type=text%2Fplain', 'content-type=text%2Fhtml'))).status).toBe(403)
    const other = (await links?.part('up', 2, 6)) ?? ''
    expect((await fetch(other, { method: 'PUT', body: 'longer' })).status).toBe(200)
    const sent = await fetch((await links?.part('up', 1, 5)) ?? '', { method: 'PUT', body: 'tiny!' })
    expect((await parts.list('up')).get(1)).toEqual({ number: 1, etag: sent.headers.get('etag')?.replaceAll('"', ''), size: 5 })
    expect((await fetch(other, { method: 'PUT', body: 'longer than announced' })).status).toBe(403)
    expect((await fetch(other.replace('00002', '00003'), { method: 'PUT', body: 'longer' })).status).toBe(403)
  })
})

async function openStore(change: Partial<S3Config> = {}) {
  const bucket = await openTestBucket()
  const config = { ...bucket.config, ...change }
  const store = await openS3BlobStore(config)
  return {
    store,
    config,
    client: bucket.client,
    async [Symbol.asyncDispose]() {
      store.close()
      await bucket[Symbol.asyncDispose]()
    },
  }
}

/** A proxy to the store that cuts off every response to a GET of an object after a given number of bytes. */
async function breakingLine(to: string) {
  let limit = Infinity
  let cuts = 0
  const server = createServer((incoming, outgoing) => {
    // The host is part of the signature.
    const onward = request(new URL(incoming.url ?? '', to), { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      outgoing.flushHeaders()
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        const breaks = incoming.method === 'GET' && incoming.url?.includes(sha256) === true && sent + chunk.length > limit
        if (!breaks) {
          sent += chunk.length
          outgoing.write(chunk)
          return
        }
        cuts++
        answer.destroy()
        outgoing.write(chunk.subarray(0, limit - sent), () => outgoing.destroy())
      })
      answer.on('end', () => outgoing.end()).on('error', () => outgoing.destroy())
    })
    incoming.pipe(onward)
    onward.on('error', () => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    cutAfter: (bytes: number) => (limit = bytes),
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
