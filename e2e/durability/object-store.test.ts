import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startS3, type TestS3 } from '../../scripts/test/s3-server.ts'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { type Fault, type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts'

/*
 * The S3 server goes away, freezes, slows down, or fails every request while a hub uses it. The hub keeps running: what needs the store gets 503 with
 * Retry-After, everything else works, nothing is half-recorded, and it works again within seconds of the store.
 */
const bin = process.env['PORTOLAN_TEST_S3_SERVER']
/** Longer than any request may take: a request that exceeds it hangs. Milliseconds. */
const hungMs = 60_000
const mebibyte = 1024 * 1024
const Bucket = 'hub'
const lfsJson = { Accept: 'application/vnd.git-lfs+json', 'Content-Type': 'application/vnd.git-lfs+json' }

describe.skipIf(bin === undefined)('a server whose S3 store fails', () => {
  let s3: TestS3
  let proxy: FaultProxy
  let hub: BootedHub
  let client: S3Client
  const chart = randomBytes(9 * mebibyte)
  const atlas = randomBytes(64 * mebibyte)
  beforeAll(async () => {
    s3 = await startS3(bin ?? '')
    const { username, password, port, origin } = new URL(s3.url)
    client = new S3Client({
      region: 'us-east-1',
      endpoint: origin,
      forcePathStyle: true,
      credentials: { accessKeyId: username, secretAccessKey: password },
    })
    await client.send(new CreateBucketCommand({ Bucket }))
    proxy = await startFaultProxy({ host: '127.0.0.1', port: Number(port) })
    hub = await bootHub({
      PORTOLAN_S3_BUCKET: Bucket,
      PORTOLAN_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      PORTOLAN_S3_ACCESS_KEY_ID: username,
      PORTOLAN_S3_SECRET_ACCESS_KEY: password,
      PORTOLAN_S3_TIMEOUT_SECONDS: '5',
      PORTOLAN_ENGINE: 'off',
      PORTOLAN_FILE_RATE_LIMIT: '0',
    })
    await post('/api/repos/create', { type: 'model', name: 'tides' })
    for (const [path, bytes] of [
      ['chart.bin', chart],
      ['atlas.bin', atlas],
    ] as const) {
      if (!(await upload(bytes)).ok || !(await commit(path, bytes)).ok) throw new Error(`${path} was not stored`)
    }
  })
  afterAll(async () => {
    s3.signal('SIGCONT')
    await proxy.set({ kind: 'none' })
    await hub[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    client.destroy()
    s3.stop()
  })

  const inTime = () => ({ signal: AbortSignal.timeout(hungMs) })
  const post = (path: string, json: object) =>
    hub.fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json), ...inTime() })
  const download = (path = 'chart.bin') => hub.fetch(`/ada/tides/resolve/main/${path}`, inTime())
  const batch = (bytes: Buffer) =>
    hub.fetch('/ada/tides.git/info/lfs/objects/batch', {
      method: 'POST',
      headers: lfsJson,
      body: JSON.stringify({ operation: 'upload', transfers: ['basic'], objects: [{ oid: shaOf(bytes), size: bytes.length }] }),
      ...inTime(),
    })
  async function hrefFor(bytes: Buffer): Promise<string> {
    const { objects } = (await (await batch(bytes)).json()) as { objects: { actions?: { upload?: { href: string } } }[] }
    return objects[0]?.actions?.upload?.href ?? ''
  }
  const put = (href: string, bytes: Buffer) =>
    fetch(href, { method: 'PUT', body: new Uint8Array(bytes), signal: AbortSignal.timeout(60_000) })
  const upload = async (bytes: Buffer) => put(await hrefFor(bytes), bytes)
  const commit = (path: string, bytes: Buffer) =>
    hub.fetch('/api/models/ada/tides/commit/main', {
      method: 'POST',
      body: [
        { key: 'header', value: { summary: path } },
        { key: 'lfsFile', value: { path, algo: 'sha256', oid: shaOf(bytes), size: bytes.length } },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
      ...inTime(),
    })
  const ready = async () => {
    const answer = await fetch(`${hub.url}/api/health/ready`, inTime())
    return { ...((await answer.json()) as { checks: Record<string, string> }), status: answer.status }
  }
  async function told(answer: Response): Promise<[number, string, boolean]> {
    const { code = '' } = (await answer.json()) as { code?: string }
    return [answer.status, code, answer.headers.get('retry-after') !== null]
  }
  const unavailable = [503, 'storage.unavailable', true]
  const isWhole = async (answer: Response, bytes: Buffer) => shaOf(Buffer.from(await answer.arrayBuffer())) === shaOf(bytes)

  /** Waits until downloads and uploads work again. @returns how long that took; milliseconds */
  async function recovery(): Promise<number> {
    const begin = performance.now()
    await vi.waitFor(async () => expect((await download()).status).toBe(200), { timeout: 60_000, interval: 50 })
    await vi.waitFor(async () => expect((await upload(randomBytes(1_000))).status).toBe(200), { timeout: 60_000, interval: 50 })
    await vi.waitFor(async () => expect((await ready()).status).toBe(200), { timeout: 60_000, interval: 50 })
    return performance.now() - begin
  }

  type Way = readonly [name: string, begin: () => unknown, end: () => unknown]
  const byProxy = (name: string, fault: Fault): Way => [name, () => proxy.set(fault), () => proxy.set({ kind: 'none' })]
  const ways: Way[] = [
    byProxy('refuses connections', { kind: 'refuse' }),
    byProxy('accepts connections and says nothing', { kind: 'silent' }),
    byProxy('answers 500', { kind: 'status', status: 500 }),
    byProxy('answers 503', { kind: 'status', status: 503 }),
    byProxy('no longer knows the key', { kind: 'status', status: 403 }),
    byProxy('breaks every connection', { kind: 'cutAfter', bytes: 0, to: 'client' }),
    ['is frozen', () => s3.signal('SIGSTOP'), () => s3.signal('SIGCONT')],
    ['was killed', () => s3.signal('SIGKILL'), () => s3.restart()],
  ]
  test.for(ways)('gets 503 while it %s, and recovers', async ([name, begin, end]) => {
    const late = randomBytes(9 * mebibyte)
    const href = await hrefFor(late)
    await begin()
    try {
      const first = await Promise.all(Array.from({ length: 20 }, async () => told(await download())))
      expect(new Set(first.map(String))).toEqual(new Set([String(unavailable)]))
      expect(await told(await put(href, late))).toEqual(unavailable)
      // What was found is told for a second, so the answer of the moment before may still stand.
      await vi.waitFor(
        async () => expect(await ready()).toMatchObject({ status: 503, checks: { database: 'ok', storage: 'unavailable' } }),
        { timeout: hungMs, interval: 100 },
      )
      // What does not need the store works.
      expect((await fetch(`${hub.url}/api/health/live`, inTime())).status).toBe(200)
      expect((await post('/api/repos/create', { type: 'model', name: `r-${randomBytes(4).toString('hex')}` })).status).toBe(200)
      expect((await hub.fetch('/ada/tides', inTime())).status).toBe(200)
      // Once the store is known to be away, requests do not queue for it.
      const open = proxy.open
      const more = await Promise.all(Array.from({ length: 200 }, async () => told(await download())))
      expect(new Set(more.map(String))).toEqual(new Set([String(unavailable)]))
      expect(proxy.open).toBeLessThan(open + 20)
    } finally {
      await end()
    }
    expect(hub.isAlive, hub.output()).toBe(true)
    const took = await recovery()
    console.log(`${name}: worked again after ${Math.round(took)} ms`)
    // The upload that failed is not recorded, and can be repeated.
    expect(await hrefFor(late)).not.toBe('')
    expect((await put(await hrefFor(late), late)).status).toBe(200)
    expect((await commit('late.bin', late)).status).toBe(200)
    expect(await isWhole(await download('late.bin'), late)).toBe(true)
    await vi.waitFor(() => expect(proxy.open).toBeLessThan(40), { timeout: 60_000 })
    expect(hub.isAlive).toBe(true)
  })

  test('a download that the store abandons is visibly cut, and one that it interrupts is complete', async () => {
    await proxy.set({ kind: 'slow', bytesPerSecond: 8 * mebibyte })
    const cut = await download('atlas.bin')
    expect(cut.status).toBe(200)
    await delay(500)
    await proxy.set({ kind: 'silent' })
    await expect(cut.arrayBuffer()).rejects.toThrow('terminated')
    await proxy.set({ kind: 'none' })
    await recovery()

    await proxy.set({ kind: 'slow', bytesPerSecond: 32 * mebibyte })
    const interrupted = await download('atlas.bin')
    await delay(300)
    await proxy.set({ kind: 'refuse' })
    await delay(2_000)
    await proxy.set({ kind: 'none' })
    expect(await isWhole(interrupted, atlas)).toBe(true)
  })

  test('an upload survives a short interruption', async () => {
    const bytes = randomBytes(64 * mebibyte)
    const href = await hrefFor(bytes)
    const before = proxy.sent
    const sending = put(href, bytes)
    await vi.waitFor(() => expect(proxy.sent - before).toBeGreaterThan(16 * mebibyte), { timeout: hungMs, interval: 2 })
    await proxy.set({ kind: 'refuse' })
    await delay(2_000)
    await proxy.set({ kind: 'none' })
    expect((await sending).status).toBe(200)
    expect((await commit('interrupted.bin', bytes)).status).toBe(200)
    expect(await isWhole(await download('interrupted.bin'), bytes)).toBe(true)
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
    expect(Uploads.filter(({ Key }) => Key?.includes(shaOf(bytes)))).toEqual([])
  })

  test('a store that is only slow is used', async () => {
    await proxy.set({ kind: 'slow', bytesPerSecond: 3 * mebibyte })
    expect(await isWhole(await download(), chart)).toBe(true)
    expect((await ready()).status).toBe(200)
    await proxy.set({ kind: 'none' })
  })
})

function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
