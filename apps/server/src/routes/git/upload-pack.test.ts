import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { delimPkt, encodePkt, flushPkt, PktReader, pktText } from '@portolan/git'
import { createRepo, downloadHistory, flushDownloads, type WithContent } from '@portolan/hub'
import { databases, importGit } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { type GitClient, gitUrl, openGitClient } from '../../testing/git-client.ts'
import { openTestServer, type TestServer, type TestUser } from '../../testing/open-test-server.ts'

interface World extends AsyncDisposable {
  readonly server: TestServer
  readonly ada: TestUser
  readonly eve: TestUser
  readonly repo: WithContent
  /** The clone in which the history was created. */
  readonly origin: GitClient
}

const readme = (n: number) => `# Tides\n${Array.from({ length: 60 }, (_, i) => `line ${i}${i === n ? ' changed' : ''}`).join('\n')}\n`
const date = (n: number) => new Date(1_700_000_000_000 + n * 86_400_000).toISOString()

/** Ten commits on main, a side branch, tags of both kinds, a pull request and a converted branch. */
async function openWorld(database: 'sqlite' | 'postgres', visibility: 'public' | 'private' = 'public'): Promise<World> {
  const server = await openTestServer({ database })
  const ada = await server.addUser('ada')
  const eve = await server.addUser('eve')
  const repo = await createRepo(server.hub, ada.actor, { type: 'model', name: 'tides', visibility })
  const origin = await openGitClient()
  const stream: string[] = []
  const commit = (ref: string, n: number, from: string, files: Record<string, string>) => {
    const seconds = new Date(date(n)).getTime() / 1000
    stream.push(`commit ${ref}`, `mark :${n}`, `committer Ada <ada@example.org> ${seconds} +0000`, 'data 1', 'c')
    if (from !== '') stream.push(`from ${from}`)
    for (const [path, content] of Object.entries(files))
      stream.push(`M 100644 inline ${path}`, `data ${Buffer.byteLength(content)}`, content)
  }
  for (let n = 1; n <= 10; n++)
    commit('refs/heads/main', n, '', { 'README.md': readme(n), [`data/part-${n}.txt`]: `${'x'.repeat(n * 500)}\n` })
  commit('refs/heads/feat/x', 11, ':5', { 'side.txt': 'side\n' })
  commit('refs/pr/1', 12, ':10', { 'proposal.txt': 'a proposal\n' })
  commit('refs/convert/parquet', 13, '', { 'table.parquet': 'PAR1\n' })
  await origin.feed(`${stream.join('\n')}\n`, 'fast-import', '--quiet')
  await origin.git('tag', '-a', 'v1', '-m', 'one', 'main~3')
  await origin.git('tag', 'light', 'main~4')
  await importGit(server.hub, repo.id, origin.path)
  return {
    server,
    ada,
    eve,
    repo,
    origin,
    async [Symbol.asyncDispose]() {
      await origin[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** A fresh clone with the hub as its remote. */
async function client(world: World, ...config: string[]): Promise<GitClient> {
  const opened = await openGitClient()
  await opened.git('remote', 'add', 'origin', gitUrl(world.server.origin, 'ada/tides', world.ada.token))
  for (const line of config) await opened.git('config', ...line.split('='))
  return opened
}

const commits = async (at: GitClient, ...args: string[]) =>
  Number(await at.git('rev-list', '--count', ...(args.length > 0 ? args : ['FETCH_HEAD'])))
const clean = async (at: GitClient) => {
  const { status, output } = await at.try('fsck', '--strict', '--full', '--no-dangling', '--no-progress')
  expect([status, output.replaceAll(/^notice: .*\n/gm, '')]).toEqual([0, ''])
}

/** Sends a hostile client's request: raw bytes to the service's address. */
async function post(
  world: World,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const answer = await world.server.request('/ada/tides.git/git-upload-pack', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-git-upload-pack-request', ...headers },
    body: body,
  })
  return { status: answer.status, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') }
}

const v2 = { 'Git-Protocol': 'version=2' }
const fetchOf = (...lines: string[]) =>
  Buffer.concat([encodePkt('command=fetch\n'), delimPkt, ...lines.map((line) => encodePkt(`${line}\n`)), flushPkt])

describe.for(databases)('git reads from a hub on %s', (database) => {
  test('clone and ls-remote in each version of the protocol', async () => {
    await using world = await openWorld(database)
    const refs = (await world.origin.git('show-ref', '-d')).split('\n').sort()
    for (const version of [0, 1, 2]) {
      await using at = await client(world, `protocol.version=${version}`)
      const listed = (await at.git('-c', `protocol.version=${version}`, 'ls-remote', '--symref', 'origin'))
        .split('\n')
        .map((line) => line.replace('\t', ' '))
      expect(listed.filter((line) => !line.endsWith(' HEAD')).sort()).toEqual(refs)
      expect(listed[0]).toBe('ref: refs/heads/main HEAD')
      await at.git('-c', `protocol.version=${version}`, 'fetch', '-q', '--update-head-ok', '--refmap=', 'origin', '+refs/*:refs/*')
      await clean(at)
      expect((await at.git('show-ref', '-d')).split('\n').sort()).toEqual(refs)
      await at.git('-c', `protocol.version=${version}`, 'clone', '-q', gitUrl(world.server.origin, 'ada/tides'), 'whole')
      expect(await at.git('-C', 'whole', 'show', 'HEAD:README.md')).toBe(readme(10).trimEnd())
      expect((await at.git('-C', 'whole', 'tag')).split('\n')).toEqual(['light', 'v1'])
    }
  })

  test('one branch, a pull request, a converted branch, a commit by its id, one that no ref leads to', async () => {
    await using world = await openWorld(database)
    await using at = await client(world)
    await at.git('fetch', '-q', '--no-tags', 'origin', 'feat/x')
    expect(await commits(at)).toBe(6)
    await at.git('fetch', '-q', 'origin', 'refs/pr/1:pr/1')
    expect(await at.git('show', 'pr/1:proposal.txt')).toBe('a proposal')
    await at.git('fetch', '-q', 'origin', 'refs/convert/parquet')
    expect(await commits(at)).toBe(1)
    const third = await world.origin.git('rev-parse', 'main~7')
    await at.git('fetch', '-q', 'origin', third)
    expect(await commits(at)).toBe(3)
    await world.origin.git('update-ref', '-d', 'refs/pr/1')
    const lost = await world.origin.commit({ 'lost.txt': 'lost\n' })
    await importGit(world.server.hub, world.repo.id, world.origin.path)
    await at.git('fetch', '-q', 'origin', lost)
    await clean(at)
  })

  test('shallow: by depth, deeper, from a date, without a branch, and whole again', async () => {
    await using world = await openWorld(database)
    for (const version of [0, 2]) {
      await using at = await client(world)
      const git = (...args: string[]) => at.git('-c', `protocol.version=${version}`, ...args)
      await git('fetch', '-q', '--depth=1', 'origin', 'main')
      expect(await commits(at)).toBe(1)
      await git('fetch', '-q', '--deepen=2', 'origin', 'main')
      expect(await commits(at)).toBe(3)
      await git('fetch', '-q', '--depth=5', 'origin', 'main')
      expect(await commits(at)).toBe(5)
      await clean(at)
      await git('fetch', '-q', '--unshallow', 'origin', 'main')
      expect(await commits(at)).toBe(10)
      expect(await git('rev-parse', '--is-shallow-repository')).toBe('false')
      await clean(at)
      await git('fetch', '-q', '--shallow-since', date(8), 'origin', 'main')
      expect(await commits(at)).toBe(3)
      await git('fetch', '-q', '--shallow-exclude=light', 'origin', 'main')
      expect(await commits(at)).toBe(4)
      await clean(at)
    }
  })

  test('partial: what was left out comes when it is needed', async () => {
    await using world = await openWorld(database)
    for (const [filter, missing] of [
      ['blob:none', 20],
      ['blob:limit=2k', 6],
      ['tree:0', 39],
    ] as const) {
      await using at = await client(world)
      await at.git('-c', 'protocol.version=2', 'fetch', '-q', `--filter=${filter}`, '--no-tags', 'origin', 'main')
      const left = await at.git('rev-list', '--objects', '--all', '--missing=print', 'FETCH_HEAD')
      const count = left.split('\n').filter((line) => line.startsWith('?')).length
      // git cannot count objects below a missing tree.
      expect([filter, filter === 'tree:0' ? count > 0 : count]).toEqual([filter, filter === 'tree:0' ? true : missing])
      await at.git('checkout', '-q', 'FETCH_HEAD')
      expect(await at.git('status', '--porcelain')).toBe('')
      expect(await at.git('show', 'HEAD~4:README.md')).toBe(readme(6).trimEnd())
      await at.git('rev-list', '--objects', 'HEAD')
      await clean(at)
    }
  })

  test('a fetch of what is new sends only that', async () => {
    await using world = await openWorld(database)
    await using at = await client(world)
    await at.git('fetch', '-q', 'origin', 'main')
    await world.origin.git('checkout', '-q', 'main')
    await world.origin.commit({ 'README.md': readme(3) })
    await importGit(world.server.hub, world.repo.id, world.origin.path)
    for (const version of [0, 2]) {
      const { output } = await at.try('-c', `protocol.version=${version}`, 'fetch', '--progress', '--no-tags', 'origin', 'main')
      if (version === 0) expect(output).toContain('Total 3 (delta 1)')
    }
    await clean(at)
  })

  test('private: a token opens it, other tokens find nothing', async () => {
    await using world = await openWorld(database, 'private')
    await using at = await client(world)
    await at.git('clone', '-q', gitUrl(world.server.origin, 'ada/tides', world.ada.token), 'mine')
    const other = await at.try('ls-remote', gitUrl(world.server.origin, 'ada/tides', world.eve.token))
    expect([other.status, other.output]).toEqual([128, expect.stringContaining('not found') as string])
    const nobody = await at.try('ls-remote', gitUrl(world.server.origin, 'ada/tides'))
    expect([nobody.status, nobody.output]).toEqual([128, expect.stringContaining('could not read Username') as string])
    const wrong = await at.try('ls-remote', gitUrl(world.server.origin, 'ada/tides', 'hf_wrong'))
    expect([wrong.status, wrong.output]).toEqual([128, expect.stringContaining('Authentication failed') as string])
  })

  test('a clone is a download, a fetch of what is new is none', async () => {
    await using world = await openWorld(database)
    await using at = await client(world)
    await at.git('clone', '-q', gitUrl(world.server.origin, 'ada/tides'), 'one')
    await at.git('-C', 'one', 'fetch', '-q')
    await at.git('ls-remote', 'origin')
    await flushDownloads(world.server.hub)
    expect((await downloadHistory(world.server.hub, world.repo)).at(-1)).toBe(1)
  })
})

describe('the wire of upload-pack', () => {
  test('types, no keeping, plain text for what is refused', async () => {
    await using world = await openWorld('sqlite')
    const refs = await world.server.request('/ada/tides/info/refs?service=git-upload-pack')
    expect(refs.headers.get('content-type')).toBe('application/x-git-upload-pack-advertisement')
    expect(refs.headers.get('cache-control')).toContain('no-cache')
    expect((await refs.text()).startsWith('001e# service=git-upload-pack\n0000')).toBe(true)
    const second = await world.server.request('/ada/tides/info/refs?service=git-upload-pack', {
      headers: { 'Git-Protocol': 'foo:version=2' },
    })
    expect((await second.text()).startsWith('000eversion 2\n')).toBe(true)
    const dumb = await world.server.request('/ada/tides/info/refs')
    expect([dumb.status, await dumb.text()]).toEqual([
      400,
      'This hub supports only the smart git protocol, which requires git 1.6.6 or later.\n',
    ])
    const answer = await world.server.request('/ada/tides.git/git-upload-pack', {
      method: 'POST',
      headers: v2,
      body: Buffer.concat([encodePkt('command=ls-refs\n'), flushPkt]),
    })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-git-upload-pack-result'])
    const reader = new PktReader(answer.body as unknown as AsyncIterable<Uint8Array>)
    const first = await reader.next()
    expect(first?.kind === 'data' && pktText(first.data)).toMatch(/^[0-9a-f]{40} HEAD$/)
  })

  test('requests that come packed', async () => {
    await using world = await openWorld('sqlite')
    const main = await world.origin.git('rev-parse', 'main')
    const body = fetchOf(`want ${main}`, 'done')
    for (const encoding of ['gzip', 'x-gzip', 'GZIP']) {
      const answer = await post(world, gzipSync(body), { ...v2, 'Content-Encoding': encoding })
      expect([answer.status, answer.text.slice(0, 12)]).toEqual([200, '000dpackfile'])
    }
    expect((await post(world, body, { ...v2, 'Content-Encoding': 'br' })).status).toBe(400)
    expect((await post(world, body, { ...v2, 'Content-Encoding': 'gzip' })).status).toBe(400)
    expect((await post(world, gzipSync(body).subarray(0, 30), { ...v2, 'Content-Encoding': 'gzip' })).status).toBe(400)
  })

  test('what is no request, and what is too much of one, is refused with a reason', { timeout: 120_000 }, async () => {
    await using world = await openWorld('sqlite')
    const have = encodePkt(`have ${'a'.repeat(40)}\n`)
    const many = (count: number) => Buffer.concat(Array.from({ length: count }, () => have))
    const start = Buffer.concat([encodePkt(`want ${'b'.repeat(40)} side-band-64k\n`), flushPkt])
    const cases: readonly (readonly [Uint8Array, Record<string, string>, number, string])[] = [
      [Buffer.from('GET / HTTP/1.1\r\n\r\n'), {}, 400, 'is not a valid pkt-line length'],
      [Buffer.from('ffff' + 'x'.repeat(70_000)), {}, 400, 'longer than 4096'],
      [Buffer.from('0008want'), v2, 400, 'does not end with a flush'],
      [encodePkt('command=upload\n'), v2, 400, 'does not end with a flush'],
      [Buffer.from('0003'), {}, 400, 'not a valid pkt-line length'],
      [Buffer.concat([start, many(320_000)]), {}, 400, 'more than 300000 lines'],
      [gzipSync(Buffer.concat([start, Buffer.alloc(18 * 1024 * 1024, have)])), { 'Content-Encoding': 'gzip' }, 400, 'more than'],
      [gzipSync(Buffer.alloc(18 * 1024 * 1024)), { 'Content-Encoding': 'gzip' }, 400, 'is not a valid pkt-line length'],
      [gzipSync(Buffer.concat([Buffer.from('fff0'), Buffer.alloc(18 * 1024 * 1024)])), { 'Content-Encoding': 'gzip' }, 400, 'longer than'],
    ]
    for (const [body, headers, status, message] of cases) {
      const answer = await post(world, Buffer.from(body), headers)
      expect([message, answer.status, answer.text]).toEqual([message, status, expect.stringContaining(message) as string])
    }
  })

  test('objects of another repo are not there, whatever is known of them', async () => {
    await using world = await openWorld('sqlite', 'private')
    await createRepo(world.server.hub, world.eve.actor, { type: 'model', name: 'own' })
    const main = await world.origin.git('rev-parse', 'main')
    const blob = await world.origin.git('rev-parse', 'main:README.md')
    for (const oid of [main, blob]) {
      const answer = await world.server.request('/eve/own.git/git-upload-pack', {
        method: 'POST',
        headers: v2,
        body: fetchOf(`want ${oid}`, 'done'),
        as: world.eve,
      })
      expect(await answer.text()).toContain(`ERR upload-pack: not our ref ${oid}`)
      const have = await world.server.request('/eve/own.git/git-upload-pack', {
        method: 'POST',
        headers: v2,
        body: fetchOf(`want ${await headOf(world, 'eve/own')}`, `have ${oid}`),
        as: world.eve,
      })
      expect(await have.text()).toBe('0014acknowledgments\n0008NAK\n0000')
    }
  })

  test('a clone that was kept is the same bytes, ends with the objects it holds, and never stands in for another', async () => {
    await using world = await openWorld('sqlite')
    const { server, ada, origin, repo } = world
    const ids = Array.from({ length: 6_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('hex'))
    await origin.feed(
      `commit refs/heads/long\ncommitter Ada <ada@example.org> 1800000000 +0000\ndata 1\nc\nM 100644 inline ids.txt\ndata ${ids.join('\n').length}\n${ids.join('\n')}\n`,
      'fast-import',
      '--quiet',
    )
    await importGit(server.hub, repo.id, origin.path)
    const long = await origin.git('rev-parse', 'long')
    const main = await origin.git('rev-parse', 'main')
    const ask = async (...lines: string[]): Promise<Buffer> => {
      const answer = await server.request('/ada/tides.git/git-upload-pack', {
        method: 'POST',
        headers: v2,
        body: fetchOf(...lines),
        as: ada,
      })
      return Buffer.from(await answer.arrayBuffer())
    }
    const first = await ask(`want ${long}`, 'no-progress', 'done')
    expect(first.length).toBeGreaterThan(200_000)
    const [second, third] = await Promise.all([ask(`want ${long}`, 'no-progress', 'done'), ask(`want ${long}`, 'no-progress', 'done')])
    expect([second?.equals(first), third?.equals(first)]).toEqual([true, true])
    const both = await ask(`want ${long}`, `want ${main}`, 'no-progress', 'done')
    const filtered = await ask(`want ${long}`, 'no-progress', 'filter blob:none', 'done')
    expect([both.length > first.length, filtered.length < 1_000]).toEqual([true, true])
    await server.hub.db.write((tx) =>
      tx.deleteFrom('git_object').where('repo_id', '=', repo.id).where('oid', '=', Buffer.from(long, 'hex')).execute(),
    )
    expect((await ask(`want ${long}`, 'no-progress', 'done')).toString()).toContain(`ERR upload-pack: not our ref ${long}`)
  })

  test('clients that break off, in the request or in the answer, leave nothing behind', async () => {
    await using world = await openWorld('sqlite')
    const main = await world.origin.git('rev-parse', 'main')
    const { port } = new URL(world.server.origin)
    for (let n = 0; n < 30; n++) {
      const socket = connect(Number(port), '127.0.0.1')
      const body = fetchOf(`want ${main}`, 'done')
      socket.write(
        `POST /ada/tides.git/git-upload-pack HTTP/1.1\r\nHost: x\r\nGit-Protocol: version=2\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(n % 2 === 0 ? body : body.subarray(0, 20))
      await new Promise((resolve) => (n % 2 === 0 ? socket.once('data', resolve) : setImmediate(resolve)))
      socket.destroy()
    }
    const held = Array.from({ length: 60 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.write('POST /ada/tides.git/git-upload-pack HTTP/1.1\r\nHost: x\r\nGit-Protocol: version=2\r\nContent-Length: 5000\r\n\r\n0011')
      return socket
    })
    // All turns are free although clients hold incomplete requests: send more requests at once than one caller may have turns.
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(world, fetchOf(`want ${main}`, 'done'), v2)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    for (const socket of held) socket.destroy()
  })
})

async function headOf(world: World, repo: string): Promise<string> {
  const info = await world.server.request(`/api/models/${repo}`)
  return ((await info.json()) as { sha: string }).sha
}
