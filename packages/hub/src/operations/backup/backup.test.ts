import { createHash } from 'node:crypto'
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { oidToBytes, toOid } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { createAccessToken, createUser, loadActor } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { collectGarbage } from '../garbage-collection/index.ts'
import { createCommit } from '../../changes/commits/index.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import { openFile } from '../../changes/files/index.ts'
import type { Hub } from '../../hub.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { createRepo, deleteRepo } from '../../repository/repos/index.ts'
import { findRepo, requireRepo, type WithContent } from '../../repository/access/index.ts'
import { createBranch, createTag } from '../../repository/revisions/index.ts'
import { listRepos } from '../../repository/search/index.ts'
import { openTestBucket, testS3Url } from '../../testing/test-bucket.ts'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import { listBackups, restoreBackup } from './restore-backup.ts'
import { makeBackup } from './make-backup.ts'
import { moveStorage } from './move-storage.ts'
import { openBackupBucket, openFolder } from './place.ts'
import { verifyStorage } from './verify.ts'
import { flipped } from './testing/flipped.ts'
import { tempFolder } from './testing/temp-folder.ts'

const chart = Buffer.alloc(200_000, 'a chart that counts as large, ')
const chartSha = createHash('sha256').update(chart).digest('hex')
/** From each engine to the same and to the other. */
const pairs = databases.flatMap((from) => databases.map((to): [Dialect, Dialect] => [from, to]))

describe.for(pairs)('a backup of %s restored to %s', ([from, to]) => {
  test('is the hub again: rows, files, search, tokens, ids that go on', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database: from })
    const { ada, repo } = await fill(hub)
    await using place = await openPlace(folder.path)
    const made = await makeBackup(hub, place)
    expect(made.blobs).toMatchObject({ copied: 2, kept: 0, missing: [] })
    await using back = await openTestHub({ database: to })
    const restored = await restoreBackup(back, place)
    expect(restored).toMatchObject({ name: made.name, blobs: { copied: 2, missing: [] } })
    expect(restored.rows).toBe(made.manifest.tables.reduce((sum, { rows }) => sum + rows, 0))
    expect((await verifyStorage(back)).damages).toEqual([])
    const found = await findRepo(back, ada, 'model', 'ada/tides')
    expect(found?.repo).toEqual(repo)
    const file = await openFile(back, ada, repo, 'v1', 'chart.bin')
    expect(Buffer.concat(await (await file.read()).toArray()).equals(chart)).toBe(true)
    // Indexes that are not part of the backup.
    const { repos } = await listRepos(back, ada, { type: 'model', search: ['tide'], sort: 'created', limit: 10 })
    expect(repos.map(({ fullName }) => fullName)).toEqual(['ada/tides'])
    // New rows do not collide with old ones.
    const bob = await createUser(back, { name: 'bob', password: null })
    expect(bob.id).toBeGreaterThan(ada.userId)
    expect((await createRepo(back, ada, { type: 'dataset', name: 'more' })).id).toBeGreaterThan(repo.id)
    await createCommit(back, ada, repo, {
      revision: 'main',
      summary: 'x',
      operations: [{ kind: 'file', path: 'b', content: Buffer.from('b') }],
    })
    expect((await verifyStorage(back)).damages).toEqual([])
    await expect(restoreBackup(back, place)).rejects.toMatchObject({ code: 'storage.not_empty' })
  })

  test('gives no row id again that the hub had given', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database: from })
    const { ada } = await fill(hub)
    const gone = await createRepo(hub, ada, { type: 'dataset', name: 'gone' })
    await deleteRepo(hub, ada, gone)
    await collectGarbage(hub)
    hub.tick(8 * 86_400_000)
    await collectGarbage(hub)
    expect(await hub.db.read.selectFrom('repo').select('id').where('id', '>=', gone.id).execute()).toEqual([])
    await using place = await openPlace(folder.path)
    await makeBackup(hub, place)
    await using restored = await openTestHub({ database: to })
    await restoreBackup(restored, place)
    await using moved = await openTestHub({ database: to })
    await moveStorage(hub, moved)
    for (const each of [restored, moved])
      expect((await createRepo(each, ada, { type: 'dataset', name: 'next' })).id).toBeGreaterThan(gone.id)
  })
})

describe.for(databases)('backups of %s', (database) => {
  test('are readable, and a second one copies only what is new', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { ada, repo } = await fill(hub)
    await using place = await openPlace(folder.path)
    const first = await makeBackup(hub, place)
    const lines = gunzipSync(await readFile(join(folder.path, 'backups', first.name, 'tables/repo.ndjson.gz')))
      .toString()
      .trim()
      .split('\n')
    expect(lines).toHaveLength(2)
    expect(JSON.parse(lines[0] ?? '')).toContain('owner')
    expect(JSON.parse(lines[1] ?? '')).toContain('tides')
    await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.from('one more')]))
    hub.tick(1000)
    const second = await makeBackup(hub, place)
    expect(second.blobs).toMatchObject({ copied: 1, kept: 2 })
    expect((await listBackups(place)).map(({ name }) => name)).toEqual([first.name, second.name])
  })

  test('made while others write are whole: what they name is in them', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { ada, repo } = await fill(hub)
    await using place = await openPlace(folder.path)
    let writing = true
    const write = async (branch: string) => {
      for (let i = 0; writing && i < 40; i++) {
        const content = Buffer.from(`content ${branch} ${i}`)
        const { sha256, size } = await storeInlineLarge(hub, ada, repo, Readable.from([content]))
        await createCommit(hub, ada, repo, {
          revision: branch,
          summary: 'x',
          operations: [{ kind: 'lfs', path: `${i}.bin`, sha256, size }],
        })
      }
    }
    await createBranch(hub, ada, repo, { name: 'two' })
    const writers = [write('main'), write('two')]
    const backups: string[] = []
    for (let i = 0; i < 2; i++) {
      hub.tick(1000)
      backups.push((await makeBackup(hub, place)).name)
    }
    writing = false
    await Promise.all(writers)
    for (const name of backups) {
      await using back = await openTestHub({ database })
      expect((await restoreBackup(back, place, name)).blobs.missing).toEqual([])
      expect((await verifyStorage(back)).damages).toEqual([])
    }
  })

  test('during which another process takes over, because a clock was set, are not finished', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    await fill(hub)
    await using place = await openPlace(folder.path)
    const late: typeof place = {
      ...place,
      async write(path, content) {
        const written = await place.write(path, content)
        hub.tick(61_000)
        expect(await collectGarbage(hub)).not.toBeNull()
        return written
      },
    }
    await expect(makeBackup(hub, late)).rejects.toThrow('another process has begun')
    expect(await listBackups(place)).toEqual([])
  })

  test('that are damaged are refused, and the hub stays empty', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    await fill(hub)
    await using place = await openPlace(folder.path)
    const { name } = await makeBackup(hub, place)
    const path = (file: string) => join(folder.path, 'backups', name, file)
    const blob = place.blobs.localPath(chartSha) ?? ''
    const harms: [string, (bytes: Buffer) => Buffer][] = [
      [path('tables/git_object.ndjson.gz'), flipped],
      [path('tables/account.ndjson.gz'), (bytes) => bytes.subarray(0, bytes.length - 9)],
      [blob, flipped],
      [path('manifest.json'), (bytes) => Buffer.from(bytes.toString().replace(/"rows": \d+/, '"rows": 7'))],
    ]
    for (const [file, harm] of harms) {
      const whole = await readFile(file)
      await writeFile(file, harm(whole))
      await using back = await openTestHub({ database })
      await expect(restoreBackup(back, place)).rejects.toMatchObject({ code: 'storage.damaged' })
      expect(await back.db.read.selectFrom('account').select('id').execute()).toEqual([])
      await writeFile(file, whole)
      // After the repair, the same empty hub accepts it.
      expect((await restoreBackup(back, place)).name).toBe(name)
    }
    await rm(blob)
    await using back = await openTestHub({ database })
    await expect(restoreBackup(back, place)).rejects.toMatchObject({ code: 'storage.damaged' })
    await rm(path('manifest.json'))
    await expect(restoreBackup(back, place)).rejects.toMatchObject({
      code: 'storage.damaged',
      message: expect.stringContaining('no complete backup'),
    })
  })
})

describe.for(databases)('verification on %s', (database) => {
  test('finds nothing in a sound hub, and each damage put in on purpose', async () => {
    await using hub = await openTestHub({ database })
    const { ada, repo } = await fill(hub)
    expect(await verifyStorage(hub)).toMatchObject({ repos: 1, blobs: 2, damages: [] })
    const whats = async () => (await verifyStorage(hub)).damages.map(({ where, what }) => `${where}: ${what}`)
    const path = hub.blobs.localPath(chartSha) ?? ''
    const whole = await readFile(path)

    await writeFile(path, flipped(whole))
    expect(await whats()).toEqual([expect.stringMatching(`^blob ${chartSha}: does not match its hash`)])
    expect((await verifyStorage(hub, { quick: true })).damages).toEqual([])
    await appendFile(path, 'x')
    expect((await verifyStorage(hub, { quick: true })).damages).toMatchObject([{ what: 'has 200001 bytes instead of 200000' }])
    await rm(path)
    expect(await whats()).toEqual([`large file ${chartSha}: is recorded but not stored`])
    await writeFile(path, whole)
    expect(await whats()).toEqual([])

    const nothing = toOid('1'.repeat(40))
    await hub.db.write((tx) =>
      tx
        .insertInto('git_ref')
        .values({ repo_id: repo.id, name: 'refs/heads/lost', oid: oidToBytes(nothing) })
        .execute(),
    )
    expect(await whats()).toContain(`model ada/tides: refs/heads/lost points to a missing object (${nothing})`)
    await hub.db.write((tx) => tx.deleteFrom('git_ref').where('name', '=', 'refs/heads/lost').execute())

    const file = await openFile(hub, ada, repo, 'main', 'README.md')
    const oid = toOid(file.etag)
    const row = await hub.db.read.selectFrom('git_object').selectAll().where('oid', '=', oidToBytes(oid)).executeTakeFirstOrThrow()
    const setBytes = (z: Uint8Array) =>
      hub.db.write((tx) =>
        tx
          .updateTable('git_object')
          .set({ z: Buffer.from(z) })
          .where('repo_id', '=', repo.id)
          .where('oid', '=', oidToBytes(oid))
          .execute(),
      )
    await setBytes(flipped(Buffer.from(row.z)))
    expect(await whats()).toEqual([expect.stringMatching(`^model ada/tides: object ${oid} (cannot be unpacked|does not match its hash)`)])
    await hub.db.write((tx) => tx.deleteFrom('git_object').where('oid', '=', oidToBytes(oid)).execute())
    expect(await whats()).toEqual([`model ada/tides: object ${oid} is referenced but not stored`])
    await hub.db.write((tx) => tx.insertInto('git_object').values(row).execute())
    expect(await whats()).toEqual([])

    await hub.db.write((tx) => tx.deleteFrom('repo_lfs').where('sha256', '=', Buffer.from(chartSha, 'hex')).execute())
    expect(await whats()).toEqual([`model ada/tides: large file ${chartSha} is referenced but not recorded`])
  })
})

describe.runIf(testS3Url !== null && databases.length > 1)('from a laptop to several machines and back', () => {
  test('SQLite and disk to Postgres and a bucket, and the other way, row for row', async () => {
    await using small = await openTestHub()
    const { ada, repo } = await fill(small)
    await using bucket = await openTestBucket()
    await using large = await openTestHub({ database: 'postgres', config: { s3: bucket.config } })
    const there = await moveStorage(small, large)
    expect(there.blobs).toMatchObject({ copied: 2, missing: [] })
    expect((await verifyStorage(large)).damages).toEqual([])
    await createCommit(large, ada, repo, {
      revision: 'main',
      summary: 'x',
      operations: [{ kind: 'file', path: 'b', content: Buffer.from('b') }],
    })
    await using again = await openTestHub()
    const back = await moveStorage(large, again)
    expect(back.rows).toBeGreaterThan(there.rows)
    expect((await verifyStorage(again)).damages).toEqual([])
    const file = await openFile(again, ada, repo, 'main', 'chart.bin')
    expect(Buffer.concat(await (await file.read()).toArray()).equals(chart)).toBe(true)
    await expect(moveStorage(small, again)).rejects.toMatchObject({ code: 'storage.not_empty' })
  })

  test('a move that breaks off leaves the target empty, and goes on with the blobs it has', async () => {
    await using small = await openTestHub()
    await fill(small)
    await using large = await openTestHub({ database: 'postgres' })
    const path = small.blobs.localPath(chartSha) ?? ''
    const whole = await readFile(path)
    await rm(path)
    await expect(moveStorage(small, large)).rejects.toMatchObject({ code: 'storage.damaged' })
    expect(await large.db.read.selectFrom('account').select('id').execute()).toEqual([])
    await writeFile(path, whole)
    expect((await moveStorage(small, large)).blobs).toMatchObject({ copied: 1, kept: 1 })
    expect((await verifyStorage(large)).damages).toEqual([])
  })

  test('a bucket takes backups too', async () => {
    await using hub = await openTestHub()
    await fill(hub)
    await using bucket = await openTestBucket()
    const place = await openBackupBucket({ ...bucket.config, prefix: 'safe/' })
    const { name } = await makeBackup(hub, place)
    await using back = await openTestHub({ database: 'postgres' })
    expect((await restoreBackup(back, place)).name).toBe(name)
    expect((await verifyStorage(back)).damages).toEqual([])
    place.close()
  })
})

async function fill(hub: Hub): Promise<{ ada: UserActor; repo: WithContent }> {
  const account = await createUser(hub, { name: 'ada', password: null, email: 'ada@example.org' })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  await createAccessToken(hub, ada, { name: 'laptop', role: 'write' })
  const created = await createRepo(hub, ada, { type: 'model', name: 'tides', license: 'mit' })
  for (const [path, content] of [
    ['chart.bin', chart],
    ['deep/er/other.bin', Buffer.from('another large one')],
  ] as const) {
    const { sha256, size } = await storeInlineLarge(hub, ada, created, Readable.from([content]))
    await createCommit(hub, ada, created, { revision: 'main', summary: 'x', operations: [{ kind: 'lfs', path, sha256, size }] })
  }
  const readme = '---\nlicense: mit\ntags: [sea]\n---\n# Tides\nÜber „alles“ \u{1f30a}\n'
  await createCommit(hub, ada, created, {
    revision: 'main',
    summary: 'x',
    operations: [{ kind: 'file', path: 'README.md', content: Buffer.from(readme) }],
  })
  await createTag(hub, ada, created, { tag: 'v1', revision: 'main', message: 'first' })
  return { ada, repo: await requireRepo(hub, ada, 'model', 'ada/tides', 'content') }
}

async function openPlace(path: string) {
  const place = await openFolder(path)
  return { ...place, [Symbol.asyncDispose]: async () => place.close() }
}
