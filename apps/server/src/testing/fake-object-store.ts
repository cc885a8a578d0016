import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The part of an S3 server that a hub needs to start and serve a small file: it records requests and does not verify signatures by itself. */
export interface FakeObjectStore extends AsyncDisposable {
  readonly origin: string
  readonly requests: StoreRequest[]
}

export interface StoreRequest {
  readonly method: string
  readonly host: string
  /** Path and query, as sent. */
  readonly url: string
  readonly accessKeyId: string
  readonly region: string
  /** Whether it was signed with this secret (AWS Signature Version 4, by headers). */
  isSignedWith(secret: string): boolean
}

/** @param waitMs how long it takes to answer each request */
export async function openFakeObjectStore(waitMs = 0): Promise<FakeObjectStore> {
  const objects = new Map<string, Buffer>()
  const requests: StoreRequest[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    const answer = () => {
      requests.push(toStoreRequest(request))
      const path = new URL(request.url ?? '/', 'http://x').pathname
      const known = objects.get(path)
      if (request.method === 'PUT') objects.set(path, Buffer.concat(pieces))
      if (request.method === 'DELETE') objects.delete(path)
      if (request.url?.includes('list-type=2') === true)
        return void response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end('<ListBucketResult><KeyCount>0</KeyCount></ListBucketResult>')
      if (request.method === 'GET' || request.method === 'HEAD') {
        if (!known) return void response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
        return void response.writeHead(200, { etag: '"e"', 'content-length': known.length }).end(known)
      }
      return void response.writeHead(200, { etag: '"e"' }).end()
    }
    request.on('end', () => void (waitMs === 0 ? answer() : setTimeout(answer, waitMs)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function toStoreRequest({ method = '', url = '', headers }: IncomingMessage): StoreRequest {
  const [, accessKeyId = '', day = '', region = '', signedNames = '', signature = ''] =
    /Credential=([^/]+)\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(headers.authorization ?? '') ?? []
  const { pathname, searchParams } = new URL(url, 'http://x')
  searchParams.sort()
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const signedHeaders = signedNames.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const payload = String(headers['x-amz-content-sha256'] ?? '')
  const canonical = [method, pathname, query, signedHeaders.join(''), signedNames, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date'] ?? ''), scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const hmac = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  return {
    method,
    host: headers.host ?? '',
    url,
    accessKeyId,
    region,
    isSignedWith: (secret) => {
      const key = ['aws4_request', 's3', region, day].reduceRight(hmac, `AWS4${secret}`)
      return hmac(key, text).toString('hex') === signature
    },
  }
}
