import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createAccessToken,
  findAdministrator,
  type Hub,
  lfsBatch,
  openHub,
  requireRepo,
  revokeAccessToken,
  collectGarbage,
  silentLogger,
  type UserActor,
  verifyStorage,
} from '@portolan/hub'
import { openTestBucket, testHubConfig } from '@portolan/hub/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bootHub, type BootedHub } from '../support/booted-hub.ts'
import { freshDatabase } from '../support/fresh-database.ts'

/*
 * Two server processes with one Postgres database and one bucket, each with its own data folder, and a client that alternates between them: each
 * server sees what was sent to the other.
 */

const postgres = process.env['PORTOLAN_TEST_POSTGRES_URL']
const s3 = process.env['PORTOLAN_TEST_S3_URL']
/** The maximum delay that docs/operate/storage.md documents for revoked permissions. Milliseconds. */
const documentedMs = 5_000
const lfsJson = { Accept: 'application/vnd.git-lfs+json', 'Content-Type': 'application/vnd.git-lfs+json' }
const mebibyte = 1024 * 1024

describe.runIf(postgres !== undefined && s3 !== undefined)('two servers over one database and one bucket', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startTwo()
  }, 120_000)
  beforeEach(async () => {
    const { status } = await post(cluster.a, '/api/repos/create', { name: 'tides', type: 'model' })
    // The previous test may have left it.
    if (status !== 200 && status !== 409) throw new Error(`create: ${status}`)
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  test('a client may go to either at any step', { timeout: 120_000 }, async () => {
    const { a, b } = cluster
    // Uploaded to A, committed on B, downloaded from A and B.
    const chart = Buffer.alloc(9 * mebibyte, 'a chart; ')
    await upload(a, chart)
    expect((await commitLarge(b, 'chart.bin', chart)).status).toBe(200)
    for (const hub of [a, b]) {
      const answer = await hub.fetch('/ada/tides/resolve/main/chart.bin')
      expect(shaOf(Buffer.from(await answer.arrayBuffer()))).toBe(shaOf(chart))
      const range = await hub.fetch('/ada/tides/resolve/main/chart.bin', { headers: { Range: 'bytes=2-6' } })
      expect([range.status, await range.text()]).toEqual([206, 'chart'])
    }
    // Effective immediately on either server: a moved ref, a deleted branch.
    const head = async (hub: BootedHub) => ((await (await hub.fetch('/api/models/ada/tides')).json()) as { sha: string }).sha
    expect(await head(a)).toBe(await head(b))
    expect((await post(a, '/api/models/ada/tides/branch/try', {})).status).toBeLessThan(300)
    expect((await b.fetch('/ada/tides/resolve/try/chart.bin', { method: 'HEAD' })).status).toBe(200)
    expect((await b.fetch('/api/models/ada/tides/branch/try', { method: 'DELETE' })).status).toBe(200)
    expect((await a.fetch('/ada/tides/resolve/try/chart.bin', { method: 'HEAD' })).status).toBe(404)
    for (let turn = 0; turn < 6; turn++) {
      const [writer, reader] = turn % 2 === 0 ? [a, b] : [b, a]
      const text = Buffer.from(`turn ${turn}`)
      expect((await commitText(writer, 'turn.txt', text)).status).toBe(200)
      expect(await (await reader.fetch('/ada/tides/resolve/main/turn.txt')).text()).toBe(`turn ${turn}`)
    }
    // A revoked token stops working on the other server within the documented time.
    await using third = await openThird(cluster)
    const ada = await administrator(third.hub)
    const made = await createAccessToken(third.hub, ada, { name: 'second', role: 'write' })
    const whoami = (hub: BootedHub) => fetch(`${hub.url}/api/whoami-v2`, { headers: { Authorization: `Bearer ${made.token}` } })
    expect([(await whoami(a)).status, (await whoami(b)).status]).toEqual([200, 200])
    await revokeAccessToken(third.hub, ada, made.info.uid)
    for (const hub of [a, b]) await expect.poll(async () => (await whoami(hub)).status, { timeout: documentedMs }).toBe(401)
    // Deleted on B: gone on A, including its contents.
    expect((await send(b, 'DELETE', '/api/repos/delete', { name: 'tides', type: 'model' })).status).toBe(200)
    expect((await a.fetch('/api/models/ada/tides')).status).toBe(404)
    expect((await a.fetch('/ada/tides/resolve/main/chart.bin')).status).toBe(404)
  })

  test('parts of one file may go to both, and the end is told to the other', { timeout: 120_000 }, async () => {
    const { a, b } = cluster
    // Over HTTP, multipart uploads start at 1 GiB. Two more hubs, in this process, use a lower limit.
    await using first = await openThird(cluster)
    await using second = await openThird(cluster)
    const ada = await administrator(first.hub)
    const repo = await requireRepo(first.hub, ada, 'model', 'ada/tides', 'write')
    const chart = Buffer.alloc(13 * mebibyte, 'a chart; ')
    const object = { oid: shaOf(chart), size: chart.length }
    const answer = await lfsBatch(
      first.hub,
      ada,
      repo,
      { operation: 'upload', transfers: ['multipart'], objects: [object] },
      { multipartFrom: 1, partBytes: 5 * mebibyte },
    )
    const [offer] = answer.objects
    if (offer?.state !== 'multipart') throw new Error('no parts offered')
    const parts: { partNumber: number; etag: string }[] = []
    for (let number = 1; number <= offer.parts; number++) {
      const part = chart.subarray((number - 1) * offer.partBytes, number * offer.partBytes)
      const href = `/lfs/multipart/${offer.link}/${number}`
      const sent = await fetch((number % 2 === 0 ? a : b).url + href, { method: 'PUT', body: new Uint8Array(part) })
      parts.push({ partNumber: number, etag: sent.headers.get('etag') ?? '' })
      // Each server sees the parts that the other one received.
      expect((await fetch((number % 2 === 0 ? b : a).url + href, { method: 'HEAD' })).headers.get('etag')).toBe(parts.at(-1)?.etag)
    }
    const body = JSON.stringify({ oid: object.oid, parts })
    expect((await fetch(`${b.url}/lfs/multipart/${offer.link}`, { method: 'POST', headers: lfsJson, body })).status).toBe(200)
    expect(await batch(a, object)).toEqual(object)
    expect((await second.hub.blobs.stat(object.oid))?.size).toBe(object.size)
  })

  test(
    'when one is killed in the middle of an upload, the other goes on, and nothing half-written shows',
    { timeout: 120_000 },
    async () => {
      const { a, b } = cluster
      const chart = Buffer.alloc(40 * mebibyte, 'a chart; ')
      const { actions } = await batch(a, { oid: shaOf(chart), size: chart.length })
      const href = actions?.upload?.href ?? ''
      const half = new ReadableStream({
        async pull(controller) {
          controller.enqueue(new Uint8Array(chart.subarray(0, 20 * mebibyte)))
          await new Promise((resolve) => setTimeout(resolve, 300))
          await a.kill()
          controller.close()
        },
      })
      await expect(fetch(href, { method: 'PUT', body: half, duplex: 'half' } as RequestInit)).rejects.toThrow('fetch failed')
      expect((await batch(b, { oid: shaOf(chart), size: chart.length })).actions?.upload).toBeDefined()
      expect((await fetch(at(b, href), { method: 'PUT', body: chart })).status).toBe(200)
      expect((await commitLarge(b, 'chart.bin', chart)).status).toBe(200)
      await a.restart()
      const answer = await a.fetch('/ada/tides/resolve/main/chart.bin')
      expect(shaOf(Buffer.from(await answer.arrayBuffer()))).toBe(shaOf(chart))
    },
  )

  test(
    'one of them collects at a time, and one that is killed in the middle of a run leaves nothing half-deleted',
    { timeout: 180_000 },
    async () => {
      const { a, b } = cluster
      const charts = Array.from({ length: 40 }, (_, i) => Buffer.from(`a chart of its own, number ${i}`))
      const kept = Buffer.from('a chart that stays')
      for (const name of ['reef', 'bay']) await post(a, '/api/repos/create', { name, type: 'model' })
      const pointers = (all: readonly Buffer[]) =>
        all.map((bytes, i) => ({ key: 'lfsFile', value: { path: `${i}.bin`, algo: 'sha256', oid: shaOf(bytes), size: bytes.length } }))
      for (const [name, all] of [
        ['reef', [...charts, kept]],
        ['bay', [kept, charts[0] ?? kept]],
      ] as const) {
        for (const [i, bytes] of all.entries()) await upload(i % 2 === 0 ? a : b, bytes, name)
        const lines = [{ key: 'header', value: { summary: 'x' } }, ...pointers(all)]
        const answer = await a.fetch(`/api/models/ada/${name}/commit/main`, {
          method: 'POST',
          body: lines.map((each) => JSON.stringify(each)).join('\n'),
        })
        expect(answer.status).toBe(200)
      }
      expect((await send(b, 'DELETE', '/api/repos/delete', { name: 'reef', type: 'model' })).status).toBe(200)

      // Two processes start a run at the same moment: only one of them may run.
      await using first = await openThird(cluster)
      await using second = await openThird(cluster)
      const runs = await Promise.all([first.hub, second.hub].map((hub) => collectGarbage(hub, { dry: true })))
      expect(runs.filter((run) => run === null)).toHaveLength(1)

      // A third process runs garbage collection on the command line, and is killed after it has freed some files.
      const command = spawn(process.execPath, [join(import.meta.dirname, '../../apps/server/src/cli/main.ts'), 'gc', '--grace-days', '0'], {
        env: { ...process.env, ...cluster.settings, PORTOLAN_DATA_DIR: first.hub.config.dataDir },
        stdio: 'ignore',
      })
      const ended = once(command, 'exit')
      const left = async () =>
        (await Promise.all(charts.map((chart) => first.hub.blobs.stat(shaOf(chart))))).filter((blob) => blob !== null).length
      while ((await left()) === charts.length && command.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5))
      command.kill('SIGKILL')
      await ended
      // Uploads do not wait for it in the meantime, except of the one file that it was about to delete when it died.
      const rows = await first.hub.db.read.selectFrom('blob_freeing').select('sha256').execute()
      const freeing = new Set(rows.map((row) => Buffer.from(row.sha256).toString('hex')))
      const again = charts.slice(5).find((chart) => !freeing.has(shaOf(chart))) ?? kept
      await upload(a, again, 'bay')
      expect((await commitLargeTo(b, 'bay', 'again.bin', again)).status).toBe(200)
      // Its lease expires a minute after the last heartbeat; the test does not wait for that.
      await second.hub.db.write((tx) => tx.updateTable('gc_lease').set({ expires: 0 }).execute())
      expect(await collectGarbage(second.hub, { graceMs: 0, everything: true })).not.toBeNull()
      // A second run: files that the killed run had started on are marked by the first.
      await collectGarbage(second.hub, { graceMs: 0, everything: true })
      const needed = new Set([kept, charts[0], again].map((bytes) => shaOf(bytes ?? kept)))
      for (const bytes of [...charts, kept])
        expect([shaOf(bytes), (await second.hub.blobs.stat(shaOf(bytes))) !== null]).toEqual([shaOf(bytes), needed.has(shaOf(bytes))])
      expect((await verifyStorage(second.hub)).damages).toEqual([])
      for (const [path, bytes] of [
        ['0.bin', kept],
        ['1.bin', charts[0]],
        ['again.bin', again],
      ] as const) {
        const answer = await b.fetch(`/ada/bay/resolve/main/${path}`)
        expect(shaOf(Buffer.from(await answer.arrayBuffer()))).toBe(shaOf(bytes ?? kept))
      }
    },
  )
})

type Cluster = Awaited<ReturnType<typeof startTwo>>

async function startTwo() {
  const database = await freshDatabase(postgres ?? '')
  const bucket = await openTestBucket()
  const { config } = bucket
  const settings = {
    PORTOLAN_DATABASE_URL: database.url,
    PORTOLAN_S3_BUCKET: config.bucket,
    PORTOLAN_S3_ENDPOINT: config.endpoint ?? '',
    PORTOLAN_S3_ACCESS_KEY_ID: config.credentials?.accessKeyId ?? '',
    PORTOLAN_S3_SECRET_ACCESS_KEY: config.credentials?.secretAccessKey ?? '',
    PORTOLAN_S3_PREFIX: 'hub',
    PORTOLAN_ENGINE: 'off',
  }
  // One after the other: the first creates the tables and the administrator.
  const a = await bootHub(settings)
  const b = await bootHub(settings)
  return {
    a,
    b,
    settings,
    databaseUrl: database.url,
    s3: { ...config, prefix: 'hub/' },
    async [Symbol.asyncDispose]() {
      await a[Symbol.asyncDispose]()
      await b[Symbol.asyncDispose]()
      await bucket[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

/** Opens another hub instance on the same cluster, in this process. */
async function openThird({ databaseUrl, s3: config }: Cluster) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portolan-third-'))
  const hub = await openHub({ ...testHubConfig(dataDir), databaseUrl, s3: config }, silentLogger)
  return {
    hub,
    async [Symbol.asyncDispose]() {
      await hub.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

async function administrator(hub: Hub): Promise<UserActor> {
  const ada = await findAdministrator(hub)
  if (ada === null) throw new Error('no administrator')
  return ada
}

interface BatchedObject {
  readonly oid: string
  readonly size: number
  readonly actions?: { readonly upload?: { readonly href: string; readonly header?: Record<string, string> } }
}

async function batch(hub: BootedHub, object: { oid: string; size: number }, repo = 'tides'): Promise<BatchedObject> {
  const answer = await hub.fetch(`/ada/${repo}.git/info/lfs/objects/batch`, {
    method: 'POST',
    headers: lfsJson,
    body: JSON.stringify({ operation: 'upload', transfers: ['basic', 'multipart'], objects: [object] }),
  })
  const { objects } = (await answer.json()) as { objects: BatchedObject[] }
  const [first] = objects
  if (first === undefined) throw new Error('no object')
  return first
}

async function upload(hub: BootedHub, bytes: Buffer, repo = 'tides'): Promise<void> {
  const { actions } = await batch(hub, { oid: shaOf(bytes), size: bytes.length }, repo)
  // It already exists.
  if (actions?.upload === undefined) return
  const put = await fetch(actions.upload.href, { method: 'PUT', body: new Uint8Array(bytes) })
  if (put.status !== 200) throw new Error(`${put.status} ${await put.text()}`)
}

function commitLarge(hub: BootedHub, path: string, bytes: Buffer): Promise<Response> {
  return commit(hub, { key: 'lfsFile', value: { path, algo: 'sha256', oid: shaOf(bytes), size: bytes.length } })
}

function commitLargeTo(hub: BootedHub, repo: string, path: string, bytes: Buffer): Promise<Response> {
  return commit(hub, { key: 'lfsFile', value: { path, algo: 'sha256', oid: shaOf(bytes), size: bytes.length } }, repo)
}

function commitText(hub: BootedHub, path: string, content: Buffer): Promise<Response> {
  return commit(hub, { key: 'file', value: { path, content: content.toString('base64'), encoding: 'base64' } })
}

function commit(hub: BootedHub, line: unknown, repo = 'tides'): Promise<Response> {
  const lines = [{ key: 'header', value: { summary: 'x' } }, line]
  return hub.fetch(`/api/models/ada/${repo}/commit/main`, { method: 'POST', body: lines.map((each) => JSON.stringify(each)).join('\n') })
}

function post(hub: BootedHub, path: string, body: unknown): Promise<Response> {
  return send(hub, 'POST', path, body)
}

function send(hub: BootedHub, method: string, path: string, body: unknown): Promise<Response> {
  return hub.fetch(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
}

/** Returns the same URL on another server, as a load balancer in front of both would route it. */
function at(hub: BootedHub, href: string): string {
  const { pathname } = new URL(href)
  return hub.url + pathname
}

function shaOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
