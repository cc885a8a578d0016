import { chunkStoredFiles, createRepo, type HubConfig, sweepXet, updateRepoSettings, xorbsInBlobs } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { formatHash, parseHash, readChunkHeader, type ShardFile, unpackChunkInto, writeShard, writeXorb, xetLimits } from '@portolan/xet'
import { lz4Frame, patternedBytes, randomBytes } from '@portolan/xet/testing'
import { describe, expect, test } from 'vitest'
import { batchOf, commit, commitLarge, header, ndjson, sha256Of } from '../testing/lfs-upload.ts'
import type { TestServer, TestUser } from '../testing/open-test-server.ts'
import { openRepoWorld, type RepoWorld } from '../testing/repo-world.ts'
import {
  prepare,
  type PreparedFile,
  sendShard,
  sendXorb,
  store,
  uploadThroughXet,
  type XetAccess,
  xetToken,
} from '../testing/xet-client.ts'

const content = Buffer.concat([randomBytes(700_000, 1), patternedBytes(500_000)])
const packed = (chunks: readonly Uint8Array[]) =>
  writeXorb(chunks.map((chunk) => ({ scheme: 1, length: chunk.length, packed: lz4Frame(chunk) })))

describe.for(databases)('Xet on %s', (database) => {
  test('a file uploaded as chunks is there for everybody, and stored as chunks only', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const file = await prepare(content, packed)
    expect(file.chunks.length).toBeGreaterThan(5)
    await uploadAndCommit(world, file, 'tides.bin')

    const whole = await server.request('/ada/tides/resolve/main/tides.bin')
    expect(whole.headers.get('etag')).toBe(`"${file.sha256}"`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
    const head = await server.request('/ada/tides/resolve/main/tides.bin', { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(content.length))
    for (const [start, end] of [
      [0, 0],
      [699_990, 700_020],
      [1_199_999, 1_199_999],
      [65_000, 900_000],
    ] as const) {
      const part = await server.request('/ada/tides/resolve/main/tides.bin', { headers: { Range: `bytes=${start}-${end}` } })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${content.length}`])
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(start, end + 1))).toBe(true)
    }
    const { actions } = await batchOf(server, 'ada/tides', content, { operation: 'download', as: ada })
    const lfs = await server.request(actions?.download?.href ?? '')
    expect(sha256Of(Buffer.from(await lfs.arrayBuffer()))).toBe(file.sha256)
    expect((await batchOf(server, 'ada/tides', content, { as: ada })).actions).toBeUndefined()

    expect(await storedBytes(server)).toBe(file.xorb.body.length)
    expect(file.xorb.body.length).toBeLessThan(content.length)
  })

  test('downloads through Xet: announced, put together from signed ranges, whole and in part', async () => {
    await using world = await openWorld(database)
    const { server } = world
    const file = await prepare(content, packed)
    await uploadAndCommit(world, file, 'tides.bin')
    const head = await server.request('/ada/tides/resolve/main/tides.bin', { method: 'HEAD' })
    expect(head.headers.get('x-xet-hash')).toBe(file.hash)
    const link = head.headers.get('link') ?? ''
    expect(link).toMatch(
      /^<http[^>]+\/api\/models\/ada\/tides\/xet-read-token\/[0-9a-f]{40}>; rel="xet-auth", <[^>]+>; rel="xet-reconstruction-info"$/,
    )
    const [, tokenUrl = ''] = /<([^>]+)>/.exec(link) ?? []
    const access = (await (await server.request(tokenUrl)).json()) as XetAccess
    expect(access.exp - server.hub.now().getTime() / 1000).toBeGreaterThan(3_000)
    const info = await server.request('/ada/tides/resolve/main/tides.bin', {
      headers: { Accept: 'application/vnd.xet-fileinfo+json, */*', Range: 'bytes=0-0' },
    })
    expect(info.headers.get('content-type')).toBe('application/vnd.xet-fileinfo+json')
    expect(await info.json()).toMatchObject({ hash: file.hash, refreshUrl: tokenUrl, size: content.length, etag: `"${file.sha256}"` })
    for (const answer of [
      await server.request('/api/models/ada/tides/tree/main'),
      await server.request('/api/models/ada/tides/paths-info/main', {
        method: 'POST',
        body: JSON.stringify({ paths: ['tides.bin'] }),
        headers: { 'Content-Type': 'application/json' },
      }),
    ]) {
      expect(await answer.json()).toContainEqual(expect.objectContaining({ path: 'tides.bin', xetHash: file.hash }))
    }
    expect((await download(server, access, file.hash)).equals(content)).toBe(true)
    for (const [start, end] of [
      [0, 10],
      [500_000, 1_100_000],
      [1_199_990, 9_999_999_999],
    ] as const) {
      const part = await download(server, access, file.hash, { start, end })
      expect(part.equals(content.subarray(start, end + 1))).toBe(true)
    }
    const v1 = (await (await store(server, access, `/v1/reconstructions/${file.hash}`)).json()) as { fetch_info: Record<string, unknown[]> }
    expect(v1.fetch_info[file.xorb.hash]).toEqual([
      {
        range: { start: 0, end: file.chunks.length },
        url: expect.stringContaining('/data/') as string,
        url_range: { start: 0, end: file.xorb.body.length - 1 },
      },
    ])
    const beyond = await store(server, access, `/v2/reconstructions/${file.hash}`, { headers: { Range: `bytes=${content.length}-` } })
    expect(beyond.status).toBe(416)
    expect((await store(server, access, `/v1/files/${file.hash}`, { method: 'HEAD' })).status).toBe(200)
  })

  test('a signed range is for its bytes, its reader and its hour', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'secret', visibility: 'private' })
    const file = await prepare(content)
    await uploadAndCommit(world, file, 'tides.bin', 'secret')
    const access = await xetToken(server, 'models/ada/secret', 'read', ada)
    const { xorbs } = await reconstruction(server, access, file.hash, { start: 0, end: 100_000 })
    const [{ url, ranges } = { url: '', ranges: [] }] = xorbs[file.xorb.hash] ?? []
    const { start, end } = ranges[0]?.bytes ?? { start: 1, end: 0 }
    expect(end).toBeLessThan(file.xorb.body.length - 1)
    const get = async (address: string, range?: string) =>
      (await server.request(address, range ? { headers: { Range: range } } : {})).status
    expect(await get(url, `bytes=${start}-${end}`)).toBe(206)
    expect(await get(url, `bytes=${start + 1}-${end - 1}`)).toBe(206)
    for (const range of [
      undefined,
      `bytes=${start}-${end + 1}`,
      `bytes=${end + 1}-${end + 5}`,
      'bytes=0-',
      'bytes=-1',
      'bytes=0-1,2-3',
      'bytes=9999999999-',
    ])
      expect([range, await get(url, range)]).toEqual([range, 403])
    const [body = '', signature = ''] = (url.split('/').at(-1) ?? '').split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as number[]
    const forged = Buffer.from(JSON.stringify(claims.with(2, file.xorb.body.length - 1))).toString('base64url')
    for (const token of [`${forged}.${signature}`, `${body}.`, body, `${body}.${signature}.x`, access.accessToken])
      expect([token, await get(`${access.casUrl}/data/${token}`, `bytes=${start}-${end}`)]).toEqual([token, 403])
    server.hub.tick(61 * 60 * 1000)
    expect(await get(url, `bytes=${start}-${end}`)).toBe(403)
    expect((await store(server, access, `/v2/reconstructions/${file.hash}`)).status).toBe(401)
    await expect(xetToken(server, 'models/ada/secret', 'read', bob)).rejects.toThrow('404')
  })

  test('a right that is taken away is gone at once: tokens and signed ranges count no more', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    const open = await createRepo(server.hub, ada.actor, { type: 'model', name: 'open' })
    const file = await prepare(content)
    await uploadAndCommit(world, file, 'tides.bin', 'open')
    const access = await xetToken(server, 'models/ada/open', 'read', bob)
    const { xorbs } = await reconstruction(server, access, file.hash)
    const [{ url } = { url: '' }] = xorbs[file.xorb.hash] ?? []
    await updateRepoSettings(server.hub, ada.actor, open, { visibility: 'private' })
    expect((await server.request(url, { headers: { Range: 'bytes=0-99' } })).status).toBe(403)
    expect((await store(server, access, `/v2/reconstructions/${file.hash}`)).status).toBe(403)
  })

  test('tokens are for one repo, one operation, one user, one hour', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    const file = await prepare(content)
    const write = await xetToken(server, 'models/ada/tides', 'write', ada)
    const read = await xetToken(server, 'models/ada/tides', 'read', ada)
    await expect(xetToken(server, 'models/ada/tides', 'write', bob)).rejects.toThrow('403')
    await expect(xetToken(server, 'models/ada/tides', 'write')).rejects.toThrow('401')
    expect((await sendXorb(server, read, file.xorb.hash, file.xorb.body)).status).toBe(403)
    for (const accessToken of ['', 'x', ada.token, `${write.accessToken}x`, write.accessToken.replace(/^./, 'X')])
      expect([accessToken, (await sendXorb(server, { ...write, accessToken }, file.xorb.hash, file.xorb.body)).status]).toEqual([
        accessToken,
        401,
      ])
    expect(await storedBytes(server)).toBe(0)
    await uploadAndCommit(world, file, 'tides.bin')
    // Another repo's token, although the file is public and the reader may read it in its own repo.
    const other = await xetToken(server, 'models/bob/own', 'read', bob)
    for (const path of [`/v2/reconstructions/${file.hash}`, `/v1/reconstructions/${file.hash}`, `/v1/files/${file.hash}`])
      expect([path, (await store(server, other, path)).status]).toEqual([path, 404])
    server.hub.tick(61 * 60 * 1000)
    const late = await sendXorb(server, write, file.xorb.hash, file.xorb.body)
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([401, 'xet.token_invalid'])
  })

  test('malformed xorbs are refused, and nothing of them is kept', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    const { xorb } = await prepare(content)
    const bomb = writeXorb([{ scheme: 1, length: 131_072, packed: lz4Frame(new Uint8Array(30_000_000)).subarray(0, 130_000) }])
    const bodies: Record<string, Uint8Array> = {
      'another hash': writeXorb([Buffer.from('hello')]),
      'half of it': xorb.body.subarray(0, 100_000),
      nothing: new Uint8Array(),
      'no xorb': Buffer.from('PK\u0003\u0004 a zip file'),
      'a bomb': bomb,
      'a chunk that is too long': writeXorb([new Uint8Array(xetLimits.maxChunkBytes + 1)]),
      'one byte changed': Buffer.from(xorb.body).fill(7, 5_000, 5_001),
      'too many chunks': writeXorb(Array.from({ length: xetLimits.xorbChunks + 1 }, () => new Uint8Array(1))),
      'something behind it': Buffer.concat([xorb.body, Buffer.from('more')]),
    }
    for (const [what, body] of Object.entries(bodies)) {
      const answer = await sendXorb(server, access, xorb.hash, body)
      expect([what, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([what, 400, 'xet.invalid'])
    }
    expect((await store(server, access, '/v1/xorbs/default/..%2f..%2fetc', { method: 'POST', body: 'x' })).status).toBe(400)
    expect(await storedBytes(server)).toBe(0)
    expect(await server.hub.db.read.selectFrom('xet_xorb').selectAll().execute()).toEqual([])
  })

  test('more than 64 MiB is refused while it arrives', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    const piece = writeXorb(Array.from({ length: 8 }, () => new Uint8Array(xetLimits.maxChunkBytes)))
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (sent > 200 * 1024 * 1024) return controller.close()
        sent += piece.length
        controller.enqueue(piece)
      },
    })
    const answer = await store(server, access, `/v1/xorbs/default/${'a'.repeat(64)}`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(400)
    expect(await storedBytes(server)).toBe(0)
  })

  test('shards that lie are refused, and no file comes of them', async () => {
    await using world = await openWorld(database, { maxFileBytes: 20_000_000 })
    const { server, ada } = world
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    const file = await prepare(content)
    expect((await sendXorb(server, access, file.xorb.hash, file.xorb.body)).status).toBe(200)
    const term = file.shard.terms[0]
    if (term === undefined) throw new Error('no term')
    const count = file.chunks.length
    const lies: Record<string, Partial<ShardFile>> = {
      'no verification': { verification: null },
      'another verification': { verification: [randomBytes(32, 5)] },
      'another file hash': { hash: randomBytes(32, 6) },
      'another sha-256': { sha256: sha256Of(Buffer.from('of others')) },
      'another length': { terms: [{ ...term, bytes: term.bytes - 1 }] },
      'chunks beyond the end': { terms: [{ ...term, endChunk: count + 1 }] },
      'chunks backwards': { terms: [{ ...term, startChunk: count, endChunk: 0 }] },
      'an unknown xorb': { terms: [{ ...term, xorb: randomBytes(32, 7) }] },
      'no terms': { terms: [], verification: [] },
    }
    for (const [what, lie] of Object.entries(lies)) {
      const answer = await sendShard(server, access, [file.shard, { ...file.shard, ...lie }])
      expect([what, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([what, 400, 'xet.invalid'])
    }
    const many = {
      ...file.shard,
      terms: Array.from({ length: 20 }, () => term),
      verification: Array.from({ length: 20 }, () => file.shard.verification?.[0] ?? file.xorb.raw),
    }
    expect((await sendShard(server, access, [many])).status).toBe(413)
    for (const body of ['', 'x', Buffer.alloc(100_000), Buffer.from(writeShard([file.shard], [])).subarray(0, 200)])
      expect((await store(server, access, '/v1/shards', { method: 'POST', body: body as NonNullable<RequestInit['body']> })).status).toBe(
        400,
      )
    expect(await server.hub.db.read.selectFrom('xet_file').selectAll().execute()).toEqual([])
    expect(await server.hub.db.read.selectFrom('repo_lfs').selectAll().execute()).toEqual([])
    // The long form reports the same on its last line.
    const bad = await sendShard(server, access, [{ ...file.shard, verification: null }], 'v2')
    expect([bad.status, JSON.parse((await bad.text()).trim().split('\n').at(-1) ?? '')]).toEqual([
      200,
      { type: 'error', message: 'A file of the shard has no verification hashes.', retryable: false },
    ])
    const good = await sendShard(server, access, [file.shard], 'v2')
    expect(JSON.parse((await good.text()).trim().split('\n').at(-1) ?? '')).toEqual({ type: 'result', result: 1 })
    expect(await (await sendShard(server, access, [file.shard])).json()).toEqual({ result: 0 })
  })

  test('deduplication tells a stranger nothing, and lets nobody use what they may not read', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    const secret = await createRepo(server.hub, ada.actor, { type: 'model', name: 'secret', visibility: 'private' })
    const file = await prepare(content)
    await uploadAndCommit(world, file, 'tides.bin', 'secret')
    const first = formatHash(file.xorb.index.hash(0))
    const mine = await xetToken(server, 'models/ada/tides', 'write', ada)
    const theirs = await xetToken(server, 'models/bob/own', 'write', bob)

    const told = await store(server, mine, `/v1/chunks/default-merkledb/${first}`)
    expect(told.status).toBe(200)
    expect((await store(server, theirs, `/v1/chunks/default-merkledb/${first}`)).status).toBe(404)
    expect((await store(server, theirs, `/v1/chunks/default/${first}`)).status).toBe(404)
    // Clients can match chunks against the response, but it contains no plain chunk hash.
    const shard = Buffer.from(await told.arrayBuffer())
    expect(shard.includes(Buffer.from(file.xorb.raw))).toBe(true)
    for (let i = 0; i < file.chunks.length; i++) expect(shard.includes(Buffer.from(file.xorb.index.hash(i)))).toBe(false)

    // Even with every proof that the content provides, a stranger gets the same error as for a xorb that does not exist.
    const unknown = await prepare(randomBytes(300_000, 99))
    const refusals = await Promise.all([sendShard(server, theirs, [file.shard]), sendShard(server, theirs, [unknown.shard])])
    const texts = await Promise.all(refusals.map((answer) => answer.text()))
    expect(refusals.map(({ status }) => status)).toEqual([400, 400])
    expect(texts[0]?.replace(file.xorb.hash, '')).toBe(texts[1]?.replace(unknown.xorb.hash, ''))
    // Uploading it is no different either, whether it exists or not, and grants the right to use it.
    const brought = await Promise.all([file, unknown].map(({ xorb }) => sendXorb(server, theirs, xorb.hash, xorb.body)))
    expect(await Promise.all(brought.map((answer) => answer.json()))).toEqual([{ was_inserted: true }, { was_inserted: true }])
    expect((await sendShard(server, theirs, [file.shard])).status).toBe(200)

    // A hash alone grants nothing: neither through LFS nor through a commit.
    const carol = await server.addUser('carol')
    await createRepo(server.hub, carol.actor, { type: 'model', name: 'own' })
    const line = { key: 'lfsFile', value: { path: 'x.bin', algo: 'sha256', oid: file.sha256, size: content.length } }
    expect((await commit(server, 'models/carol/own', ndjson(header(), line), { as: carol })).status).toBe(422)
    expect((await batchOf(server, 'carol/own', content, { as: carol })).actions?.upload).toBeDefined()

    // Anyone with the proof may build files from content that anyone may read.
    await updateRepoSettings(server.hub, ada.actor, secret, { visibility: 'public' })
    const hers = await xetToken(server, 'models/carol/own', 'write', carol)
    expect((await store(server, hers, `/v1/chunks/default-merkledb/${first}`)).status).toBe(200)
    expect((await sendShard(server, hers, [{ ...file.shard, verification: [randomBytes(32, 1)] }])).status).toBe(400)
    expect((await sendShard(server, hers, [file.shard])).status).toBe(200)
    expect((await commit(server, 'models/carol/own', ndjson(header(), line), { as: carol })).status).toBe(200)
  })

  test('of a xorb that holds chunks of two files, only those of the file one may read are told', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'secret', visibility: 'private' })
    const both = await prepare(content)
    const access = await xetToken(server, 'models/ada/secret', 'write', ada)
    await uploadThroughXet(server, access, both)
    const half = await part(both, 0, 4)
    const open = await xetToken(server, 'models/ada/tides', 'write', ada)
    expect((await sendShard(server, open, [half.shard])).status).toBe(200)
    await commitXet(server, 'ada/tides', 'half.bin', half, ada)
    const his = await xetToken(server, 'models/bob/own', 'write', bob)
    const told = await store(server, his, `/v1/chunks/default-merkledb/${formatHash(both.xorb.index.hash(0))}`)
    expect(told.status).toBe(200)
    // Header, end of files, then the xorb: its header gives the chunk count, and the four chunks after it have a length.
    const shard = Buffer.from(await told.arrayBuffer())
    expect(shard.readUInt32LE(96 + 36)).toBe(4)
    expect((await sendShard(server, his, [half.shard])).status).toBe(200)
    expect((await sendShard(server, his, [both.shard])).status).toBe(400)
    expect((await sendShard(server, his, [(await part(both, 3, 5)).shard])).status).toBe(400)
    // They cannot be fetched either: ranges are signed for the file's chunks.
    const read = await xetToken(server, 'models/ada/tides', 'read', bob)
    const { xorbs } = await reconstruction(server, read, half.hash)
    expect(xorbs[both.xorb.hash]?.map(({ ranges }) => ranges[0]?.bytes.end)).toEqual([both.xorb.index.end(3) - 1])
  })

  test('files uploaded through LFS are cut into chunks later: read through Xet, and stored once where they share', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const base = randomBytes(3_000_000, 11)
    await commitLarge(server, 'ada/tides', 'one.bin', base, ada)
    expect((await server.request('/ada/tides/resolve/main/one.bin', { method: 'HEAD' })).headers.get('x-xet-hash')).toBeNull()
    expect(await chunkStoredFiles(server.hub)).toBe(1)
    expect(await storedBytes(server)).toBe(base.length)
    const file = await prepare(base)
    const access = await xetToken(server, 'models/ada/tides', 'read', ada)
    expect((await server.request('/ada/tides/resolve/main/one.bin', { method: 'HEAD' })).headers.get('x-xet-hash')).toBe(file.hash)
    expect((await download(server, access, file.hash)).equals(base)).toBe(true)
    expect(
      (await download(server, access, file.hash, { start: 1_000_001, end: 2_000_000 })).equals(base.subarray(1_000_001, 2_000_001)),
    ).toBe(true)

    const changed = Buffer.concat([base.subarray(0, 1_500_000), Buffer.from('put in'), base.subarray(1_500_000)])
    await commitLarge(server, 'ada/tides', 'two.bin', changed, ada)
    expect(await storedBytes(server)).toBe(base.length + changed.length)
    expect(await chunkStoredFiles(server.hub)).toBe(1)
    expect(await storedBytes(server)).toBeLessThan(base.length + 300_000)
    for (const [path, bytes] of [
      ['one.bin', base],
      ['two.bin', changed],
    ] as const) {
      const answer = await server.request(`/ada/tides/resolve/main/${path}`)
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect((await download(server, access, (await prepare(changed)).hash)).equals(changed)).toBe(true)
    expect(await chunkStoredFiles(server.hub)).toBe(0)
    // Clients also learn about these chunks, so they need not be sent for a third revision.
    const told = await store(server, access, `/v1/chunks/default-merkledb/${formatHash(file.xorb.index.hash(0))}`)
    expect(told.status).toBe(200)
  })

  test('garbage collection is told which blobs hold xorbs; what nothing needs is forgotten after three weeks', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const file = await prepare(content)
    const loose = await prepare(randomBytes(200_000, 3))
    await uploadAndCommit(world, file, 'tides.bin')
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    expect((await sendXorb(server, access, loose.xorb.hash, loose.xorb.body)).status).toBe(200)
    const blobs = [file, loose].map(({ xorb }) => sha256Of(xorb.body))
    const inUse = async () => [...(await xorbsInBlobs(server.hub.db.read, [...blobs, file.sha256])).keys()].toSorted()
    expect(await inUse()).toEqual(blobs.toSorted())
    server.hub.tick(21 * 24 * 3600 * 1000)
    expect(await sweepXet(server.hub)).toBe(0)
    server.hub.tick(2 * 24 * 3600 * 1000)
    expect(await sweepXet(server.hub)).toBe(1)
    expect(await inUse()).toEqual(blobs.slice(0, 1))
    // Clients discard what they cached for the old address.
    expect((await xetToken(server, 'models/ada/tides', 'write', ada)).casUrl).not.toBe(access.casUrl)
    const answer = await server.request('/ada/tides/resolve/main/tides.bin')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  })

  test('a xorb whose bytes were lost is healed by the next upload', async () => {
    await using world = await openWorld(database)
    const file = await prepare(content)
    await uploadAndCommit(world, file, 'tides.bin')
    await world.server.hub.blobs.delete(sha256Of(file.xorb.body))
    const again = await prepare(content, packed)
    await uploadThroughXet(world.server, await xetToken(world.server, 'models/ada/tides', 'write', world.ada), again)
    const answer = await world.server.request('/ada/tides/resolve/main/tides.bin')
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
  })
})

test.for([
  { xet: 'on', write: 200, read: 200, transfer: 'xet' },
  { xet: 'upload', write: 200, read: 404, transfer: 'xet' },
  { xet: 'off', write: 404, read: 404, transfer: 'basic' },
] as const)('with Xet $xet', async ({ xet, write, read, transfer }) => {
  await using world = await openWorld('sqlite', { xet })
  const { server, ada } = world
  const status = async (operation: string) =>
    (await server.request(`/api/models/ada/tides/xet-${operation}-token/main`, { as: ada })).status
  expect([await status('write'), await status('read')]).toEqual([write, read])
  const batch = await server.request('/ada/tides.git/info/lfs/objects/batch', {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.git-lfs+json' },
    body: JSON.stringify({
      operation: 'upload',
      transfers: ['basic', 'multipart', 'xet'],
      objects: [{ oid: sha256Of(content), size: content.length }],
    }),
    as: ada,
  })
  const answer = (await batch.json()) as { transfer: string; objects: { actions: { upload: { header: Record<string, string> } } }[] }
  expect(answer.transfer).toBe(transfer)
  if (transfer === 'xet') {
    expect(Object.keys(answer.objects[0]?.actions.upload.header ?? {})).toEqual([
      'X-Xet-Cas-Url',
      'X-Xet-Access-Token',
      'X-Xet-Token-Expiration',
      'X-Xet-Session-Id',
    ])
    const file = await prepare(content)
    await uploadAndCommit(world, file, 'tides.bin')
    const head = await server.request('/ada/tides/resolve/main/tides.bin', { method: 'HEAD' })
    expect(head.headers.get('x-xet-hash')).toBe(xet === 'on' ? file.hash : null)
  }
})

async function openWorld(database: 'sqlite' | 'postgres', config: Partial<HubConfig> = {}): Promise<RepoWorld> {
  const world = await openRepoWorld(database, config)
  await createRepo(world.server.hub, world.bob.actor, { type: 'model', name: 'own' })
  return world
}

async function uploadAndCommit({ server, ada }: RepoWorld, file: PreparedFile, path: string, repo = 'tides'): Promise<void> {
  await uploadThroughXet(server, await xetToken(server, `models/ada/${repo}`, 'write', ada), file)
  await commitXet(server, `ada/${repo}`, path, file, ada)
}

async function commitXet(server: TestServer, repo: string, path: string, file: PreparedFile, as: TestUser): Promise<void> {
  const line = { key: 'lfsFile', value: { path, algo: 'sha256', oid: file.sha256, size: file.bytes.length } }
  const answer = await commit(server, `models/${repo}`, ndjson(header(), line), { as })
  if (answer.status !== 200) throw new Error(`commit: ${answer.status} ${await answer.text()}`)
}

/** A file that consists of some chunks of another file's xorb. */
async function part(file: PreparedFile, start: number, end: number): Promise<PreparedFile> {
  const bytes = Buffer.concat(file.chunks.slice(start, end))
  const own = await prepare(bytes)
  const [term] = file.shard.terms
  const [ownTerm] = own.shard.terms
  if (term === undefined || ownTerm === undefined) throw new Error('no term')
  return { ...own, shard: { ...own.shard, terms: [{ ...term, startChunk: start, endChunk: end, bytes: bytes.length }] } }
}

async function storedBytes(server: TestServer): Promise<number> {
  let sum = 0
  for await (const { size } of server.hub.blobs.list()) sum += size
  return sum
}

interface WireReconstruction {
  offset_into_first_range: number
  terms: { hash: string; unpacked_length: number; range: { start: number; end: number } }[]
  xorbs: Record<string, { url: string; ranges: { chunks: { start: number; end: number }; bytes: { start: number; end: number } }[] }[]>
}

async function reconstruction(
  server: TestServer,
  access: XetAccess,
  hash: string,
  range?: { start: number; end: number },
): Promise<WireReconstruction> {
  const answer = await store(
    server,
    access,
    `/v2/reconstructions/${hash}`,
    range ? { headers: { Range: `bytes=${range.start}-${range.end}` } } : {},
  )
  expect(answer.status).toBe(200)
  return (await answer.json()) as WireReconstruction
}

/** Downloads like a client: fetches signed ranges, unpacks chunks, and concatenates terms. */
async function download(server: TestServer, access: XetAccess, hash: string, range?: { start: number; end: number }): Promise<Buffer> {
  const { offset_into_first_range: offset, terms, xorbs } = await reconstruction(server, access, hash, range)
  const chunks = new Map<string, Uint8Array>()
  for (const [xorb, entries] of Object.entries(xorbs)) {
    expect(parseHash(xorb)).not.toBeNull()
    for (const { url, ranges } of entries) {
      expect(ranges).toHaveLength(1)
      for (const { chunks: numbers, bytes } of ranges) {
        const answer = await server.request(url, { headers: { Range: `bytes=${bytes.start}-${bytes.end}` } })
        expect(answer.status).toBe(206)
        const body = Buffer.from(await answer.arrayBuffer())
        expect(body.length).toBe(bytes.end - bytes.start + 1)
        let at = 0
        for (let chunk = numbers.start; chunk < numbers.end; chunk++) {
          const head = readChunkHeader(body, at)
          const unpacked = new Uint8Array(head.length)
          unpackChunkInto(head, body.subarray(at + 8, at + 8 + head.packedBytes), unpacked)
          chunks.set(`${xorb} ${chunk}`, unpacked)
          at += 8 + head.packedBytes
        }
      }
    }
  }
  const parts = terms.map(({ hash: xorb, range: { start, end }, unpacked_length: length }) => {
    const bytes = Buffer.concat(Array.from({ length: end - start }, (_, i) => chunks.get(`${xorb} ${start + i}`) ?? new Uint8Array()))
    expect(bytes.length).toBe(length)
    return bytes
  })
  const all = Buffer.concat(parts).subarray(offset)
  return range === undefined ? all : all.subarray(0, range.end - range.start + 1)
}
