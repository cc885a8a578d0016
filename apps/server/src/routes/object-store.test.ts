import { createRepo, type HubConfig, lfsBatch, type WithContent } from '@portolan/hub'
import { openTestBucket, testS3Url } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { batchOf, commitLarge, sha256Of } from '../testing/lfs-upload.ts'
import { openTestServer, type TestServer, type TestUser } from '../testing/open-test-server.ts'

const mebibyte = 1024 * 1024
const chart = Buffer.alloc(11 * mebibyte, 'a chart that lies in a bucket; ')
const oid = sha256Of(chart)
const path = '/ada/tides/resolve/main/chart.bin'

describe.runIf(testS3Url !== null)('large files in a bucket', () => {
  test('are uploaded, and downloaded whole and in part, as from a disk', async () => {
    await using world = await openWorld('off')
    const { server, ada, hub } = world
    await commitLarge(server, 'ada/tides', 'chart.bin', chart, ada)
    expect(hub.blobs.localPath(oid)).toBeNull()
    const head = await server.request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
      200,
      `"${oid}"`,
      String(chart.length),
      'bytes',
    ])
    const whole = await server.request(path)
    expect(Buffer.from(await whole.arrayBuffer()).equals(chart)).toBe(true)
    const range = await server.request(path, { headers: { Range: 'bytes=-7' } })
    expect([range.status, await range.text()]).toEqual([206, chart.subarray(-7).toString()])
    const { actions } = await batchOf(server, 'ada/tides', chart, { operation: 'download' })
    const viaLfs = await server.request(actions?.download?.href ?? '')
    expect(Buffer.from(await viaLfs.arrayBuffer()).equals(chart)).toBe(true)
    expect((await server.request(path, { headers: { 'If-None-Match': `"${oid}"` } })).status).toBe(304)
  })

  test('an upload of other bytes than announced is told as on a disk', async () => {
    await using world = await openWorld('off')
    const { server, ada, hub } = world
    const { actions } = await batchOf(server, 'ada/tides', chart, { as: ada })
    const href = actions?.upload?.href ?? ''
    for (const body of [Buffer.alloc(chart.length, 'x'), chart.subarray(1), Buffer.concat([chart, Buffer.alloc(mebibyte)])])
      expect((await server.request(href, { method: 'PUT', body })).status).toBe(422)
    expect(await hub.blobs.stat(oid)).toBeNull()
    expect((await server.request(href, { method: 'PUT', body: chart })).status).toBe(200)
  })

  test('with signed downloads a GET leads to the store, HEAD and other origins’ pages stay here', async () => {
    await using world = await openWorld('downloads')
    const { server, ada } = world
    await commitLarge(server, 'ada/tides', 'chart.bin', chart, ada)
    const head = await server.request(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('location'), head.headers.get('content-length')]).toEqual([200, null, String(chart.length)])
    const get = await server.request(`${path}?download=true`)
    expect([get.status, get.headers.get('x-linked-etag'), get.headers.get('x-linked-size'), get.headers.get('x-repo-commit')]).toEqual([
      302,
      `"${oid}"`,
      String(chart.length),
      head.headers.get('x-repo-commit'),
    ])
    expect(get.headers.get('cache-control')).toBe('no-store')
    const location = get.headers.get('location') ?? ''
    expect(location).not.toContain(new URL(testS3Url ?? '').password)
    const range = await fetch(location, { headers: { Range: 'bytes=0-6' } })
    expect([range.status, await range.text(), range.headers.get('content-disposition')]).toEqual([
      206,
      'a chart',
      "attachment; filename*=UTF-8''chart.bin",
    ])
    // Follow the redirect the way fetch does: the hub's token must not reach the store.
    const followed = await server.request(path, { as: ada, redirect: 'follow' })
    expect(Buffer.from(await followed.arrayBuffer()).equals(chart)).toBe(true)
    const foreign = await server.request(path, { headers: { Origin: 'https://elsewhere.example' } })
    expect(foreign.status).toBe(200)
    const pointer = await server.request(path.replace('/resolve/', '/raw/'))
    expect([pointer.status, (await pointer.text()).startsWith('version https://git-lfs')]).toEqual([200, true])
    const { actions } = await batchOf(server, 'ada/tides', chart, { operation: 'download' })
    expect((await server.request(actions?.download?.href ?? '')).status).toBe(302)
  })

  test('signed parts go past the hub, which verifies them at the end', async () => {
    await using world = await openWorld('uploads')
    const { server, ada, hub, repo } = world
    const offer = await partsOf(world)
    const etags: string[] = []
    for (const [i, link] of (offer.partLinks ?? []).entries()) {
      expect(new URL(link).host).toBe(new URL(testS3Url ?? '').host)
      const sent = await fetch(link, { method: 'PUT', body: chart.subarray(i * offer.partBytes, (i + 1) * offer.partBytes) })
      etags.push(sent.headers.get('etag') ?? '')
    }
    expect(etags).toHaveLength(3)
    const complete = (list: readonly string[]) =>
      server.request(`/lfs/multipart/${offer.link}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
        body: JSON.stringify({ oid, parts: list.map((etag, i) => ({ partNumber: i + 1, etag })) }),
      })
    expect((await complete(etags.slice(0, 2))).status).toBe(404)
    expect(await hub.blobs.stat(oid)).toBeNull()
    expect((await complete(etags)).status).toBe(200)
    expect((await complete(etags)).status).toBe(200)
    expect(await hub.blobs.stat(oid)).toEqual({ sha256: oid, size: chart.length })
    expect(await batchOf(server, 'ada/tides', chart, { as: ada })).toEqual({ oid, size: chart.length })
    const stored: string[] = []
    for await (const id of hub.blobs.parts.uploads()) stored.push(id)
    expect([stored, repo.fullName]).toEqual([[], 'ada/tides'])
  })

  test('signed parts that make another file are refused and dropped', async () => {
    await using world = await openWorld('both')
    const { server, hub } = world
    const offer = await partsOf(world)
    const etags: string[] = []
    for (const link of offer.partLinks ?? []) {
      const size = Math.min(offer.partBytes, chart.length - etags.length * offer.partBytes)
      const sent = await fetch(link, { method: 'PUT', body: Buffer.alloc(size, 'x') })
      etags.push(sent.headers.get('etag') ?? '')
    }
    const answer = await server.request(`/lfs/multipart/${offer.link}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
      body: JSON.stringify({ oid, parts: etags.map((etag, i) => ({ partNumber: i + 1, etag })) }),
    })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'lfs.hash_mismatch'])
    expect(await hub.blobs.stat(oid)).toBeNull()
    for await (const id of hub.blobs.parts.uploads()) expect.unreachable(id)
  })
})

interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly hub: TestServer['hub']
  readonly ada: TestUser
  readonly repo: WithContent
}

async function openWorld(presign: NonNullable<HubConfig['s3']>['presign']): Promise<World> {
  const bucket = await openTestBucket()
  const server = await openTestServer({ config: { s3: { ...bucket.config, presign } } })
  const ada = await server.addUser('ada')
  const repo = await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides' })
  return {
    server,
    hub: server.hub,
    ada,
    repo,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await bucket[Symbol.asyncDispose]()
    },
  }
}

async function partsOf({ hub, ada, repo }: World) {
  const { objects } = await lfsBatch(
    hub,
    ada.actor,
    repo,
    { operation: 'upload', transfers: ['multipart'], objects: [{ oid, size: chart.length }] },
    { multipartFrom: 1, partBytes: 5 * mebibyte },
  )
  const [offer] = objects
  if (offer?.state !== 'multipart') throw new Error('no parts offered')
  return offer
}
