import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError } from '@portolan/contract'
import { describe, expect, test } from 'vitest'
import type { Hub } from '../../hub.ts'
import { openTestBucket, testS3Url } from '../../testing/test-bucket.ts'
import { databases, openSecondHub, openTestHub } from '../../testing/open-test-hub.ts'
import { acquireLease } from '../garbage-collection/index.ts'
import { listBackupRuns } from './backup-runs.ts'
import { backUp, makeBackup } from './make-backup.ts'
import { openBackupBucket, openFolder } from './place.ts'
import { pruneBackups } from './prune-backups.ts'
import { rehearseBackup } from './rehearse-backup.ts'
import { listBackups } from './restore-backup.ts'
import { backUpWhenDue } from './scheduled-backup.ts'
import { fillHub } from './testing/filled-hub.ts'
import { tempFolder } from './testing/temp-folder.ts'

const hour = 3_600_000
const day = 24 * hour

describe.for(databases)('scheduled backups on %s', (database) => {
  test('of several servers at once are one', async () => {
    await using folder = await tempFolder()
    const backups = { place: folder.path, everyMs: day, keep: 0 }
    await using hub = await openTestHub({ database, config: { backups } })
    await using other = database === 'postgres' ? await openSecondHub(hub) : null
    await fillHub(hub)
    const open = () => openFolder(folder.path)
    await Promise.all([hub, other ?? hub, hub].map((each) => backUpWhenDue(each, open)))
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'done', place: folder.path }])
    hub.tick(day - 1)
    await backUpWhenDue(hub, open)
    expect(await listBackups(await open())).toHaveLength(1)
    hub.tick(1)
    await backUpWhenDue(hub, open)
    expect(await listBackups(await open())).toHaveLength(2)
  })

  test('that fail are recorded and tried again after an hour', async () => {
    await using folder = await tempFolder()
    const backups = { place: folder.path, everyMs: day, keep: 0 }
    await using hub = await openTestHub({ database, config: { backups } })
    await fillHub(hub)
    const away = () => Promise.reject(new Error('the folder is away'))
    await expect(backUpWhenDue(hub, away)).rejects.toThrow('the folder is away')
    const open = () => openFolder(folder.path)
    hub.tick(hour - 1)
    await backUpWhenDue(hub, open)
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'failed', error: 'the folder is away' }])
    hub.tick(1)
    await backUpWhenDue(hub, open)
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'done' }, { state: 'failed' }])
  })

  test('are not held up by a run that was recorded while the clock was wrong', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 0 } } })
    await fillHub(hub)
    const started = hub.now().getTime() + 365 * day
    const report = JSON.stringify({ name: 'x', tables: 1, rows: 1, blobs: 0, bytes: 1, missing: 0 })
    await hub.db.write((tx) =>
      tx.insertInto('backup_run').values({ kind: 'backup', place: folder.path, started, ended: started, state: 'done', report }).execute(),
    )
    await backUpWhenDue(hub, () => openFolder(folder.path))
    expect(await listBackups(await openFolder(folder.path))).toHaveLength(1)
  })

  test('remove older ones, and say why they cannot', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 1 } } })
    await fillHub(hub)
    const place = await openFolder(folder.path)
    const backUpNext = async () => {
      hub.tick(day)
      await backUpWhenDue(hub, () => openFolder(folder.path)).catch(() => {})
      return [(await place.list()).length, (await listBackupRuns(hub, { limit: 1 }))[0]?.pruneError ?? null]
    }
    expect([await backUpNext(), await backUpNext()]).toEqual([
      [1, null],
      [1, null],
    ])
    const foreign = join(folder.path, 'backups', new Date(hub.now().getTime() + 1).toISOString().replace(/[-:.]/g, ''))
    await mkdir(foreign)
    expect(await backUpNext()).toEqual([3, expect.stringContaining('another backup') as string])
    await writeFile(join(foreign, 'manifest.json'), 'no manifest')
    expect(await backUpNext()).toEqual([4, expect.stringContaining('damaged') as string])
  })

  test('that were made while the clock was ahead do not count as newer than later ones', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 2 } } })
    await fillHub(hub)
    const open = () => openFolder(folder.path)
    const place = await open()
    const clock = { ahead: 30 * day }
    const wrong: Hub = { ...hub, now: () => new Date(hub.now().getTime() + clock.ahead) }
    for (let i = 0; i < 2; i++) {
      hub.tick(day)
      await backUpWhenDue(wrong, open)
    }
    const made = (await listBackups(place)).map(({ name }) => name)
    clock.ahead = 0
    for (let i = 0; i < 2; i++) {
      hub.tick(day)
      await backUpWhenDue(wrong, open)
    }
    const left = await listBackups(place)
    expect(left.map(({ name }) => made.includes(name))).toEqual([false, false])
    expect(left.at(-1)?.manifest.created).toBe(hub.now().toISOString())
    expect((await listBackupRuns(hub, { kind: 'backup', limit: 1 }))[0]?.name).toBe(left.at(-1)?.name)
  })

  test('to a full place make room by removing what is more than to be kept', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 1 } } })
    await fillHub(hub)
    const place = await openFolder(folder.path)
    for (let i = 0; i < 2; i++) {
      hub.tick(1000)
      await makeBackup(hub, place)
    }
    const full = { ...place, write: () => Promise.reject(new HubError('storage.full')) }
    hub.tick(2 * day)
    await expect(backUpWhenDue(hub, async () => full)).rejects.toMatchObject({ code: 'storage.full' })
    expect(await place.list()).toHaveLength(1)
    await rehearseBackup(hub, place)
  })

  test('wait for garbage collection', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 0 } } })
    await fillHub(hub)
    const open = () => openFolder(folder.path)
    const lease = await acquireLease(hub, 'gc')
    await backUpWhenDue(hub, open)
    expect(await listBackupRuns(hub)).toEqual([])
    await lease?.[Symbol.asyncDispose]()
    await backUpWhenDue(hub, open)
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'done' }])
  })

  test('end at once when the server stops, even while the store hangs, and begin again with the next one', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database, config: { backups: { place: folder.path, everyMs: day, keep: 0 } } })
    const { addLarge } = await fillHub(hub)
    await addLarge('chart.bin', 'a chart')
    const stop = new AbortController()
    const reached = Promise.withResolvers<void>()
    const hanging = async () => {
      const place = await openFolder(folder.path)
      const put = () => {
        reached.resolve()
        return new Promise<never>(() => {})
      }
      return { ...place, blobs: { ...place.blobs, stat: place.blobs.stat.bind(place.blobs), put } }
    }
    const running = backUpWhenDue(hub, hanging, stop.signal)
    await reached.promise
    stop.abort(new Error('the server stops'))
    await expect(running).rejects.toThrow('the server stops')
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'stopped' }])
    expect(await listBackups(await openFolder(folder.path))).toEqual([])
    hub.tick(1)
    await backUpWhenDue(hub, () => openFolder(folder.path))
    expect(await listBackupRuns(hub)).toMatchObject([{ state: 'done' }, { state: 'stopped' }])
  })
})

describe.for(databases)('pruning on %s', (database) => {
  test('keeps the newest ones with all their large files, and nothing else', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    const place = await openFolder(folder.path)
    const names: string[] = []
    const large: string[] = []
    for (let i = 0; i < 4; i++) {
      large.push(await addLarge('chart.bin', `chart ${i}`))
      hub.tick(1000)
      names.push((await makeBackup(hub, place)).name)
      // Only this backup has it.
      const only = Buffer.from(large[i] ?? '', 'hex')
      await hub.db.write(async (tx) => {
        await tx.deleteFrom('repo_lfs').where('sha256', '=', only).execute()
        await tx.deleteFrom('lfs_blob').where('sha256', '=', only).execute()
      })
    }
    const there = async () => (await Promise.all(large.map((sha256) => place.blobs.stat(sha256)))).map((blob) => blob !== null)
    expect(await there()).toEqual([true, true, true, true])
    // Left by a process that died while it copied a large file.
    const leftover = join(folder.path, 'blobs/tmp/of-a-dead-process')
    await writeFile(leftover, 'half a file')
    await utimes(leftover, 0, 0)
    expect(await pruneBackups(hub, place, 2)).toEqual({ backups: names.slice(0, 2), blobs: 2, bytes: 14 })
    expect(await there()).toEqual([false, false, true, true])
    expect(existsSync(leftover)).toBe(false)
    for (const name of names.slice(2)) await rehearseBackup(hub, place, name)
    expect(await readdir(join(folder.path, 'backups'))).toEqual(names.slice(2))
    expect(await pruneBackups(hub, place, 2)).toEqual({ backups: [], blobs: 0, bytes: 0 })
  })

  test('never removes the newest complete backup, however many incomplete ones follow', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    const place = await openFolder(folder.path)
    const first = await makeBackup(hub, place)
    const lost = await addLarge('lost.bin', 'soon lost')
    hub.tick(1000)
    const good = await makeBackup(hub, place)
    await rm(hub.blobs.localPath(lost) ?? '')
    const later: string[] = []
    for (let i = 0; i < 3; i++) {
      hub.tick(1000)
      later.push((await makeBackup(hub, place)).name)
    }
    expect((await listBackups(place)).at(-1)?.manifest.blobs.missing).toEqual([lost])
    expect((await pruneBackups(hub, place, 1))?.backups).toEqual([first.name])
    expect((await listBackups(place)).map(({ name }) => name)).toEqual([good.name, ...later])
    await rehearseBackup(hub, place, good.name)
  })

  test('removes nothing while a backup is written or rehearsed, or when one to keep is damaged', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    await fillHub(hub)
    const place = await openFolder(folder.path)
    const names: string[] = []
    for (let i = 0; i < 3; i++) {
      hub.tick(1000)
      names.push((await makeBackup(hub, place)).name)
    }
    const seen: unknown[] = []
    const slow = {
      ...place,
      async write(path: string, content: AsyncIterable<Uint8Array>) {
        if (path.includes('tables/repo.')) seen.push(await pruneBackups(hub, place, 1))
        return place.write(path, content)
      },
    }
    hub.tick(1000)
    names.push((await makeBackup(hub, slow)).name)
    const reading = {
      ...place,
      async read(path: string) {
        if (path.includes('tables/repo.')) seen.push(await pruneBackups(hub, place, 1))
        return place.read(path)
      },
    }
    await rehearseBackup(hub, reading)
    expect(seen.length).toBeGreaterThan(1)
    expect(new Set(seen)).toEqual(new Set([null]))
    // Another hub's, which has just begun.
    hub.tick(1000)
    const foreign = join(folder.path, 'backups', hub.now().toISOString().replace(/[-:.]/g, ''))
    await mkdir(foreign)
    expect(await pruneBackups(hub, place, 1)).toBe(null)
    await rm(foreign, { recursive: true })
    const newest = join(folder.path, 'backups', names.at(-1) ?? '', 'tables/lfs_blob.ndjson.gz')
    await writeFile(newest, 'damaged')
    await expect(pruneBackups(hub, place, 1)).rejects.toMatchObject({ code: 'storage.damaged' })
    expect((await listBackups(place)).map(({ name }) => name)).toEqual(names)
  })

  test('removes what an own backup that was never finished left, and others when they are old', async () => {
    await using folder = await tempFolder()
    await using hub = await openTestHub({ database })
    const { addLarge } = await fillHub(hub)
    await addLarge('chart.bin', 'a chart')
    const place = await openFolder(folder.path)
    const { name } = await makeBackup(hub, place)
    const old = join(folder.path, 'backups', '20200101T000000000Z')
    await mkdir(old)
    hub.tick(1000)
    const full = { ...place, write: () => Promise.reject(new Error('no room')) }
    await mkdir(join(folder.path, 'backups', hub.now().toISOString().replace(/[-:.]/g, '')))
    await expect(backUp(hub, { name: place.name, open: async () => full })).rejects.toThrow('no room')
    expect(await place.list()).toHaveLength(3)
    expect((await pruneBackups(hub, place, 5))?.backups).toHaveLength(2)
    expect(await place.list()).toEqual([name])
    expect(existsSync(old)).toBe(false)
    await rehearseBackup(hub, place)
  })
})

test.runIf(testS3Url !== null)('a bucket is pruned too', async () => {
  await using bucket = await openTestBucket()
  await using hub = await openTestHub()
  await fillHub(hub)
  const place = await openBackupBucket({ ...bucket.config, prefix: 'safe/' })
  expect(place.name).toBe(`s3://${bucket.config.bucket}/safe`)
  const names: string[] = []
  for (let i = 0; i < 2; i++) {
    hub.tick(1000)
    names.push((await makeBackup(hub, place)).name)
  }
  expect((await pruneBackups(hub, place, 1))?.backups).toEqual(names.slice(0, 1))
  expect(await place.list()).toEqual(names.slice(1))
  await rehearseBackup(hub, place)
  place.close()
})
