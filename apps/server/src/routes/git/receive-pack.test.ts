import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { encodePkt, encodePointer, objectOid } from '@portolan/git'
import { copyOf, rawDelta, type RawEntry, rawPack } from '@portolan/git/testing'
import {
  changeStatus,
  createAccessToken,
  createCommit,
  createOrg,
  createRepo,
  listCommits,
  listEvents,
  listRefs,
  loadActor,
  openDiscussion,
  openFile,
  requireDiscussion,
  requireRepo,
  setMemberRole,
} from '@portolan/hub'
import { createPageHub } from '@portolan/pages'
import { databases } from '@portolan/hub/testing'
import { describe, expect, test } from 'vitest'
import { gitUrl } from '../../testing/git-client.ts'
import { batchOf, sha256Of } from '../../testing/lfs-upload.ts'
import type { TestServer, TestUser } from '../../testing/open-test-server.ts'
import { type GitWorld, openGitWorld } from '../../testing/repo-world.ts'

const current = ({ server, ada }: GitWorld) => requireRepo(server.hub, ada.actor, 'model', 'ada/tides', 'content')

async function textAt(world: GitWorld, path: string, revision = 'main'): Promise<string> {
  const file = await openFile(world.server.hub, world.ada.actor, world.repo, revision, path)
  return (await buffer(await file.read())).toString()
}

async function refNames({ server, repo }: GitWorld): Promise<string[]> {
  const { branches, tags, converts } = await listRefs(server.hub, repo)
  return [...branches, ...tags, ...converts].map(({ ref }) => ref).sort()
}

describe.for(databases)('git push on %s', (database) => {
  test('a history arrives: files, facts, tags, commits', async () => {
    await using world = await openGitWorld(database)
    const { client, server } = world
    await client.commit({ 'README.md': '---\nlicense: mit\ntags: [harbour]\n---\n# Tides\n', 'src/a.py': 'print(1)\n' })
    const head = await client.commit({ 'src/a.py': 'print(2)\n', 'src/deep/er/b.txt': 'b' })
    await client.git('tag', '-a', 'v1', '-m', 'one')
    const pushed = await client.try('push', '--force', '--follow-tags', 'origin', 'main')
    expect([pushed.status, pushed.output]).toEqual([0, expect.stringContaining('main -> main (forced update)') as string])
    expect(await textAt(world, 'src/a.py')).toBe('print(2)\n')
    expect(await textAt(world, 'src/deep/er/b.txt', 'v1')).toBe('b')
    const repo = await current(world)
    expect([repo.headOid, repo.license, repo.tags]).toEqual([head, 'mit', expect.arrayContaining(['license:mit', 'harbour'])])
    // The pages read from the same rows.
    const pages = createPageHub(server.hub, world.ada.actor, {
      origin: server.origin,
      sessionToken: null,
      sessionExpiresAt: null,
      requestId: 'x',
      userAgent: null,
      callerAddress: '127.0.0.1',
    })
    const page = await pages.card('model', 'ada/tides')
    expect([page.commitOid, page.cardHtml]).toEqual([head, expect.stringContaining('Tides') as string])
    const listing = await pages.listing('model', new URLSearchParams('license=mit'))
    expect(JSON.stringify(listing)).toContain('ada/tides')
    const { commits, total } = await listCommits(server.hub, repo, head, { page: 0, limit: 10 })
    expect([total, commits.map(({ title, authorName }) => [title, authorName])]).toEqual([
      2,
      [
        ['Change files', 'Ada'],
        ['Change files', 'Ada'],
      ],
    ])
  })

  test('branches and tags are made, moved and deleted', async () => {
    await using world = await openGitWorld(database)
    const { client } = world
    await client.git('fetch', '-q', 'origin').catch(() => {})
    const first = await client.commit({ 'a.txt': 'one' })
    await client.git('push', '-q', 'origin', 'HEAD:refs/heads/feat/x', 'HEAD:refs/tags/v1', 'HEAD:refs/convert/parquet')
    expect(await refNames(world)).toEqual(['refs/convert/parquet', 'refs/heads/feat/x', 'refs/heads/main', 'refs/tags/v1'])
    await client.commit({ 'a.txt': 'two' })
    await client.git('push', '-q', 'origin', 'HEAD:refs/heads/feat/x')
    expect(await textAt(world, 'a.txt', 'feat/x')).toBe('two')
    // A non-fast-forward push succeeds only with force.
    await client.git('checkout', '-q', first)
    await client.commit({ 'a.txt': 'three' })
    const refused = await client.try('push', 'origin', 'HEAD:refs/heads/feat/x')
    expect([refused.status, refused.output]).toEqual([1, expect.stringContaining('rejected') as string])
    await client.git('push', '-q', '--force', 'origin', 'HEAD:refs/heads/feat/x', 'HEAD:refs/tags/v1')
    expect(await textAt(world, 'a.txt', 'v1')).toBe('three')
    await client.git('push', '-q', 'origin', '--delete', 'feat/x', 'v1', 'refs/convert/parquet')
    expect(await refNames(world)).toEqual(['refs/heads/main'])
    const main = await client.try('push', 'origin', '--delete', 'main')
    expect(main.output).toContain('main is the default branch and cannot be deleted')
  })

  test('an atomic push moves everything or nothing', async () => {
    await using world = await openGitWorld(database)
    const { client, server, repo } = world
    await client.commit({ 'a.txt': 'one' })
    const before = await countObjects(world)
    const atomic = await client.try('push', '--atomic', 'origin', 'HEAD:refs/heads/good', 'HEAD:refs/notes/bad')
    expect([atomic.status, atomic.output]).toEqual([1, expect.stringContaining('atomic push failed') as string])
    expect([await refNames(world), await countObjects(world)]).toEqual([['refs/heads/main'], before])
    const apart = await client.try('push', 'origin', 'HEAD:refs/heads/good', 'HEAD:refs/notes/bad')
    expect([apart.status, apart.output]).toEqual([1, expect.stringMatching(/new branch[^]*are supported/) as string])
    expect(await refNames(world)).toEqual(['refs/heads/good', 'refs/heads/main'])
    expect((await listRefs(server.hub, repo)).branches).toHaveLength(2)
  })

  test('the author of a pull request pushes to it, and to nothing else', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, bob, repo } = world
    const { hub } = server
    const pullRequest = { baseRef: 'refs/heads/main', isDraft: true }
    await openDiscussion(hub, bob.actor, repo, { title: 'Mend the tides', description: '', pullRequest })
    await openDiscussion(hub, ada.actor, repo, { title: 'Another', description: '', pullRequest })
    const url = gitUrl(server.origin, 'ada/tides', bob.token)
    await client.git('fetch', '-q', url, 'refs/pr/1:pr/1')
    await client.git('checkout', '-q', 'pr/1')
    const first = await client.commit({ 'a.txt': 'one' })
    const second = await client.commit({ 'a.txt': 'two' })
    expect((await client.try('push', url, 'pr/1:refs/pr/1')).status).toBe(0)
    const events = await listEvents(hub, repo, await requireDiscussion(hub.db.read, repo, 1))
    expect(events.filter(({ type }) => type === 'commit').map(({ data, author }) => [data['oid'], author?.name])).toEqual([
      [first, 'bob'],
      [second, 'bob'],
    ])
    for (const ref of ['refs/heads/main', 'refs/heads/x', 'refs/pr/2', 'refs/tags/v1']) {
      const { status, output } = await client.try('push', url, `HEAD:${ref}`)
      expect([ref, status, output]).toEqual([ref, 1, expect.stringMatching(/do not have write access|only its author/) as string])
    }
    await changeStatus(hub, bob.actor, repo, 1, { status: 'closed' })
    await client.commit({ 'a.txt': 'three' })
    expect((await client.try('push', url, 'pr/1:refs/pr/1')).output).toContain('403')
  })

  test('a push and a commit of the API at the same time: one wins, the other learns of it', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, repo } = world
    await client.commit({ 'a.txt': 'one' })
    await client.git('push', '-q', '--force', 'origin', 'main')
    await client.commit({ 'a.txt': 'two' })
    await createCommit(server.hub, ada.actor, repo, {
      revision: 'main',
      summary: 'From the API',
      operations: [{ kind: 'file', path: 'b.txt', content: Buffer.from('b') }],
    })
    const late = await client.try('push', 'origin', 'main')
    expect([late.status, late.output]).toEqual([1, expect.stringMatching(/fetch first|rejected/) as string])
    expect(await textAt(world, 'a.txt')).toBe('one')
    // A hand-written request with the ref's old value, as from a client that fetched earlier: the compare-and-set rejects it.
    const stale = await push(world, {
      ref: 'refs/heads/main',
      from: await client.git('rev-parse', 'HEAD~1'),
      to: await client.git('rev-parse', 'HEAD'),
    })
    expect(stale).toContain('ng refs/heads/main it has changed since you fetched; fetch first')
  })
})

/* Cases that do not depend on the database run on one. */
describe('git push', () => {
  const database = 'sqlite'
  test('names of refs: other folders, broken names, names in the way of each other', async () => {
    await using world = await openGitWorld(database)
    const { client } = world
    await client.commit({ 'a.txt': 'one' })
    for (const [ref, words] of [
      ['refs/notes/commits', 'only refs/heads/…, refs/tags/…, refs/convert/…, and refs/pr/<number> are supported'],
      ['refs/changes/1', 'are supported'],
      ['refs/pr/7', 'there is no such pull request'],
      ['refs/pr/x', 'are supported'],
      [`refs/heads/${'a'.repeat(40)}`, 'cannot look like a commit ID'],
      ['refs/heads/main/below', 'cannot exist because refs/heads/main exists'],
    ] as const) {
      const { status, output } = await client.try('push', 'origin', `HEAD:${ref}`)
      expect([ref, status, output]).toEqual([ref, 1, expect.stringContaining(words) as string])
    }
    expect(await refNames(world)).toEqual(['refs/heads/main'])
  })

  test('who may push, and how much', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, bob } = world
    await client.commit({ 'a.txt': 'one' })
    const url = (token?: string) => gitUrl(server.origin, 'ada/tides', token)
    expect((await client.try('push', url(), 'main')).output).toContain('terminal prompts disabled')
    expect((await client.try('push', url('hf_notAToken'), 'main')).output).toContain('Authentication failed')
    const stranger = await client.try('push', url(bob.token), 'HEAD:refs/heads/x')
    expect(stranger.output).toMatch(/You do not have permission to write to ada\/tides[^]*403/)
    const { token } = await createAccessToken(server.hub, ada.actor, { name: 'r', role: 'read' })
    expect((await client.try('push', url(token), 'HEAD:refs/heads/x')).output).toMatch(/403/)
    await createRepo(server.hub, ada.actor, { type: 'model', name: 'other' })
    const scoped = async (name: string) =>
      createAccessToken(server.hub, ada.actor, {
        name,
        role: 'fineGrained',
        scopes: [{ entity: { type: 'model', name }, permissions: ['repo.write'] }],
      })
    expect((await client.try('push', url((await scoped('ada/other')).token), 'HEAD:refs/heads/x')).output).toMatch(/403/)
    expect((await client.try('push', url((await scoped('ada/tides')).token), 'HEAD:refs/heads/x')).status).toBe(0)
    expect(await refNames(world)).toEqual(['refs/heads/main', 'refs/heads/x'])
  })

  test('a writer who does not administer the repo does not overwrite the history of main', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, bob } = world
    const org = await createOrg(server.hub, ada.actor, { name: 'harbour', fullname: 'Harbour' })
    const owner = await loadActor(server.hub.db.read, ada.actor.userId, null)
    if (!owner) throw new Error('no actor')
    await setMemberRole(server.hub, owner, org.name, 'bob', 'write')
    await createRepo(server.hub, owner, { type: 'dataset', name: 'charts', owner: 'harbour' })
    const url = gitUrl(server.origin, 'datasets/harbour/charts', bob.token)
    await client.commit({ 'a.txt': 'one' })
    const forced = await client.try('push', '--force', url, 'main')
    expect(forced.output).toContain('only administrators of the repository can overwrite the history of main')
    expect((await client.try('push', '--force', url, 'main:other')).status).toBe(0)
    expect((await client.try('push', '--force', gitUrl(server.origin, 'datasets/harbour/charts', ada.token), 'main')).status).toBe(0)
    await client.commit({ 'a.txt': 'two' })
    expect((await client.try('push', url, 'main')).status).toBe(0)
  })

  test('the rules of API commits: size, binary files, large files, card, names', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, repo } = world
    const cases: [string, Record<string, string | Uint8Array>, RegExp][] = [
      [
        'big',
        { 'data/big.csv': 'x'.repeat(10 * 1024 * 1024 + 1) },
        /data\/big\.csv \(10485761 bytes\)[^]*git lfs migrate import --include=data\/big\.csv[^]*file too large, use Git LFS/,
      ],
      [
        'binary',
        { 'a b.bin': Buffer.from([1, 2, 3, 0, 4]) },
        /Binary files must be stored with Git LFS[^]*a b\.bin[^]*--include='a b\.bin'/,
      ],
      [
        'pointer',
        { 'model.safetensors': pointer('7'.repeat(64), 12) },
        /model\.safetensors \(sha256 7{64}\)[^]*git lfs push --all[^]*large files are missing/,
      ],
      ['card', { 'README.md': '---\nlicense: [\n---\n' }, /invalid metadata in README\.md/],
      ['case', { 'Read.txt': 'a', 'read.txt': 'b' }, /"Read\.txt" and "read\.txt"[^]*names differ only in case/],
      ['control', { 'a\u0001b': 'a' }, /A path has no control characters[^]*path not allowed/],
      ['deep', Object.fromEntries([[`${'d/'.repeat(300)}x`, 'deep']]), /folders too deep/],
      ['long', Object.fromEntries([[`${`${'n'.repeat(200)}/`.repeat(5)}x`, 'long']]), /path too long/],
    ]
    const before = await countObjects(world)
    for (const [branch, files, words] of cases) {
      await client.git('checkout', '-q', '--orphan', branch)
      await client.git('rm', '-rqf', '--ignore-unmatch', '.')
      await client.commit(files)
      // A later commit that removes the file does not help, since the earlier one can still be downloaded.
      if (branch !== 'card') await client.commit(Object.fromEntries(Object.keys(files).map((name) => [name.split('/')[0] ?? '', null])))
      const { status, output } = await client.try('push', 'origin', branch)
      expect([branch, status, output.replaceAll('remote: ', '')]).toEqual([branch, 1, expect.stringMatching(words) as string])
    }
    expect([await refNames(world), await countObjects(world)]).toEqual([['refs/heads/main'], before])
    // Once its content is uploaded, the pointer is accepted and resolves to the content.
    const chart = Buffer.from('a chart that counts as large')
    await uploadLarge(server, 'ada/tides', chart, ada)
    await client.git('checkout', '-q', '--orphan', 'large')
    await client.git('rm', '-rqf', '--ignore-unmatch', '.')
    await client.commit({ 'chart.bin': pointer(sha256Of(chart), chart.length), 'wrong.bin': pointer(sha256Of(chart), 5) })
    expect((await client.try('push', 'origin', 'large')).output).toContain(`the pointer says 5 bytes, but the file has ${chart.length}`)
    await client.git('rm', '-q', 'wrong.bin')
    await client.git('commit', '-q', '--amend', '-m', 'Large')
    await client.git('push', '-q', 'origin', 'large')
    expect(await textAt(world, 'chart.bin', 'large')).toBe(chart.toString())
    const row = await server.hub.db.read
      .selectFrom('repo_lfs')
      .select('pending_user')
      .where('repo_id', '=', repo.id)
      .executeTakeFirstOrThrow()
    expect(row.pending_user).toBeNull()
  })

  test('names that stood together before may stay: the API takes them', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada, repo } = world
    const file = (path: string) => ({ kind: 'file', path, content: Buffer.from(path) }) as const
    await createCommit(server.hub, ada.actor, repo, {
      revision: 'main',
      summary: 'Letters',
      operations: [file('letters/a.txt'), file('letters/A.txt')],
    })
    await client.git('pull', '-q', 'origin', 'main')
    await client.commit({ 'letters/c.txt': 'c' })
    expect((await client.try('push', 'origin', 'main')).status).toBe(0)
    await client.commit({ 'letters/C.txt': 'C' })
    expect((await client.try('push', 'origin', 'main')).output).toContain('"letters/C.txt" and "letters/c.txt"')
    expect(await textAt(world, 'letters/A.txt')).toBe('letters/A.txt')
  })

  test('hostile packs: clear words, and nothing is written', async () => {
    await using world = await openGitWorld(database)
    const before = await countObjects(world)
    const blob = { type: 'blob', body: Buffer.from('x') } as const
    const blobOid = objectOid('blob', blob.body)
    const withTree = (...items: [mode: string, name: string, oid?: string][]): { to: string; pack: Buffer } => {
      const tree = Buffer.concat(
        items.flatMap(([mode, name, oid = blobOid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]),
      )
      return withRoot(tree, blob)
    }
    const withRoot = (tree: Buffer, ...others: RawEntry[]): { to: string; pack: Buffer } => {
      const commit = Buffer.from(`tree ${objectOid('tree', tree)}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`)
      return {
        to: objectOid('commit', commit),
        pack: rawPack([...others, { type: 'tree', body: tree }, { type: 'commit', body: commit }]).pack,
      }
    }
    const nested = deepTree(5_000)
    const bomb = treeBomb()
    const cases: [string, { to: string; pack: Buffer }, RegExp][] = [
      ['no pack', { to: blobOid, pack: Buffer.alloc(0) }, /unpack no pack was sent/],
      ['nonsense', { to: blobOid, pack: Buffer.from('PACK nonsense that goes on for a while') }, /unpack the pack has unknown version/],
      ['.git', withTree(['100644', '.git']), /ng refs\/heads\/x object fails fsck: hasDotgit/],
      ['..', withTree(['100644', '..']), /hasDotdot/],
      ['a slash', withTree(['100644', 'a/b']), /fullPathname/],
      ['git~1', withTree(['100644', 'GIT~1']), /hasDotgit/],
      ['a padded mode', withTree(['0100644', 'a']), /zeroPaddedFilemode/],
      ['names that differ in case', withTree(['100644', 'A'], ['100644', 'a']), /names differ only in case/],
      ['a missing blob', withTree(['100644', 'a', 'e'.repeat(40)]), /missing necessary objects/],
      ['a file that is a folder', withTree(['40000', 'a']), /broken links/],
      ['a folder that holds itself', withTree(['40000', 'a', 'd'.repeat(40)]), /missing necessary objects/],
      ['folders 5,000 deep', withRoot(nested.root, ...nested.entries), /folders too deep/],
      ['more paths than atoms', withRoot(bomb.root, ...bomb.entries), /too many files/],
      ['a branch at a blob', { to: blobOid, pack: rawPack([blob]).pack }, /a branch must point to a commit/],
      ['a commit that is not there', { to: 'c'.repeat(40), pack: rawPack([blob]).pack }, /missing necessary objects/],
      [
        'a commit without a tree',
        { to: objectOid('commit', Buffer.from('x\n')), pack: rawPack([{ type: 'commit', body: Buffer.from('x\n') }]).pack },
        /missingTree/,
      ],
      [
        'a delta bomb',
        { to: blobOid, pack: rawPack([blob, { type: 'ref-delta', base: blobOid, body: rawDelta(1, 2 ** 40, copyOf(0, 1)) }]).pack },
        /unpacks to more than|at most/,
      ],
    ]
    for (const [what, { to, pack }, words] of cases) {
      const report = await push(world, { ref: 'refs/heads/x', from: null, to, pack })
      expect([what, report]).toEqual([what, expect.stringMatching(words) as string])
      expect(report).toContain('ng refs/heads/x')
    }
    expect([await refNames(world), await countObjects(world)]).toEqual([['refs/heads/main'], before])
    expect(await readdir(join(world.server.hub.config.dataDir, 'quarantine'))).toEqual([])
  })

  test('hostile requests', async () => {
    await using world = await openGitWorld(database)
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text
    const zero = '0'.repeat(40)
    const one = '1'.repeat(40)
    const cases: [string, string | Uint8Array, number, RegExp][] = [
      ['asking whether one would be let in', '0000', 200, /^$/],
      ['an oversized line', 'ffff', 400, /pkt-line/],
      ['no length', 'zzzz', 400, /not a valid pkt-line length/],
      ['a cut line', `00ff${zero}`, 400, /ends in the middle/],
      ['no command', `${line('hello\n')}0000`, 400, /not a valid push command/],
      [
        'the same ref twice',
        `${line(`${zero} ${one} refs/heads/a\0report-status\n`)}${line(`${zero} ${one} refs/heads/a\n`)}0000`,
        400,
        /appears twice/,
      ],
      ['sha-256', `${line(`${zero} ${one} refs/heads/a\0report-status object-format=sha256\n`)}0000`, 400, /only SHA-1 repositories/],
      ['a signed push', `${line('push-cert\0report-status\n')}0000`, 400, /signed pushes/],
    ]
    for (const [what, body, status, words] of cases) {
      const answer = await post(world, body)
      expect([what, answer.status, await answer.text()]).toEqual([what, status, expect.stringMatching(words) as string])
    }
    const text = await world.server.request('/ada/tides.git/git-receive-pack', { method: 'POST', body: '0000', as: world.ada })
    expect(text.status).toBe(400)
  })

  test('a push that is cut off leaves nothing', async () => {
    await using world = await openGitWorld(database)
    const { client, server } = world
    const before = await countObjects(world)
    await client.commit({ 'a.txt': Array.from({ length: 200_000 }, (_, i) => String(i * 2_654_435_761)).join('\n') })
    const to = await client.git('rev-parse', 'HEAD')
    const pack = await client.feed(`${to}\n`, 'pack-objects', '--revs', '--stdout', '-q')
    const head = commands({ ref: 'refs/heads/x', from: null, to })
    const { hostname, port } = new URL(server.origin)
    for (const sent of [10, pack.length - 30]) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      const auth = Buffer.from(`ada:${world.ada.token}`).toString('base64')
      socket.write(
        `POST /ada/tides.git/git-receive-pack HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Basic ${auth}\r\n` +
          `Content-Type: application/x-git-receive-pack-request\r\nContent-Length: ${head.length + pack.length}\r\n\r\n`,
      )
      socket.write(Buffer.concat([head, pack.subarray(0, sent)]))
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.destroy()
      await once(socket, 'close')
    }
    // The same pack, complete: if the aborted pushes had left a trace of the ref, this would be rejected.
    expect([await refNames(world), await countObjects(world)]).toEqual([['refs/heads/main'], before])
    expect(await push(world, { ref: 'refs/heads/x', from: null, to, pack })).toContain('ok refs/heads/x')
  })

  test('whoever leaves before a large push is stored ends it', async () => {
    await using world = await openGitWorld(database)
    const { client, server, ada } = world
    const before = await countObjects(world)
    const to = await client.commit(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`file-${i}.txt`, `file ${i}`])))
    const pack = await client.feed(`${to}\n`, 'pack-objects', '--revs', '--stdout', '-q')
    const request = { ref: 'refs/heads/x', from: null, to, pack }
    const [gate, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const running = Promise.withResolvers<{ readonly holding: Promise<void> }>()
    const onJob = (event: unknown) => {
      const { pool, kind } = event as { pool: string; kind: string }
      // As long as another write holds the database, the push cannot be stored.
      if (pool === 'pushes' && kind === 'run') running.resolve({ holding: server.hub.db.write(() => gate.promise) })
      if (pool === 'pushes' && (kind === 'done' || kind === 'failed')) ended.resolve()
    }
    subscribe('portolan:job', onJob)
    const leaving = new AbortController()
    const headers = { 'Content-Type': 'application/x-git-receive-pack-request' }
    const body = Buffer.concat([commands(request), pack])
    const { signal } = leaving
    const left = server.request('/ada/tides.git/git-receive-pack', { method: 'POST', body, headers, as: ada, signal }).catch(() => null)
    const { holding } = await running.promise
    leaving.abort()
    await left
    await ended.promise
    unsubscribe('portolan:job', onJob)
    gate.resolve()
    await holding
    expect([await refNames(world), await countObjects(world)]).toEqual([['refs/heads/main'], before])
    expect(await push(world, request)).toContain('ok refs/heads/x')
  })

  test('push options, dry runs, and a push of nothing', async () => {
    await using world = await openGitWorld(database)
    const { client } = world
    await client.commit({ 'a.txt': 'one' })
    expect((await client.try('push', '--dry-run', 'origin', 'HEAD:refs/heads/x')).status).toBe(0)
    expect(await refNames(world)).toEqual(['refs/heads/main'])
    const optional = await client.try('push', '-o', 'ci.skip', 'origin', 'HEAD:refs/heads/x')
    expect([optional.status, optional.output]).toEqual([0, expect.stringContaining('push option "ci.skip" is not supported') as string])
    expect((await client.try('push', 'origin', 'HEAD:refs/heads/x')).output).toContain('Everything up-to-date')
    // A second branch at the same commit: the pack is empty.
    expect((await client.try('push', 'origin', 'HEAD:refs/heads/y')).status).toBe(0)
    expect(await refNames(world)).toEqual(['refs/heads/main', 'refs/heads/x', 'refs/heads/y'])
  })
})

interface HandPush {
  readonly ref: string
  readonly from: string | null
  readonly to: string
  readonly pack?: Buffer
}

function commands({ ref, from, to }: HandPush): Buffer {
  return Buffer.concat([encodePkt(`${from ?? '0'.repeat(40)} ${to} ${ref}\0report-status\n`), Buffer.from('0000')])
}

/** Sends a handcrafted push that no client would send. @returns the report */
async function push(world: GitWorld, request: HandPush): Promise<string> {
  const answer = await post(world, Buffer.concat([commands(request), request.pack ?? rawPack([]).pack]))
  expect(answer.status).toBe(200)
  return answer.text()
}

function post({ server, ada }: GitWorld, body: string | Uint8Array): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-git-receive-pack-request' }
  return server.request('/ada/tides.git/git-receive-pack', { method: 'POST', body: Buffer.from(body), headers, as: ada })
}

async function countObjects({ server }: GitWorld): Promise<number> {
  const { n } = await server.hub.db.read
    .selectFrom('git_object')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

function pointer(sha256: string, size: number): string {
  return encodePointer({ sha256, size }).toString()
}

async function uploadLarge(server: TestServer, repo: string, bytes: Buffer, as: TestUser): Promise<void> {
  const { actions } = await batchOf(server, repo, bytes, { as })
  expect((await server.request(actions?.upload?.href ?? '', { method: 'PUT', body: bytes })).status).toBe(200)
}

/** Nested folders of the given depth. */
function deepTree(depth: number): { root: Buffer; entries: RawEntry[] } {
  const entries: RawEntry[] = [{ type: 'blob', body: Buffer.from('x') }]
  let tree = Buffer.concat([Buffer.from('100644 x\0'), Buffer.from(objectOid('blob', Buffer.from('x')), 'hex')])
  for (let i = 0; i < depth; i++) {
    entries.push({ type: 'tree', body: tree })
    tree = Buffer.concat([Buffer.from('40000 d\0'), Buffer.from(objectOid('tree', tree), 'hex')])
  }
  return { root: tree, entries }
}

/** Each folder contains the one below it ten times: a few kilobytes, 10^40 paths. */
function treeBomb(): { root: Buffer; entries: RawEntry[] } {
  const entries: RawEntry[] = [{ type: 'blob', body: Buffer.from('x') }]
  let item = { mode: '100644', oid: objectOid('blob', Buffer.from('x')) }
  let tree: Buffer = Buffer.alloc(0)
  for (let i = 0; i < 40; i++) {
    tree = Buffer.concat([...'0123456789'].flatMap((name) => [Buffer.from(`${item.mode} ${name}\0`), Buffer.from(item.oid, 'hex')]))
    if (i < 39) entries.push({ type: 'tree', body: tree })
    item = { mode: '40000', oid: objectOid('tree', tree) }
  }
  return { root: tree, entries }
}
