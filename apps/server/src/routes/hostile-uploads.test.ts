import { gzipSync } from 'node:zlib'
import { createRepo } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { writeXorb, xetLimits } from '@portolan/xet'
import { lz4Frame } from '@portolan/xet/testing'
import { describe, expect, test, vi } from 'vitest'
import { countStored } from '../testing/count-stored.ts'
import { batchOf, commit, file, header, ndjson, sha256Of } from '../testing/lfs-upload.ts'
import { openTestApp } from '../testing/open-test-app.ts'
import { openRepoWorld, type RepoWorld } from '../testing/repo-world.ts'
import { prepare, sendShard, sendXorb, xetToken } from '../testing/xet-client.ts'

/*
 * Malicious uploads, one per test: the error they get, and that nothing of them is kept (rows and files are counted before and after). For the memory
 * that many of them use at once: `npm run bench -- xet-hostile`, `git-hostile`. To run only these: `vitest run hostile-uploads`.
 */
const chart = Buffer.from('a chart that counts as large; '.repeat(100))
const mebibyte = 1024 * 1024

describe.for(databases)('hostile uploads on %s', (database) => {
  test.for<[string, () => Uint8Array]>([
    ['an LZ4 frame of 64 MiB in a chunk of 128 KiB', () => bomb(xetLimits.maxChunkBytes, new Uint8Array(64 * mebibyte))],
    ['an LZ4 frame of 64 MiB in a chunk of one byte', () => bomb(1, new Uint8Array(64 * mebibyte))],
    ['an LZ4 frame that gives less than it declares', () => bomb(xetLimits.maxChunkBytes, new Uint8Array(10))],
    ['a declared length beyond the limit', () => bomb(xetLimits.maxChunkBytes + 1, new Uint8Array(10))],
    ['a frame of frames, as if it were to be unpacked twice', () => bomb(xetLimits.maxChunkBytes, lz4Frame(new Uint8Array(8 * mebibyte)))],
    [
      '8,000 bombs in one xorb',
      () => writeXorb(Array.from({ length: 8_000 }, () => ({ scheme: 1 as const, length: 131_072, packed: littleBomb }))),
    ],
  ])('Xet: %s', async ([, body]) => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    const { xorb } = await prepare(chart)
    await expectNothingKept(world, () => sendXorb(server, access, xorb.hash, body()), 400, 'xet.invalid')
  })

  test('Xet: contents that are archives themselves are bytes like any other, and unpacked once', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    const inner = lz4Frame(new Uint8Array(8 * mebibyte))
    const nested = await prepare(inner, (chunks) =>
      writeXorb(chunks.map((bytes) => ({ scheme: 1, length: bytes.length, packed: lz4Frame(bytes) }))),
    )
    const access = await xetToken(server, 'models/ada/tides', 'write', ada)
    expect((await sendXorb(server, access, nested.xorb.hash, nested.xorb.body)).status).toBe(200)
    expect((await sendShard(server, access, [nested.shard])).status).toBe(200)
    expect((await commitPointer(world, 'nested.lz4', inner)).status).toBe(200)
    const back = await server.request('/ada/tides/resolve/main/nested.lz4')
    expect(Buffer.from(await back.arrayBuffer()).equals(inner)).toBe(true)
  })

  test('LFS: a packed body is not unpacked: it does not have the hash', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    const content = Buffer.alloc(mebibyte)
    const { actions } = await batchOf(server, 'ada/tides', content, { as: ada })
    const href = actions?.upload?.href ?? ''
    const packed = gzipSync(content)
    const put = () => server.request(href, { method: 'PUT', headers: { 'Content-Encoding': 'gzip' }, body: packed })
    await expectNothingKept(world, put, 422, /^lfs\.(size|hash)_mismatch$/)
  })

  test('LFS: more bytes than declared are refused, and none of them is kept', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    const { actions } = await batchOf(server, 'ada/tides', chart, { as: ada })
    let sent = 0
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += mebibyte
          if (sent > 16 * mebibyte) controller.close()
          else controller.enqueue(new Uint8Array(mebibyte))
        },
      })
    const put = () => server.request(actions?.upload?.href ?? '', { method: 'PUT', body: endless(), duplex: 'half' })
    await expectNothingKept(world, put, 422, 'lfs.size_mismatch')
  })

  test('LFS: links that expired, were changed, or are for something else', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada, bob } = world
    const { actions } = await batchOf(server, 'ada/tides', chart, { as: ada })
    const upload = actions?.upload?.href ?? ''
    const verify = actions?.verify?.href ?? ''
    const put = (href: string, bytes: Uint8Array) => () =>
      server.request(href, { method: 'PUT', body: bytes as NonNullable<RequestInit['body']> })
    // Other bytes under a valid signature; a signature for another purpose; a signature with one character changed.
    await expectNothingKept(world, put(upload, Buffer.from(chart).reverse()), 422, 'lfs.hash_mismatch')
    const token = (href: string) => href.split('/').at(-1) ?? ''
    await expectNothingKept(world, put(upload.replace(token(upload), token(verify)), chart), 403, 'lfs.link_expired')
    const changed = token(upload).replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    await expectNothingKept(world, put(upload.replace(token(upload), changed), chart), 403, 'lfs.link_expired')
    // A link is valid for its repo: content uploaded through it is not available to another repo, or another user.
    expect((await put(upload, chart)()).status).toBe(200)
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'other' })
    await createRepo(server.hub, bob.actor, { type: 'model', name: 'his' })
    await expectNothingKept(world, () => commitPointer(world, 'x.bin', chart, 'ada/other'), 422, 'commit.lfs_missing')
    await expectNothingKept(world, () => commitPointer(world, 'x.bin', chart, 'bob/his', bob), 422, 'commit.lfs_missing')
    // Uploading it again is harmless; once the link expires it is rejected.
    await expectNothingKept(world, put(upload, chart), 200, null)
    server.hub.tick(7 * 24 * 3_600_000)
    await expectNothingKept(world, put(upload, chart), 403, 'lfs.link_expired')
  })

  test('Xet: tokens of another repo, for reading only, and of yesterday', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada, bob } = world
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'other' })
    const mine = await prepare(chart)
    const write = await xetToken(server, 'models/ada/tides', 'write', ada)
    const read = await xetToken(server, 'models/ada/tides', 'read', ada)
    await expectNothingKept(world, () => sendXorb(server, read, mine.xorb.hash, mine.xorb.body), 403, 'auth.forbidden')
    expect((await server.request('/api/models/ada/tides/xet-write-token/main', { as: bob })).status).toBe(403)
    // Content uploaded with one repo's token is not available in another.
    expect((await sendXorb(server, write, mine.xorb.hash, mine.xorb.body)).status).toBe(200)
    expect((await sendShard(server, write, [mine.shard])).status).toBe(200)
    await expectNothingKept(world, () => commitPointer(world, 'x.bin', chart, 'ada/other'), 422, 'commit.lfs_missing')
    server.hub.tick(24 * 3_600_000)
    await expectNothingKept(world, () => sendXorb(server, write, mine.xorb.hash, mine.xorb.body), 401, 'xet.token_invalid')
  })

  test.for([
    '.git/config',
    '.GIT/hooks/post-checkout',
    'a/.git',
    'git~1/config',
    '.git /config',
    '.g\u200cit/config',
    '../up',
    'a/../../up',
    '/etc/passwd',
    'a//b',
    './a',
    'a\\..\\b',
    'line\nbreak',
    'nul\u0000byte',
    'x'.repeat(256),
  ])('names: a commit of %j', async (path) => {
    await using world = await openRepoWorld(database)
    const send = () => commit(world.server, 'models/ada/tides', ndjson(header(), file(path, 'x')), { as: world.ada })
    await expectNothingKept(world, send, 422, 'commit.invalid_path')
  })

  test('names: what only some systems cannot hold is taken, as git and the field take it', async () => {
    await using world = await openRepoWorld(database)
    const { server, ada } = world
    // Windows device names; names that differ only in case or in Unicode normalization coexist where the file system allows it.
    const paths = ['con', 'nul.txt', 'aux/COM1', 'README.txt', 'readme.txt', 'caf\u00e9.txt', 'cafe\u0301.txt']
    const answer = await commit(server, 'models/ada/tides', ndjson(header(), ...paths.map((path) => file(path, path))), { as: ada })
    expect(answer.status).toBe(200)
    for (const path of paths) {
      const back = await server.request(`/ada/tides/resolve/main/${encodeURIComponent(path)}`)
      expect(await back.text()).toBe(path)
    }
  })
})

const littleBomb = lz4Frame(new Uint8Array(mebibyte))

/** One chunk that declares this length. */
function bomb(length: number, content: Uint8Array): Uint8Array {
  return writeXorb([{ scheme: 1, length, packed: lz4Frame(content) }])
}

function commitPointer({ server, ada }: RepoWorld, path: string, bytes: Uint8Array, repo = 'ada/tides', as = ada): Promise<Response> {
  const line = { key: 'lfsFile', value: { path, algo: 'sha256', oid: sha256Of(bytes), size: bytes.length } }
  return commit(server, `models/${repo}`, ndjson(header(), line), { as })
}

/** Expects this response, and the same number of rows and files before and after the call. @param code of the error; `null` for none */
async function expectNothingKept(
  { server }: RepoWorld,
  call: () => Promise<Response>,
  status: number,
  code: string | RegExp | null,
): Promise<void> {
  const before = await countStored(server)
  const answer = await call()
  const body = await answer.text()
  const told = code === null ? null : (JSON.parse(body) as { code?: string }).code
  expect([answer.status, told]).toEqual([status, code instanceof RegExp ? expect.stringMatching(code) : code])
  expect(await countStored(server)).toEqual(before)
}

test('commits that hold much memory wait for each other, small ones for nobody', async () => {
  await using t = await openTestApp()
  await t.addRepo({ type: 'model', name: 'tides' })
  const send = async (body: ReadableStream<Uint8Array> | string) =>
    t.app.request('http://localhost/api/models/ada/tides/commit/main', {
      method: 'POST',
      headers: { authorization: `Bearer ${t.tokens.ada}`, 'content-type': 'application/x-ndjson' },
      body,
      duplex: 'half',
    } as RequestInit)
  const mayEnd = Promise.withResolvers<void>()
  let goingOn = 0
  /** A commit with a large file, whose end comes when it is allowed to. */
  const large = (n: number) => {
    let pulls = 0
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (pulls++ === 0) return controller.enqueue(Buffer.from(ndjson(header('large'), file(`${n}.txt`, 'x'.repeat(2 * mebibyte)))))
          goingOn++
          await mayEnd.promise
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
  }
  const answers = Array.from({ length: 6 }, (_, n) => send(large(n)))
  await vi.waitFor(() => expect(goingOn).toBe(4), { timeout: 60_000, interval: 20 })
  for (let n = 0; n < 5; n++) expect((await send(ndjson(header('small'), file(`small-${n}.txt`, 'x')))).status).toBe(200)
  expect(goingOn).toBe(4)
  mayEnd.resolve()
  expect(await Promise.all(answers.map(async (answer) => (await answer).status))).toEqual([200, 200, 200, 200, 200, 200])
  expect(goingOn).toBe(6)
})
