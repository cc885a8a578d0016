import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  createAccessToken,
  createOrg,
  createRepo,
  type Hub,
  lfsBatch,
  linkLifetime,
  loadActor,
  setDiscussionsDisabled,
  setMemberRole,
  sweepUploads,
  updateRepoSettings,
  grantAccess,
  handleAccess,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { batchOf, commit, commitLarge, header, ndjson, sha256Of, type WireObject } from '../testing/lfs-upload.ts'
import type { TestServer, TestUser } from '../testing/open-test-server.ts'
import { openRepoWorld, type RepoWorld } from '../testing/repo-world.ts'

const chart = Buffer.from('a chart that counts as large')
const lfsJson = 'application/vnd.git-lfs+json'

describe.for(databases)('LFS on %s', (database) => {
  test('batch, upload, verify, commit, download', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const offer = await batchOf(server, 'ada/tides', chart, { as: ada })
    expect(offer).toEqual({
      oid: sha256Of(chart),
      size: chart.length,
      authenticated: true,
      actions: {
        upload: {
          href: expect.stringMatching(`^${server.origin}/lfs/upload/[\\w.-]+$`) as string,
          header: {},
          expires_in: 86_400,
          expires_at: '2026-01-03T03:04:05.000Z',
        },
        verify: {
          href: expect.stringMatching(`^${server.origin}/lfs/verify/[\\w.-]+$`) as string,
          header: {},
          expires_in: 86_400,
          expires_at: '2026-01-03T03:04:05.000Z',
        },
      },
    })
    const { upload, verify } = actionsOf(offer)
    expect((await verifyAt(server, verify, chart)).status).toBe(404)
    // No credentials: the signed address is the permission.
    const put = await server.request(upload, { method: 'PUT', body: chart })
    expect([put.status, put.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect((await verifyAt(server, verify, chart, ada)).status).toBe(200)
    expect((await verifyAt(server, verify, Buffer.from('other'), ada)).status).toBe(422)
    // Already stored: no `actions` at all, since Python fails on null and on {}.
    expect(await batchOf(server, 'ada/tides', chart, { as: ada })).toEqual({ oid: sha256Of(chart), size: chart.length })
    await commitLarge(server, 'ada/tides', 'chart.bin', chart, ada)
    const download = await batchOf(server, 'ada/tides', chart, { operation: 'download' })
    const answer = await server.request(download.actions?.download?.href ?? '', { headers: { Range: 'bytes=2-6' } })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([206, 'chart', `bytes 2-6/${chart.length}`])
  })

  test('a link to a file of a gated repo lives as long as the access of whom it was given to', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob } = world
    await batchOf(server, 'ada/tides', chart, { as: ada }).then((offer) =>
      server.request(actionsOf(offer).upload, { method: 'PUT', body: chart }),
    )
    await commitLarge(server, 'ada/tides', 'chart.bin', chart, ada)
    const repo = await updateRepoSettings(hub, ada.actor, world.repo, { gated: 'manual' })
    await grantAccess(hub, ada.actor, repo, { name: 'bob' })
    const href = (await batchOf(server, 'ada/tides', chart, { operation: 'download', as: bob })).actions?.download?.href ?? ''
    expect(await (await server.request(href)).text()).toBe(chart.toString())
    await handleAccess(hub, ada.actor, repo, { user: 'bob' }, { status: 'rejected' })
    expect((await server.request(href)).status).toBe(403)
  })

  test('the batch endpoint is the same with and without .git, below every prefix, and speaks LFS', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada } = world
    await createRepo(hub, ada.actor, { type: 'dataset', name: 'logs' })
    await createRepo(hub, ada.actor, { type: 'space', name: 'demo', sdk: 'static' })
    for (const repo of ['ada/tides.git', 'ada/tides', 'datasets/ada/logs.git', 'spaces/ada/demo']) {
      const answer = await batchAt(
        server,
        repo,
        { operation: 'upload', hash_algo: 'sha_256', objects: [{ oid: sha256Of(chart), size: chart.length }] },
        ada,
      )
      expect([repo, answer.status, answer.headers.get('content-type')]).toEqual([repo, 200, lfsJson])
      const { transfer, hash_algo: algorithm } = (await answer.json()) as Record<string, unknown>
      expect([transfer, algorithm]).toEqual(['basic', 'sha256'])
    }
  })

  test('errors are of the batch, or of the object', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const objects = [{ oid: 'f'.repeat(64), size: 3 }]
    const missing = (await (await batchAt(server, 'ada/tides.git', { operation: 'download', objects })).json()) as { objects: WireObject[] }
    expect(missing.objects).toEqual([{ ...objects[0], error: { code: 404, message: expect.any(String) as string } }])
    const strange = (await (
      await batchAt(server, 'ada/tides.git', { operation: 'upload', objects: [{ oid: 'x', size: 1 }] }, ada)
    ).json()) as { objects: WireObject[] }
    expect(strange.objects[0]?.error?.code).toBe(422)
    const malformed: unknown[] = [
      {},
      { operation: 'steal', objects },
      { operation: 'upload' },
      { operation: 'upload', objects: [{ oid: 1 }] },
      { operation: 'upload', objects, hash_algo: 'md5' },
      [],
      null,
    ]
    for (const body of malformed) {
      const answer = await batchAt(server, 'ada/tides.git', body, ada)
      expect([JSON.stringify(body), answer.status, answer.headers.get('content-type')]).toEqual([JSON.stringify(body), 400, lfsJson])
      expect(((await answer.json()) as { message: string }).message.length).toBeGreaterThan(0)
    }
  })

  test('who may: strangers are asked for credentials, readers may only bring what a pull request needs', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob, repo } = world
    const upload = { operation: 'upload', objects: [{ oid: sha256Of(chart), size: chart.length }] }
    const download = { ...upload, operation: 'download' }
    const stranger = await batchAt(server, 'ada/tides.git', upload)
    expect([stranger.status, stranger.headers.get('lfs-authenticate'), stranger.headers.get('content-type')]).toEqual([
      401,
      'Basic realm="Portolan"',
      lfsJson,
    ])
    expect((await batchAt(server, 'ada/tides.git', upload, bob)).status).toBe(200)
    await setDiscussionsDisabled(hub, ada.actor, repo, true)
    expect((await batchAt(server, 'ada/tides.git', upload, bob)).status).toBe(403)
    await setDiscussionsDisabled(hub, ada.actor, repo, false)
    const gated = await updateRepoSettings(hub, ada.actor, repo, { gated: 'manual' })
    expect((await batchAt(server, 'ada/tides.git', upload, bob)).status).toBe(403)
    await updateRepoSettings(hub, ada.actor, gated, { gated: false })
    const readToken: TestUser = { ...ada, token: (await createAccessToken(hub, ada.actor, { name: 'r', role: 'read' })).token }
    expect((await batchAt(server, 'ada/tides.git', upload, readToken)).status).toBe(403)
    expect((await batchAt(server, 'ada/tides.git', download)).status).toBe(200)
    await updateRepoSettings(hub, ada.actor, repo, { visibility: 'private' })
    expect((await batchAt(server, 'ada/tides.git', download)).status).toBe(401)
    expect((await batchAt(server, 'ada/tides.git', download, bob)).status).toBe(404)
    expect((await batchAt(server, 'ada/tides.git', download, readToken)).status).toBe(200)
    // git-lfs sends Basic with the token as the password.
    const basic = await server.request('/ada/tides.git/info/lfs/objects/batch', {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`ada:${ada.token}`).toString('base64')}` },
      body: JSON.stringify(upload),
    })
    expect(basic.status).toBe(200)
  })

  test('a link in other hands, out of date or touched does nothing', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob } = world
    const { upload, verify } = actionsOf(await batchOf(server, 'ada/tides', chart, { as: ada }))
    const put = (href: string, as?: TestUser) => server.request(href, { method: 'PUT', body: chart, ...(as ? { as } : {}) })
    const refusals = [
      await put(upload, bob),
      await put(`${upload}x`),
      await put(upload.replace(/\/upload\/[^.]+\./, '/upload/W10.')),
      await put(verify.replace('/verify/', '/upload/')),
      await verifyAt(server, verify, chart, bob),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    hub.tick(linkLifetime)
    const late = await put(upload)
    expect([late.status, late.headers.get('x-error-message')]).toEqual([403, 'This link has expired.'])
    expect(await hub.blobs.stat(sha256Of(chart))).toBeNull()
  })

  test('bytes that are not the announced ones are refused and forgotten', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada } = world
    const { upload } = actionsOf(await batchOf(server, 'ada/tides', chart, { as: ada }))
    const wrong = await server.request(upload, { method: 'PUT', body: Buffer.alloc(chart.length) })
    expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([422, 'lfs.hash_mismatch'])
    const long = await server.request(upload, { method: 'PUT', body: Buffer.concat([chart, Buffer.alloc(20_000_000)]) })
    expect([long.status, ((await long.json()) as { code: string }).code]).toEqual([422, 'lfs.size_mismatch'])
    const short = await server.request(upload, { method: 'PUT', body: chart.subarray(1) })
    expect(short.status).toBe(422)
    expect(await hub.blobs.stat(sha256Of(chart))).toBeNull()
    expect(await readdir(join(hub.config.dataDir, 'blobs', 'tmp'))).toEqual([])
    expect((await commitOf(server, ada)).status).toBe(422)
    expect((await server.request(upload, { method: 'PUT', body: chart })).status).toBe(200)
  })

  test('half an upload leaves nothing', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada } = world
    const whole = Buffer.alloc(9_000_000, 'chart')
    const { upload } = actionsOf(await batchOf(server, 'ada/tides', whole, { as: ada }))
    const tempDir = join(hub.config.dataDir, 'blobs', 'tmp')
    for (const sent of [10, 8_000_000]) {
      const { hostname, port, pathname } = new URL(upload)
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(`PUT ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Length: ${whole.length}\r\n\r\n`)
      socket.write(whole.subarray(0, sent))
      await expect.poll(() => readdir(tempDir)).toHaveLength(1)
      socket.destroy()
      await expect.poll(() => readdir(tempDir)).toEqual([])
    }
    expect(await hub.blobs.stat(sha256Of(whole))).toBeNull()
    expect((await batchOf(server, 'ada/tides', whole, { as: ada })).actions?.upload).toBeDefined()
    expect((await server.request(upload, { method: 'PUT', body: whole })).status).toBe(200)
  })

  test('a body without a length is taken too', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const { upload } = actionsOf(await batchOf(server, 'ada/tides', chart, { as: ada }))
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(chart.subarray(0, 5))
        controller.enqueue(chart.subarray(5))
        controller.close()
      },
    })
    const answer = await server.request(upload, { method: 'PUT', body: stream, duplex: 'half' })
    expect(answer.status).toBe(200)
  })

  test('parts over HTTP, resumed after a look at what arrived', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, repo } = world
    const answer = await lfsBatch(
      hub,
      ada.actor,
      repo,
      { operation: 'upload', transfers: ['multipart'], objects: [{ oid: sha256Of(chart), size: chart.length }] },
      { multipartFrom: 1, partBytes: 16 },
    )
    const [offer] = answer.objects
    if (offer?.state !== 'multipart') throw new Error('no parts offered')
    const href = `${server.origin}/lfs/multipart/${offer.link}`
    const first = await server.request(`${href}/1`, { method: 'PUT', body: chart.subarray(0, 16) })
    const etag = first.headers.get('etag')
    expect([first.status, etag, first.headers.get('access-control-expose-headers')?.includes('ETag')]).toEqual([
      200,
      `"${sha256Of(chart.subarray(0, 16))}"`,
      true,
    ])
    expect((await server.request(`${href}/1`, { method: 'HEAD' })).headers.get('etag')).toBe(etag)
    expect((await server.request(`${href}/2`, { method: 'HEAD' })).status).toBe(404)
    expect((await server.request(`${href}/3`, { method: 'PUT', body: 'x' })).status).toBe(400)
    expect((await server.request(`${href}/2`, { method: 'PUT', body: chart })).status).toBe(422)
    const complete = (parts: unknown) =>
      server.request(href, { method: 'POST', headers: { 'Content-Type': lfsJson }, body: JSON.stringify({ oid: sha256Of(chart), parts }) })
    expect((await complete([{ partNumber: 1, etag }])).status).toBe(404)
    const second = await server.request(`${href}/2`, { method: 'PUT', body: chart.subarray(16) })
    const parts = [
      { partNumber: 1, etag },
      { partNumber: 2, etag: second.headers.get('etag') },
    ]
    expect((await complete('nonsense')).status).toBe(400)
    expect((await complete(parts)).status).toBe(200)
    expect((await complete(parts)).status).toBe(200)
    expect((await commitOf(server, ada)).status).toBe(200)
    expect(await sweepUploads(hub)).toBe(0)
  })

  test('locks: made, found, shown before a push, taken away', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob } = world
    const org = await createOrg(hub, ada.actor, { name: 'harbour' })
    const owner = (await loadActor(hub.db.read, ada.actor.userId, null)) ?? ada.actor
    await setMemberRole(hub, owner, org.name, 'bob', 'write')
    await createRepo(hub, owner, { type: 'model', owner: 'harbour', name: 'charts' })
    const call = async (path: string, as: TestUser, body?: unknown) => {
      const url = `/harbour/charts.git/info/lfs/locks${path}`
      const answer = await server.request(url, body === undefined ? { as } : { method: 'POST', as, body: JSON.stringify(body) })
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    }
    const made = await call('', ada, { path: 'a.bin', ref: { name: 'refs/heads/main' } })
    const lock = { id: expect.any(String) as string, path: 'a.bin', locked_at: '2026-01-02T03:04:05.000Z', owner: { name: 'ada' } }
    expect(made).toEqual({ status: 201, lock })
    expect(await call('', bob, { path: 'a.bin' })).toMatchObject({ status: 409, lock, message: 'a.bin is locked by ada' })
    expect(await call('', ada, { path: '../x' })).toMatchObject({ status: 422 })
    expect(await call('', bob, { path: 'b.bin' })).toMatchObject({ status: 201 })
    expect(await call('?path=a.bin&refspec=refs/heads/main', bob)).toEqual({ status: 200, locks: [lock] })
    expect(await call('?path=c.bin', bob)).toEqual({ status: 200, locks: [] })
    const first = (await call('?limit=1', ada)) as { locks: { path: string }[]; next_cursor: string; status: number }
    expect([first.locks.map(({ path }) => path), typeof first.next_cursor]).toEqual([['a.bin'], 'string'])
    expect(await call(`?limit=1&cursor=${first.next_cursor}`, ada)).toMatchObject({ locks: [{ path: 'b.bin' }] })
    expect((await call('?cursor=x', ada)).status).toBe(400)
    expect(await call('/verify', bob, { ref: { name: 'refs/heads/main' } })).toMatchObject({
      status: 200,
      ours: [{ path: 'b.bin' }],
      theirs: [{ path: 'a.bin' }],
    })
    const { id } = (made as unknown as { lock: { id: string } }).lock
    expect((await call(`/${id}/unlock`, bob, {})).status).toBe(403)
    // Bob may write, but taking another user's lock requires admin rights.
    expect((await call(`/${id}/unlock`, bob, { force: true })).status).toBe(403)
    expect((await call('/nothing/unlock', ada, {})).status).toBe(404)
    expect(await call(`/${id}/unlock`, ada, {})).toEqual({ status: 200, lock })
    const bobs = ((await call('?path=b.bin', ada)) as unknown as { locks: { id: string }[] }).locks[0]?.id ?? ''
    expect((await call(`/${bobs}/unlock`, ada, {})).status).toBe(403)
    expect((await call(`/${bobs}/unlock`, ada, { force: true })).status).toBe(200)
    expect(await call('', ada)).toEqual({ status: 200, locks: [] })
    // Strangers and readers cannot lock anything, and learn nothing about a private repo.
    expect((await server.request('/ada/tides.git/info/lfs/locks/verify', { method: 'POST', body: '{}', as: bob })).status).toBe(403)
    expect((await server.request('/ada/tides.git/info/lfs/locks', { method: 'POST', body: '{"path":"a"}' })).status).toBe(401)
    await updateRepoSettings(hub, ada.actor, world.repo, { visibility: 'private' })
    expect((await server.request('/ada/tides.git/info/lfs/locks', { as: bob })).status).toBe(404)
    const anonymous = await server.request('/ada/tides.git/info/lfs/locks')
    expect([anonymous.status, anonymous.headers.get('lfs-authenticate')]).toEqual([401, 'Basic realm="Portolan"'])
  })
})

// Mounting requires root; nothing else fills a disk for real.
test.runIf(process.getuid?.() === 0 && process.platform === 'linux')(
  'a full disk is told as such, and nothing is lost or left',
  async () => {
    await using world = await openWorld('sqlite')
    const { server, hub, ada } = world
    await commitLarge(server, 'ada/tides', 'first.bin', Buffer.from('here before'), ada)
    const blobs = join(hub.config.dataDir, 'blobs')
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', join(blobs, 'tmp')])
    try {
      const large = Buffer.alloc(5_000_000, 'tide')
      // The batch call checks the free space of the whole folder; only the temporary folder is full.
      const { upload } = actionsOf(await batchOf(server, 'ada/tides', large, { as: ada }))
      const answer = await server.request(upload, { method: 'PUT', body: large })
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([507, 'storage.full'])
      expect(await readdir(join(blobs, 'tmp'))).toEqual([])
      expect(await hub.blobs.stat(sha256Of(large))).toBeNull()
      expect(await (await server.request('/ada/tides/resolve/main/first.bin')).text()).toBe('here before')
    } finally {
      execFileSync('umount', [join(blobs, 'tmp')])
    }
  },
)

async function openWorld(database: 'sqlite' | 'postgres'): Promise<RepoWorld & { hub: Hub & TestServer['hub'] }> {
  const world = await openRepoWorld(database)
  return { ...world, hub: world.server.hub }
}

function actionsOf(object: WireObject): { upload: string; verify: string } {
  const { upload, verify } = object.actions ?? {}
  if (!upload || !verify) throw new Error(`no upload offered: ${JSON.stringify(object)}`)
  return { upload: upload.href, verify: verify.href }
}

function batchAt(server: TestServer, repo: string, body: unknown, as?: TestUser): Promise<Response> {
  return server.request(`/${repo}/info/lfs/objects/batch`, { method: 'POST', body: JSON.stringify(body), ...(as ? { as } : {}) })
}

function verifyAt(server: TestServer, href: string, bytes: Uint8Array, as?: TestUser): Promise<Response> {
  return server.request(href, { method: 'POST', body: JSON.stringify({ oid: sha256Of(bytes), size: bytes.length }), ...(as ? { as } : {}) })
}

function commitOf(server: TestServer, as: TestUser): Promise<Response> {
  const line = { key: 'lfsFile', value: { path: 'chart.bin', algo: 'sha256', oid: sha256Of(chart), size: chart.length } }
  return commit(server, 'models/ada/tides', ndjson(header(), line), { as })
}
