import { readdir, readlink } from 'node:fs/promises'
import {
  createBranch,
  createRepo,
  createTag,
  deleteRepo,
  flushDownloads,
  type Hub,
  moveRepo,
  updateRepoSettings,
  type WithContent,
} from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { commit, commitLarge, file, gitOidOf, header, ndjson, sha256Of } from '../testing/lfs-upload.ts'
import { openTestServer, type TestServer, type TestUser } from '../testing/open-test-server.ts'

const config = Buffer.from('{"model_type":"llama"}\n')
const weights = Buffer.alloc(300_000, Buffer.from([...Array(251).keys()]))

describe.for(databases)('resolve on %s', (database) => {
  test('gives a regular file with every header that clients read', async () => {
    await using world = await openWorld(database)
    const { server, head } = world
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.request('/ada/tides/resolve/main/config.json', { method })
      expect(answer.status).toBe(200)
      expect(headersOf(answer)).toMatchObject({
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cache-control': 'no-cache',
        'content-disposition': `inline; filename*=UTF-8''config.json; filename="config.json";`,
        'content-length': String(config.length),
        'content-security-policy': "sandbox; default-src 'none'",
        'content-type': 'text/plain; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
        etag: `"${gitOidOf(config)}"`,
        vary: 'Origin, Accept',
        'x-content-type-options': 'nosniff',
        'x-repo-commit': head,
      })
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,}$/)
      expect(answer.headers.has('x-linked-size')).toBe(false)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(method === 'GET' ? config : Buffer.alloc(0))
    }
  })

  test('gives a large file by its sha-256, whole and in part', async () => {
    await using world = await openWorld(database)
    const { server, head } = world
    const path = '/ada/tides/resolve/main/model.safetensors'
    const whole = await server.request(path)
    expect(headersOf(whole)).toMatchObject({
      'content-length': '300000',
      'content-type': 'application/octet-stream',
      etag: `"${sha256Of(weights)}"`,
      'x-linked-etag': `"${sha256Of(weights)}"`,
      'x-linked-size': '300000',
      'x-repo-commit': head,
      'access-control-allow-origin': '*',
    })
    expect(Buffer.from(await whole.arrayBuffer()).equals(weights)).toBe(true)
    const parts = [
      ['bytes=0-0', 0, 1],
      ['bytes=100-299', 100, 300],
      ['bytes=299990-', 299_990, 300_000],
      ['bytes=-5', 299_995, 300_000],
      ['bytes=299999-400000', 299_999, 300_000],
    ] as const
    for (const [range, start, end] of parts) {
      const part = await server.request(path, { headers: { Range: range } })
      expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
        206,
        `bytes ${start}-${end - 1}/300000`,
        String(end - start),
      ])
      expect(Buffer.from(await part.arrayBuffer()).equals(weights.subarray(start, end))).toBe(true)
    }
    const beyond = await server.request(path, { headers: { Range: 'bytes=300000-' } })
    expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([416, 'bytes */300000', ''])
    const known = await server.request(path, { headers: { 'If-None-Match': `"${sha256Of(weights)}"` } })
    expect([known.status, await known.text(), known.headers.get('x-repo-commit')]).toEqual([304, '', head])
    const changed = await server.request(path, { headers: { Range: 'bytes=0-0', 'If-Range': '"another"' } })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, 300_000])
    const inFull = await server.request(path, { method: 'HEAD', headers: { Range: 'bytes=0-0' } })
    expect([inFull.status, inFull.headers.get('content-length')]).toEqual([200, '300000'])
  })

  test('raw gives the pointer of a large file, as git has it', async () => {
    await using world = await openWorld(database)
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of(weights)}\nsize 300000\n`
    const answer = await world.server.request('/ada/tides/raw/main/model.safetensors')
    expect(await answer.text()).toBe(pointer)
    expect(answer.headers.get('etag')).toBe(`"${gitOidOf(Buffer.from(pointer))}"`)
    expect(answer.headers.get('content-length')).toBe(String(pointer.length))
    expect(answer.headers.has('x-linked-size')).toBe(false)
    const gone = await world.server.request('/ada/tides/raw/main/none', { method: 'HEAD' })
    expect([gone.status, gone.headers.get('x-error-code')]).toEqual([404, 'EntryNotFound'])
  })

  test('an empty file takes a range', async () => {
    await using world = await openWorld(database)
    const plain = await world.server.request('/ada/tides/resolve/main/empty.txt')
    expect([plain.status, plain.headers.get('content-length'), await plain.text()]).toEqual([200, '0', ''])
    const ranged = await world.server.request('/ada/tides/resolve/main/empty.txt', { headers: { Range: 'bytes=0-0' } })
    expect([ranged.status, ranged.headers.get('content-length'), ranged.headers.get('content-range')]).toEqual([200, '0', 'bytes 0-0/0'])
  })

  test('finds revisions and paths however they are written', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, repo, head } = world
    await createBranch(hub, ada.actor, repo, { name: 'feat/x' })
    await createTag(hub, ada.actor, repo, { tag: 'v1', revision: 'main' })
    await hub.db.write((tx) =>
      tx
        .insertInto('git_ref')
        .values({ repo_id: repo.id, name: 'refs/pr/1', oid: Buffer.from(head, 'hex') })
        .execute(),
    )
    for (const revision of [
      'main',
      'HEAD',
      'v1',
      'feat/x',
      'feat%2Fx',
      'refs/pr/1',
      'refs%2Fpr%2F1',
      'refs%2fpr%2f1',
      'refs/heads/main',
      head,
    ]) {
      for (const path of [
        'sub%20dir/na%C3%AFve%20%E6%97%A5%E6%9C%AC.txt',
        'sub%20dir%2Fna%C3%AFve%20%E6%97%A5%E6%9C%AC.txt',
        '100%25.txt',
      ]) {
        const answer = await server.request(`/ada/tides/resolve/${revision}/${path}`)
        expect([revision, path, answer.status, await answer.text(), answer.headers.get('x-repo-commit')]).toEqual([
          revision,
          path,
          200,
          'hello\n',
          head,
        ])
      }
    }
    const pinned = await server.request(`/ada/tides/resolve/${head}/config.json`)
    expect(pinned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const malformed = await server.request('/ada/tides/resolve/main/%E0%A4%A')
    expect([malformed.status, ((await malformed.json()) as { code: string }).code]).toEqual([400, 'query.invalid'])
  })

  test('says what is missing, in the words of the clients', async () => {
    await using world = await openWorld(database)
    const { server, bob, head } = world
    const cases = [
      ['/ada/tides/resolve/main/nope.json', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/main/sub%20dir', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/main/config.json/', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/main/config.json/x', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/main/', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/main/..%2F..%2F..%2Fetc%2Fpasswd', undefined, 404, 'EntryNotFound', head],
      ['/ada/tides/resolve/nope/config.json', undefined, 404, 'RevisionNotFound', null],
      [`/ada/tides/resolve/${'0'.repeat(40)}/config.json`, undefined, 404, 'RevisionNotFound', null],
      ['/ada/none/resolve/main/config.json', undefined, 401, 'RepoNotFound', null],
      ['/ada/none/resolve/main/config.json', bob, 404, 'RepoNotFound', null],
      ['/datasets/ada/tides/resolve/main/config.json', bob, 404, 'RepoNotFound', null],
      ['/spaces/ada/tides/resolve/main/config.json', bob, 404, 'RepoNotFound', null],
    ] as const
    for (const [path, as, status, code, commitOid] of cases) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await server.request(path, { method, ...(as ? { as } : {}) })
        expect([path, method, answer.status, answer.headers.get('x-error-code'), answer.headers.get('x-repo-commit')]).toEqual([
          path,
          method,
          status,
          code,
          commitOid,
        ])
        expect(answer.headers.get('access-control-allow-origin')).toBe('*')
        expect((answer.headers.get('x-error-message') ?? '').length).toBeGreaterThan(0)
      }
    }
  })

  test('private files are nobody else’s, gated files are asked for', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob, repo } = world
    const get = (as?: TestUser) => server.request('/ada/tides/resolve/main/config.json', as ? { as } : {})
    await updateRepoSettings(hub, ada.actor, repo, { gated: 'auto' })
    expect([(await get()).status, (await get(bob)).status, (await get(ada)).status]).toEqual([401, 403, 200])
    expect([(await get()).headers.get('x-error-code'), (await get(bob)).headers.get('x-error-code')]).toEqual(['GatedRepo', 'GatedRepo'])
    await updateRepoSettings(hub, ada.actor, repo, { gated: false, visibility: 'private' })
    const [anonymous, other, own] = [await get(), await get(bob), await get(ada)]
    expect([anonymous.status, other.status, own.status]).toEqual([401, 404, 200])
    expect([anonymous.headers.get('x-error-code'), other.headers.get('x-error-code')]).toEqual(['RepoNotFound', 'RepoNotFound'])
    expect(own.headers.get('cache-control')).toBe('private, no-cache')
    const badToken = await server.request('/ada/tides/resolve/main/config.json', { headers: { Authorization: 'Bearer hf_nonsense' } })
    expect([badToken.status, badToken.headers.get('x-error-message'), badToken.headers.get('x-error-code')]).toEqual([
      401,
      'Invalid credentials in Authorization header',
      null,
    ])
  })

  test('a repo that moved answers with a relative redirect that keeps the path', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, repo } = world
    await moveRepo(hub, ada.actor, repo, 'ada', 'currents')
    for (const method of ['GET', 'HEAD']) {
      const answer = await server.request('/ada/tides/resolve/refs%2Fheads%2Fmain/sub%20dir/x?download=true', { method })
      expect([answer.status, answer.headers.get('location')]).toEqual([307, '/ada/currents/resolve/refs%2Fheads%2Fmain/sub%20dir/x'])
    }
    const raw = await server.request('/ada/tides/raw/main/config.json')
    expect(raw.headers.get('location')).toBe('/ada/currents/raw/main/config.json')
    const letterCase = await server.request('/ADA/Currents/resolve/main/config.json')
    expect(letterCase.status).toBe(200)
  })

  test('a file is shown, saved or left unsaid as asked, and never runs', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    await commit(server, 'models/ada/tides', ndjson(header(), file('page.html', '<script>alert(1)</script>')), { as: ada })
    const shown = await server.request('/ada/tides/resolve/main/page.html')
    expect([shown.headers.get('content-type'), shown.headers.get('content-security-policy')]).toEqual([
      'text/plain; charset=utf-8',
      "sandbox; default-src 'none'",
    ])
    const saved = await server.request('/ada/tides/resolve/main/page.html?download=true')
    expect(saved.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''page.html; filename="page.html";`)
    const unsaid = await server.request('/ada/tides/resolve/main/page.html?noContentDisposition=1')
    expect(unsaid.headers.has('content-disposition')).toBe(false)
  })

  test('a pointer to an object that the repo does not own gives nothing', async () => {
    await using world = await openWorld(database)
    const { server, hub, bob } = world
    const theirs = await createRepo(hub, bob.actor, { type: 'model', name: 'thief' })
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${sha256Of(weights)}\nsize 300000\n`
    const refused = await commit(server, 'models/bob/thief', ndjson(header(), file('stolen.bin', pointer)), { as: bob })
    expect(refused.status).toBe(422)
    const byHash = ndjson(header(), { key: 'lfsFile', value: { path: 'stolen.bin', algo: 'sha256', oid: sha256Of(weights) } })
    expect((await commit(server, 'models/bob/thief', byHash, { as: bob })).status).toBe(422)
    await deleteRepo(hub, bob.actor, theirs)
  })

  test('counts a download once per caller', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, bob, repo } = world
    const get = (as: TestUser, method = 'GET') => server.request('/ada/tides/resolve/main/config.json', { as, method })
    await get(ada, 'HEAD')
    await get(ada)
    await get(ada)
    await get(bob)
    await flushDownloads(hub)
    const row = await hub.db.read.selectFrom('repo').select('downloads_all').where('id', '=', repo.id).executeTakeFirstOrThrow()
    expect(row.downloads_all).toBe(2)
  })
})

test.runIf(process.platform === 'linux')('a client that leaves has its file closed, and the next one is served', async () => {
  await using world = await openWorld('sqlite')
  const { server, ada, hub } = world
  const large = Buffer.alloc(40 * 1024 * 1024, 'tide')
  await commitLarge(server, 'ada/tides', 'large.bin', large, ada)
  for (let i = 0; i < 3; i++) {
    const leaving = new AbortController()
    const answer = await server.request('/ada/tides/resolve/main/large.bin', { signal: leaving.signal })
    const reader = answer.body?.getReader()
    await reader?.read()
    expect(await openFilesBelow(hub.config.dataDir, sha256Of(large))).toBe(1)
    leaving.abort()
    await expect.poll(() => openFilesBelow(hub.config.dataDir, sha256Of(large))).toBe(0)
  }
  const answer = await server.request('/ada/tides/resolve/main/large.bin')
  expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true)
  expect(await openFilesBelow(hub.config.dataDir, sha256Of(large))).toBe(0)
})

test('downloads that run side by side do not mix', async () => {
  await using world = await openWorld('sqlite')
  const { server, ada } = world
  const files = [1, 2, 3, 4].map((byte) => Buffer.alloc(24 * 1024 * 1024 + byte * 1000, byte))
  for (const [i, bytes] of files.entries()) await commitLarge(server, 'ada/tides', `${i}.bin`, bytes, ada)
  const answers = await Promise.all(
    [...files, ...files].map(async (bytes, i) => {
      const answer = await server.request(`/ada/tides/resolve/main/${i % 4}.bin`)
      return Buffer.from(await answer.arrayBuffer()).equals(bytes)
    }),
  )
  expect(answers).toEqual(Array(8).fill(true))
})

async function openWorld(
  database: 'sqlite' | 'postgres',
): Promise<AsyncDisposable & { server: TestServer; hub: Hub; ada: TestUser; bob: TestUser; repo: WithContent; head: string }> {
  const server = await openTestServer({ database })
  const { hub } = server
  const ada = await server.addUser('ada')
  const bob = await server.addUser('bob')
  const repo = await createRepo(hub, ada.actor, { type: 'model', name: 'tides' })
  const small = ndjson(
    header(),
    file('config.json', config),
    file('empty.txt', ''),
    file('sub dir/naïve 日本.txt', 'hello\n'),
    file('100%.txt', 'hello\n'),
  )
  await commit(server, 'models/ada/tides', small, { as: ada })
  await commitLarge(server, 'ada/tides', 'model.safetensors', weights, ada)
  const row = await hub.db.read.selectFrom('repo').select('head').where('id', '=', repo.id).executeTakeFirstOrThrow()
  const head = Buffer.from(row.head ?? []).toString('hex')
  return { server, hub, ada, bob, repo, head, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function headersOf(answer: Response): Record<string, string> {
  return Object.fromEntries(answer.headers)
}

async function openFilesBelow(dir: string, name: string): Promise<number> {
  const links = await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return links.filter((link) => link.startsWith(dir) && link.includes(name)).length
}
