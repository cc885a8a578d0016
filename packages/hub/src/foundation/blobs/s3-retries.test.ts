import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { openBucket } from './s3-bucket.ts'

test('a store that asks for a minute while it starts is asked again within a second', async () => {
  let refusals = 0
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'HEAD') return void response.writeHead(404).end()
    if (request.url?.includes('list-type=2') === true) return void response.writeHead(200).end('<ListBucketResult/>')
    if (refusals-- > 0) return void response.writeHead(503, { 'retry-after': '60' }).end('<Error><Code>ServerNotInitialized</Code></Error>')
    return void response.writeHead(200, { etag: '"e"' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bucket = await openBucket({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'hub',
    prefix: '',
    pathStyle: true,
    presign: 'off',
    publicEndpoint: null,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    timeoutMs: 30_000,
  })
  try {
    refusals = 1
    const { $metadata } = await bucket.client.send(new PutObjectCommand({ Bucket: 'hub', Key: 'a', Body: 'x' }))
    expect($metadata.attempts).toBe(2)
    expect($metadata.totalRetryDelay).toBeLessThanOrEqual(1_000)
  } finally {
    bucket.close()
    server.closeAllConnections()
    server.close()
  }
})
