import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createAccessToken, createBranch, createRepo, createTag, type HubConfig, type Repo } from '@portolan/hub'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { batchOf, commit, file, gitOidOf, header, ndjson, sha256Of } from '../../testing/lfs-upload.ts'
import { openTestServer, type TestServer, type TestUser } from '../../testing/open-test-server.ts'

const repoPath = 'models/ada/tides'
const mebibyte = 1024 * 1024

describe.for(databases)('commit on %s', (database) => {
  test('adds, changes and deletes in one commit, and says where it is', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const body = ndjson(
      header('First files', { description: 'and why' }),
      file('a.txt', 'one'),
      { key: 'file', value: { path: 'sub dir/é.txt', content: 'plain text ✓\n' } },
      { key: 'file', value: { path: 'empty.txt', content: '', encoding: 'base64' } },
      file('a.txt', 'two'),
    )
    const answer = await commit(server, repoPath, body, { as: ada })
    const result = (await answer.json()) as Record<string, unknown>
    const head = await headOf(world)
    expect([answer.status, result]).toEqual([
      200,
      { success: true, commitOid: head, commitUrl: `${server.origin}/ada/tides/commit/${head}`, pullRequestUrl: null, hookOutput: '' },
    ])
    expect(await textOf(server, 'a.txt')).toBe('two')
    expect(await textOf(server, 'sub dir/é.txt')).toBe('plain text ✓\n')
    expect(await textOf(server, 'empty.txt')).toBe('')
    // The JavaScript client omits the last newline.
    const change = ndjson(
      header(),
      { key: 'deletedFolder', value: { path: 'sub dir/' } },
      { key: 'deletedFile', value: { path: 'empty.txt' } },
      { key: 'file', value: { path: 'b.txt', oldPath: 'a.txt' } },
    ).trimEnd()
    expect((await commit(server, repoPath, change, { as: ada })).status).toBe(200)
    expect(await textOf(server, 'b.txt')).toBe('two')
    expect((await server.request('/ada/tides/resolve/main/a.txt')).status).toBe(404)
    expect((await server.request('/ada/tides/resolve/main/sub%20dir/%C3%A9.txt')).status).toBe(404)
  })

  test('nothing changed and nothing asked leave the head as it is', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    await commit(server, repoPath, ndjson(header(), file('a.txt', 'one')), { as: ada })
    const head = await headOf(world)
    for (const body of [ndjson(header()), ndjson(header(), file('a.txt', 'one'))]) {
      const answer = await commit(server, repoPath, body, { as: ada })
      expect([answer.status, ((await answer.json()) as { commitOid: string }).commitOid]).toEqual([200, head])
    }
  })

  test('contents that belong into LFS go there, whichever way they came', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada } = world
    const large = Buffer.alloc(12 * mebibyte, 'large text\n')
    const binary = Buffer.from([0, 1, 2, 3, 250])
    const body = ndjson(
      header(),
      file('big.txt', large),
      file('tiny.safetensors', 'weights'),
      file('odd.dat', binary),
      file('mid.txt', 'x'.repeat(3 * mebibyte)),
      file('plain.txt', 'x'),
    )
    expect((await commit(server, repoPath, body, { as: ada })).status).toBe(200)
    for (const [path, bytes] of [
      ['big.txt', large],
      ['tiny.safetensors', Buffer.from('weights')],
      ['odd.dat', binary],
    ] as const) {
      const answer = await server.request(`/ada/tides/resolve/main/${path}`)
      expect([path, answer.headers.get('etag')]).toEqual([path, `"${sha256Of(bytes)}"`])
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
      expect(await hub.blobs.stat(sha256Of(bytes))).toEqual({ sha256: sha256Of(bytes), size: bytes.length })
    }
    for (const [path, text] of [
      ['mid.txt', 'x'.repeat(3 * mebibyte)],
      ['plain.txt', 'x'],
    ] as const) {
      const answer = await server.request(`/ada/tides/resolve/main/${path}`)
      expect([path, answer.headers.get('etag')]).toEqual([path, `"${gitOidOf(Buffer.from(text))}"`])
    }
    const attributes = await textOf(server, '.gitattributes')
    expect(attributes).toContain('\n/big.txt filter=lfs diff=lfs merge=lfs -text\n/odd.dat filter=lfs diff=lfs merge=lfs -text\n')
    expect(attributes).not.toContain('tiny.safetensors')
    expect(await readdir(join(hub.config.dataDir, 'tmp'))).toEqual([])
    const [row] = await hub.db.read.selectFrom('repo_lfs').select('pending_user').where('pending_user', 'is not', null).execute()
    expect(row).toBeUndefined()
  })

  test('rules that come in the same commit hold for it', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const body = ndjson(
      header(),
      file('a.tide', 'text'),
      file('keep/b.bin', 'text'),
      file('.gitattributes', '*.tide filter=lfs diff=lfs merge=lfs -text\n'),
      file('keep/.gitattributes', '*.bin -filter\n'),
    )
    expect((await commit(server, repoPath, body, { as: ada })).status).toBe(200)
    expect((await server.request('/ada/tides/resolve/main/a.tide', { method: 'HEAD' })).headers.get('etag')).toBe(
      `"${sha256Of(Buffer.from('text'))}"`,
    )
    expect((await server.request('/ada/tides/resolve/main/keep/b.bin', { method: 'HEAD' })).headers.get('etag')).toBe(
      `"${gitOidOf(Buffer.from('text'))}"`,
    )
  })

  test('large files are committed by name only by who uploaded them', async () => {
    await using world = await openWorld(database)
    const { server, ada, bob } = world
    const chart = Buffer.from('a chart')
    const line = (more = {}) => ({ key: 'lfsFile', value: { path: 'chart.bin', algo: 'sha256', oid: sha256Of(chart), ...more } })
    const unknown = await commit(server, repoPath, ndjson(header(), line()), { as: ada })
    expect([unknown.status, await codeOf(unknown)]).toEqual([422, 'commit.lfs_missing'])
    const { actions } = await batchOf(server, 'ada/tides', chart, { as: bob })
    await server.request(actions?.upload?.href ?? '', { method: 'PUT', body: chart })
    expect((await commit(server, repoPath, ndjson(header(), line()), { as: ada })).status).toBe(422)
    expect((await commit(server, repoPath, ndjson(header(), line({ size: 3 })), { as: bob })).status).toBe(400)
    // The Python client omits the size when it copies.
    expect((await commit(server, repoPath, ndjson(header(), line()), { as: bob })).status).toBe(200)
    expect(
      (
        await commit(
          server,
          repoPath,
          ndjson(header(), { key: 'lfsFile', value: { path: 'copy.bin', algo: 'sha256', oid: sha256Of(chart) } }),
          { as: ada },
        )
      ).status,
    ).toBe(200)
    expect(await textOf(server, 'copy.bin')).toBe('a chart')
  })

  test.for<[string, string, number]>([
    ['', 'body.invalid', 1],
    ['\n\n', 'body.invalid', 1],
    ['nonsense', 'body.invalid', 1],
    ['{"key":"header"', 'body.invalid', 1],
    ['[]', 'body.invalid', 1],
    ['null', 'body.invalid', 1],
    ['{"key":"header","value":{}}', 'body.invalid', 1],
    ['{"key":"header","value":{"summary":1}}', 'body.invalid', 1],
    ['{"key":"header","value":{"summary":"x"},"extra":1}', 'body.invalid', 1],
    [ndjson(file('a.txt', 'x')), 'body.invalid', 1],
    [ndjson(header(), header()), 'body.invalid', 2],
    [ndjson(header(), { key: 'copyFile', value: { path: 'x' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'constructor', value: {} }), 'body.invalid', 2],
    [ndjson(header(), { value: { path: 'x' } }), 'body.invalid', 2],
    [`${ndjson(header(), file('a', 'x'))}{"key":"file","value":{"path":"b","content":`, 'body.invalid', 3],
    [ndjson(header(), { key: 'file', value: { path: 'a', content: 'not base64!', encoding: 'base64' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'file', value: { path: 'a', content: 'QUI', encoding: 'base64' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'file', value: { path: 'a', content: 'x', encoding: 'latin1' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'file', value: { path: 'a', content: 7 } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'file', value: { path: 'a' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'file', value: { content: 'x' } }), 'body.invalid', 2],
    ['{"key":"header","value":{"summary":"x"}}\n{"key":"file","value":{"path":"a","content":"\\ud800"}}\n', 'body.invalid', 2],
    [ndjson(header(), { key: 'lfsFile', value: { path: 'a', algo: 'md5', oid: 'x' } }), 'body.invalid', 2],
    [ndjson(header(), { key: 'lfsFile', value: { path: 'a', oid: 'x', size: -1 } }), 'body.invalid', 2],
    [
      `${ndjson(header())}{"key":"file","value":{"path":"a","content":"${'QUJD'.repeat(mebibyte)}*","encoding":"base64"}}\n`,
      'body.invalid',
      2,
    ],
    ...[
      '../a',
      '/a',
      'a/../b',
      'a//b',
      './a',
      '.git/config',
      'a/.GIT/b',
      'a\u0000b',
      'a\\b',
      'a\nb',
      'x'.repeat(1001),
      `${'é'.repeat(128)}/a`,
      '',
    ].map((path): [string, string, number] => [ndjson(header(), file('fine.txt', 'x'), file(path, 'x')), 'commit.invalid_path', 3]),
    [ndjson(header(), { key: 'deletedFile', value: { path: '../a' } }), 'commit.invalid_path', 2],
    [ndjson(header(), { key: 'file', value: { path: 'a', oldPath: '../b' } }), 'commit.invalid_path', 2],
  ])('%j is refused', async ([body, code, line]) => {
    await using world = await openWorld(database)
    const { server, hub, ada } = world
    const before = await headOf(world)
    const answer = await commit(server, repoPath, body, { as: ada })
    const error = (await answer.json()) as { code: string; line: number; error: string }
    expect([answer.status, error.code, error.line]).toEqual([code === 'commit.invalid_path' ? 422 : 400, code, line])
    expect(error.error).toMatch(new RegExp(`^Line ${line}\\b`))
    expect(await headOf(world)).toBe(before)
    expect(await readdir(join(hub.config.dataDir, 'tmp')).catch(() => [])).toEqual([])
  })

  test('a file over the limit is refused by name, and the client comes to read why', async () => {
    await using world = await openWorld(database, { inlineUploadBytes: 12 * mebibyte })
    const { server, hub, ada } = world
    const before = await headOf(world)
    for (const size of [12 * mebibyte + 1, 40 * mebibyte]) {
      const answer = await commit(server, repoPath, ndjson(header(), file('w/big.bin', Buffer.alloc(size)), file('after.txt', 'x')), {
        as: ada,
      })
      const error = (await answer.json()) as { code: string; line: number }
      expect([answer.status, error.code, error.line]).toEqual([413, 'commit.file_too_large', 2])
    }
    expect(await headOf(world)).toBe(before)
    expect(await readdir(join(hub.config.dataDir, 'blobs', 'tmp'))).toEqual([])
    const just = await commit(server, repoPath, ndjson(header(), file('w/big.bin', Buffer.alloc(12 * mebibyte))), { as: ada })
    expect(just.status).toBe(200)
  })

  test('who may, and where', async () => {
    await using world = await openWorld(database)
    const { server, hub, ada, eve, repo } = world
    const body = ndjson(header(), file('a.txt', 'x'))
    await createBranch(hub, ada.actor, repo, { name: 'feat/x' })
    await createTag(hub, ada.actor, repo, { tag: 'v1', revision: 'main' })
    const head = await headOf(world)
    const readToken: TestUser = { ...ada, token: (await createAccessToken(hub, ada.actor, { name: 'r', role: 'read' })).token }
    const attempts: [string, TestUser | undefined, number, string][] = [
      ['main', undefined, 401, 'auth.required'],
      ['main', eve, 403, 'auth.forbidden'],
      ['main', readToken, 403, 'auth.read_only_token'],
      ['nope', ada, 404, 'revision.not_found'],
      ['v1', ada, 400, 'revision.not_a_branch'],
      [head, ada, 400, 'revision.not_a_branch'],
    ]
    for (const [revision, as, status, code] of attempts) {
      const answer = await commit(server, repoPath, body, { revision, ...(as ? { as } : {}) })
      expect([revision, answer.status, await codeOf(answer)]).toEqual([revision, status, code])
    }
    expect((await commit(server, 'models/ada/none', body, { as: ada })).status).toBe(404)
    expect((await commit(server, repoPath, body, { as: ada, revision: 'feat/x' })).status).toBe(200)
    expect(await headOf(world)).toBe(head)
    const strangers = await commit(server, repoPath, body, { createPr: true })
    expect([strangers.status, await codeOf(strangers)]).toEqual([401, 'auth.required'])
    const elsewhere = await commit(server, repoPath, body, { as: eve, revision: 'v1', createPr: true })
    expect([elsewhere.status, await codeOf(elsewhere)]).toEqual([404, 'revision.not_found'])
  })

  test('a stale parent is 412, a missing file 404 with the words that Python looks for', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const head = await headOf(world)
    expect((await commit(server, repoPath, ndjson(header('one', { parentCommit: head }), file('a.txt', 'x')), { as: ada })).status).toBe(
      200,
    )
    const stale = await commit(server, repoPath, ndjson(header('two', { parentCommit: head }), file('b.txt', 'x')), { as: ada })
    expect([stale.status, await codeOf(stale)]).toEqual([412, 'commit.stale_parent'])
    for (const line of [
      { key: 'deletedFile', value: { path: 'nope' } },
      { key: 'deletedFolder', value: { path: 'a.txt' } },
    ]) {
      const missing = await commit(server, repoPath, ndjson(header(), line), { as: ada })
      const { error } = (await missing.json()) as { error: string }
      expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'EntryNotFound'])
      expect(error).toContain("A file with this name doesn't exist")
    }
  })

  test('commits at the same time all land', async () => {
    await using world = await openWorld(database)
    const { server, ada } = world
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => commit(server, repoPath, ndjson(header(), file(`f${i}.txt`, String(i))), { as: ada })),
    )
    const landed = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    let there = 0
    for (let i = 0; i < 6; i++) if ((await server.request(`/ada/tides/resolve/main/f${i}.txt`)).status === 200) there++
    expect(there).toBe(landed)
  })
})

test('half a commit leaves nothing', async () => {
  await using world = await openWorld('sqlite')
  const { server, hub, ada } = world
  const before = await headOf(world)
  const body = Buffer.from(ndjson(header(), file('a.txt', 'x'), file('big.bin', Buffer.alloc(20 * mebibyte))))
  for (const sent of [60, body.length - 10, 3 * mebibyte]) {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(
      `POST /api/${repoPath}/commit/main HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await new Promise<void>((resolve) => socket.write(body.subarray(0, sent), () => resolve()))
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    await expect.poll(() => readdir(join(hub.config.dataDir, 'blobs', 'tmp'))).toEqual([])
  }
  expect(await headOf(world)).toBe(before)
  expect((await commit(server, repoPath, body, { as: ada })).status).toBe(200)
})

test('a file of 100 MB inside a commit is taken in little memory', async () => {
  await using world = await openWorld('sqlite')
  const { server, hub, ada } = world
  const size = 100 * mebibyte
  const start = Buffer.from(`${ndjson(header())}{"key": "file", "value": {"content": "`)
  const end = Buffer.from('", "path": "w/model.safetensors", "encoding": "base64"}}\n')
  const block = Buffer.from(Buffer.alloc(3 * mebibyte, 7).toString('base64'))
  async function* body() {
    yield start
    for (let sent = 0; sent < size - 3 * mebibyte; sent += 3 * mebibyte) yield block
    yield Buffer.from(Buffer.alloc(mebibyte, 7).toString('base64'))
    yield end
  }
  let highest = 0
  const before = process.memoryUsage().rss
  const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss - before)), 20)
  const answer = await server.request(`/api/${repoPath}/commit/main`, {
    method: 'POST',
    body: ReadableStream.from(body()),
    duplex: 'half',
    as: ada,
  })
  clearInterval(timer)
  expect(answer.status).toBe(200)
  const head = await server.request('/ada/tides/resolve/main/w/model.safetensors', { method: 'HEAD' })
  expect([head.headers.get('content-length'), head.headers.get('etag')]).toEqual([String(size), `"${sha256Of(Buffer.alloc(size, 7))}"`])
  expect((await hub.blobs.stat(sha256Of(Buffer.alloc(size, 7))))?.size).toBe(size)
  // The sender and the receiver share this process.
  expect(highest).toBeLessThan(220 * mebibyte)
})

// Mounting requires root; nothing else fills a disk for real.
test.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a full disk is told as such and commits nothing', async () => {
  await using world = await openWorld('sqlite')
  const { server, hub, ada } = world
  const before = await headOf(world)
  const tmp = join(hub.config.dataDir, 'tmp')
  await mkdir(tmp)
  for (const dir of [tmp, join(hub.config.dataDir, 'blobs', 'tmp')]) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', dir])
    try {
      const answer = await commit(server, repoPath, ndjson(header(), file('big.bin', Buffer.alloc(20 * mebibyte)), file('a.txt', 'x')), {
        as: ada,
      })
      expect([answer.status, await codeOf(answer)]).toEqual([507, 'storage.full'])
      expect(await readdir(dir)).toEqual([])
    } finally {
      execFileSync('umount', [dir])
    }
  }
  expect(await headOf(world)).toBe(before)
  expect((await commit(server, repoPath, ndjson(header(), file('big.bin', Buffer.alloc(20 * mebibyte))), { as: ada })).status).toBe(200)
})

interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly hub: TestServer['hub']
  readonly ada: TestUser
  /** The administrator: may write to every repo. */
  readonly bob: TestUser
  readonly eve: TestUser
  readonly repo: Repo
}

async function openWorld(database: 'sqlite' | 'postgres', config: Partial<HubConfig> = {}): Promise<World> {
  const server = await openTestServer({ database, config })
  const bob = await server.addUser('bob')
  const ada = await server.addUser('ada')
  const eve = await server.addUser('eve')
  const repo = await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides' })
  return { server, hub: server.hub, ada, bob, eve, repo, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

async function headOf({ hub, repo }: World): Promise<string> {
  const row = await hub.db.read
    .selectFrom('git_ref')
    .select('oid')
    .where('repo_id', '=', repo.id)
    .where('name', '=', 'refs/heads/main')
    .executeTakeFirstOrThrow()
  return Buffer.from(row.oid).toString('hex')
}

async function textOf(server: TestServer, path: string): Promise<string> {
  const answer = await server.request(`/ada/tides/resolve/main/${path.split('/').map(encodeURIComponent).join('/')}`)
  return answer.status === 200 ? answer.text() : `status ${answer.status}`
}

async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code
}
