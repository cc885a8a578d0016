import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { encodePointer, encodeTree, makeObject, objectBody, type Oid, type PushReport, type StoredObject } from '@portolan/git'
import { rawPack } from '@portolan/git/testing'
import { describe, expect, test } from 'vitest'
import { createOrg, createUser, loadActor, setMemberRole } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import { lostData } from '../../operations/garbage-collection/testing/lost-data.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { requireRepo, type WithContent } from '../../repository/access/index.ts'
import { listFiles, listRefs } from '../../repository/revisions/index.ts'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { receivePush, type ReceivePush } from './index.ts'
import { smallPush } from './push-limits.ts'

/* Pushes of more objects than the serving thread reads itself. */
const many = smallPush.objects + 100

interface World extends AsyncDisposable {
  readonly hub: TestHub
  readonly ada: UserActor
  readonly repo: WithContent
  readonly main: Oid
}

async function openWorld(database: Dialect): Promise<World> {
  const hub = await openTestHub({ database })
  const ada = await addUser(hub, 'ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  return { hub, ada, repo, main: await headOf(hub, repo, 'main'), [Symbol.asyncDispose]: () => hub.close() }
}

async function addUser(hub: TestHub, name: string): Promise<UserActor> {
  const actor = await loadActor(hub.db.read, (await createUser(hub, { name, password: null })).id, null)
  if (!actor) throw new Error(`no ${name}`)
  return actor
}

async function headOf(hub: TestHub, repo: WithContent, branch: string): Promise<Oid> {
  const found = (await listRefs(hub, repo)).branches.find(({ name }) => name === branch)
  if (!found) throw new Error(`no branch ${branch}`)
  return found.targetCommit as Oid
}

/** A commit of many small files, and those given. */
function commitOf(files: Record<string, string | Uint8Array> = {}, parents: readonly Oid[] = [], count = many) {
  const all = Object.entries({ ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`file-${i}.txt`, `file ${i}`])), ...files })
  const blobs = all.map(([name, content]) => ({ name, object: makeObject('blob', Buffer.from(content)) }))
  const tree = makeObject('tree', encodeTree(blobs.map(({ name, object }) => ({ mode: '100644', name, oid: object.oid }))))
  const lines = [
    `tree ${tree.oid}`,
    ...parents.map((oid) => `parent ${oid}`),
    'author a <a@b> 1 +0000',
    'committer a <a@b> 1 +0000',
    '',
    'x\n',
  ]
  const commit = makeObject('commit', Buffer.from(lines.join('\n')))
  return { oid: commit.oid, objects: [...blobs.map(({ object }) => object), tree, commit] }
}

async function push(
  { hub, ada, repo }: Pick<World, 'hub' | 'ada' | 'repo'>,
  objects: readonly StoredObject[],
  commands: ReceivePush['commands'],
  options: Partial<ReceivePush> = {},
): Promise<PushReport & { lines: string }> {
  const { pack } = rawPack(objects.map((object) => ({ type: object.type, body: objectBody(object) })))
  const lines: string[] = []
  const report = await receivePush(hub, ada, repo, {
    commands,
    isAtomic: false,
    isShallow: false,
    pack: Readable.from([pack]),
    report: (line) => lines.push(line),
    ...options,
  })
  return { ...report, lines: lines.join('\n') }
}

const objectsOf = ({ hub, repo }: World) => hub.db.read.selectFrom('git_object').select('oid').where('repo_id', '=', repo.id).execute()
async function storedBytes({ hub, repo }: World): Promise<number> {
  const rows = await hub.db.read.selectFrom('git_object').select('z').where('repo_id', '=', repo.id).execute()
  return rows.reduce((sum, { z }) => sum + z.length, 0)
}

async function countedBytes({ hub, repo }: World): Promise<number> {
  const row = await hub.db.read.selectFrom('repo_usage').select('git_bytes').where('repo_id', '=', repo.id).executeTakeFirst()
  return row?.git_bytes ?? 0
}
const leftFiles = ({ hub }: World) => readdirSync(join(hub.config.dataDir, 'quarantine'))

describe.for(databases)('large pushes on %s', (database) => {
  test('arrive whole: objects, files, facts, usage, large files', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo, main } = world
    const uncounted = (await storedBytes(world)) - (await countedBytes(world))
    const large = await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.from('a chart that counts as large')]))
    const card = '---\nlicense: mit\n---\n# Tides\n'
    const first = commitOf({ 'README.md': card, 'chart.bin': encodePointer(large) }, [main])
    const progress: number[] = []
    const onProgress: ReceivePush['onProgress'] = ({ done }) => progress.push(done)
    const report = await push(world, first.objects, [{ ref: 'refs/heads/main', from: main, to: first.oid }], { onProgress })
    expect(report).toEqual({ unpackProblem: null, results: [{ ref: 'refs/heads/main', problem: null }], lines: '' })
    const now = await requireRepo(hub, ada, 'model', 'ada/tides', 'content')
    expect([now.headOid, now.license, now.storageBytes > large.size]).toEqual([first.oid, 'mit', true])
    const files = await listFiles(hub, repo, first.oid)
    expect([files.length, files.find(({ path }) => path === 'chart.bin')?.lfs?.sha256]).toEqual([many + 2, large.sha256])
    expect(await lostData(hub)).toEqual([])
    expect((await storedBytes(world)) - (await countedBytes(world))).toBe(uncounted)
    expect([leftFiles(world), progress.length > 0]).toEqual([[], true])
  })

  test('few objects in a small pack, but large ones', async () => {
    await using world = await openWorld(database)
    const { hub, repo, main } = world
    const text = 'tide '.repeat(smallPush.inflatedBytes / 4)
    const { oid, objects } = commitOf({ 'long.txt': text }, [main], 1)
    const report = await push(world, objects, [{ ref: 'refs/heads/main', from: main, to: oid }])
    expect(report.results[0]?.problem).toBeNull()
    expect((await listFiles(hub, repo, oid)).map(({ path, size }) => [path, size])).toEqual([
      ['file-0.txt', 6],
      ['long.txt', text.length],
    ])
    // The same objects again, under another name.
    const again = await push(world, objects, [{ ref: 'refs/heads/again', from: null, to: oid }])
    expect([again.results[0]?.problem, await lostData(hub)]).toEqual([null, []])
  })

  test('that are refused leave nothing behind', async () => {
    await using world = await openWorld(database)
    const { hub, main } = world
    const before = await objectsOf(world)
    const pointer = encodePointer({ sha256: '7'.repeat(64), size: 12 })
    const cases: [Record<string, string | Uint8Array>, RegExp, string][] = [
      [{ 'a.bin': Buffer.of(1, 0, 2) }, /Binary files must be stored with Git LFS/, 'binary file, use Git LFS'],
      [{ 'a.csv': 'x'.repeat(10 * 1024 * 1024 + 1) }, /at most 10485760 bytes/, 'file too large, use Git LFS'],
      [{ 'm.safetensors': pointer }, /have not been uploaded to this repository/, 'large files are missing'],
      [{ 'README.md': '---\nlicense: [\n---\n' }, /^$/, 'invalid metadata in README.md'],
      [{ 'A.txt': 'a', 'a.txt': 'b' }, /treat these as the same file/, 'names differ only in case'],
    ]
    for (const [files, lines, reason] of cases) {
      const { oid, objects } = commitOf(files, [main])
      const report = await push(world, objects, [{ ref: 'refs/heads/main', from: main, to: oid }])
      expect([report.unpackProblem, report.lines, report.results[0]?.problem]).toEqual([
        null,
        expect.stringMatching(lines) as string,
        expect.stringContaining(reason) as string,
      ])
    }
    const incomplete = commitOf({}, [main])
    const short = await push(world, incomplete.objects.slice(1), [{ ref: 'refs/heads/x', from: null, to: incomplete.oid }])
    expect(short.results).toEqual([{ ref: 'refs/heads/x', problem: 'missing necessary objects' }])
    const damaged = Readable.from([Buffer.concat([rawPack([]).pack, Buffer.alloc(smallPush.packBytes)])])
    const broken = await push(world, [], [{ ref: 'refs/heads/x', from: null, to: incomplete.oid }], { pack: damaged })
    expect([broken.unpackProblem, broken.results[0]?.problem]).toEqual([expect.stringContaining('checksum') as string, 'unpacker error'])
    expect([await objectsOf(world), leftFiles(world), await lostData(hub)]).toEqual([before, [], []])
  })

  test('some refs of a push are refused: only what the others reach is stored', async () => {
    await using world = await openWorld(database)
    const { main } = world
    const before = (await objectsOf(world)).length
    const good = commitOf({ 'good.txt': 'good' }, [main])
    const bad = commitOf({ 'bad.txt': 'bad' }, [main])
    const blob = good.objects[0]?.oid as Oid
    const objects = new Map([...good.objects, ...bad.objects].map((object) => [object.oid, object]))
    const report = await push(
      world,
      [...objects.values()],
      [
        { ref: 'refs/heads/good', from: null, to: good.oid },
        { ref: 'refs/heads/blob', from: null, to: blob },
        { ref: 'refs/notes/x', from: null, to: bad.oid },
      ],
    )
    expect(report.results.map(({ problem }) => problem)).toEqual([
      null,
      'a branch must point to a commit',
      expect.stringContaining('are supported') as string,
    ])
    expect((await objectsOf(world)).length - before).toBe(good.objects.length)
  })

  test('the history of main: a writer builds on it, and does not overwrite it', async () => {
    await using world = await openWorld(database)
    const { hub, ada } = world
    const bob = await addUser(hub, 'bob')
    const org = await createOrg(hub, ada, { name: 'harbour', fullname: 'Harbour' })
    const owner = await loadActor(hub.db.read, ada.userId, null)
    if (!owner) throw new Error('no ada')
    await setMemberRole(hub, owner, org.name, 'bob', 'write')
    const repo = await createRepo(hub, owner, { type: 'model', name: 'charts', owner: 'harbour' })
    const writer = await loadActor(hub.db.read, bob.userId, null)
    if (!writer) throw new Error('no bob')
    const main = await headOf(hub, repo, 'main')
    const other = { hub, ada: writer, repo }
    const apart = commitOf()
    const refused = await push(other, apart.objects, [{ ref: 'refs/heads/main', from: main, to: apart.oid }])
    expect(refused.results[0]?.problem).toContain('only administrators of the repository can overwrite the history of main')
    const onTop = commitOf({}, [main])
    const done = await push(other, onTop.objects, [{ ref: 'refs/heads/main', from: main, to: onTop.oid }])
    expect(done.results[0]?.problem).toBeNull()
  })

  test('over the quota: refused', async () => {
    await using world = await openWorld(database)
    const { hub, ada, main } = world
    await hub.db.write((tx) => tx.updateTable('account').set({ storage_quota: 100 }).where('id', '=', ada.userId).execute())
    const { oid, objects } = commitOf({}, [main])
    const report = await push(world, objects, [{ ref: 'refs/heads/main', from: main, to: oid }])
    expect(report.results[0]?.problem).toBe('storage limit reached')
  })

  test('objects that are freed before the refs move are stored again', async () => {
    await using world = await openWorld(database)
    const { hub, ada, repo, main } = world
    const { oid, objects } = commitOf({}, [main])
    let freed = 0
    // What garbage collection does when it frees objects, between the last batch and the transaction that moves the ref.
    const watched = {
      ...hub,
      db: {
        ...hub.db,
        writeAside: async <T>(work: () => Promise<T>): Promise<T> => {
          const more = await hub.db.writeAside(work)
          if (more !== false) return more
          await hub.db.write(async (tx) => {
            const done = await tx.deleteFrom('git_object').where('repo_id', '=', repo.id).where('type', '=', 3).execute()
            freed = done.reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
            await tx.insertInto('gc_freed').values({ repo_id: repo.id, at: 1 }).execute()
          })
          return more
        },
      },
    }
    const report = await push({ hub: watched, ada, repo }, objects, [{ ref: 'refs/heads/new', from: null, to: oid }])
    expect(report.results[0]?.problem).toBeNull()
    expect(freed).toBeGreaterThanOrEqual(many)
    expect(await listFiles(hub, repo, oid)).toHaveLength(many)
    const ids = new Set((await objectsOf(world)).map((row) => Buffer.from(row.oid).toString('hex')))
    expect(objects.filter((object) => !ids.has(object.oid))).toEqual([])
  })

  test('whoever leaves ends the push, and others follow', async () => {
    await using world = await openWorld(database)
    const { main } = world
    const before = await objectsOf(world)
    const { oid, objects } = commitOf({ 'noise.txt': createHash('sha256').update('noise').digest('hex').repeat(20_000) }, [main])
    const commands = [{ ref: 'refs/heads/main', from: main, to: oid }]
    const leaving = new AbortController()
    const gone = new Error('gone')
    const pack = async function* () {
      yield rawPack(objects.map((object) => ({ type: object.type, body: objectBody(object) }))).pack
      leaving.abort(gone)
    }
    const left = push(world, [], commands, { pack: { [Symbol.asyncIterator]: pack }, signal: leaving.signal })
    await expect(left).rejects.toBe(gone)
    expect([await objectsOf(world), leftFiles(world)]).toEqual([before, []])
    expect((await push(world, objects, commands)).results[0]?.problem).toBeNull()
  })
})

test('a hub that closes ends pushes that are read in threads', async () => {
  const world = await openWorld('sqlite')
  const { hub, main } = world
  const { oid, objects } = commitOf({}, [main])
  const [storing, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const writeAside = async <T>(work: () => Promise<T>): Promise<T> => {
    storing.resolve()
    await closed.promise
    return work()
  }
  const pushed = push({ ...world, hub: { ...hub, db: { ...hub.db, writeAside } } }, objects, [
    { ref: 'refs/heads/main', from: main, to: oid },
  ])
  await storing.promise
  await hub.close()
  closed.resolve()
  await expect(pushed).rejects.toMatchObject({ code: 'hub.busy' })
})
