import { describe, expect, test } from 'vitest'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createUser,
  loadActor,
  type UserActor,
  collectWhenDue,
  listRuns,
  acquireLease,
  backUpWhenDue,
  openFolder,
  rehearseBackup,
  verifyWhenDue,
} from '@portolan/hub'
import { databases, openTestHub, type TestHub } from '@portolan/hub/testing'
import { adminActions } from './admin-pages.ts'

const nothing = { kind: '', key: '', why: '' }

describe.for(databases)('the storage page on %s', (database) => {
  test('tells administrators how backups and verification stand', async () => {
    const place = await mkdtemp(join(tmpdir(), 'portolan-page-'))
    await using hub = await openTestHub({
      database,
      config: { backups: { place, everyMs: 3_600_000, keep: 2 }, verifyRoundMs: 86_400_000 },
    })
    const ada = await openAdmin(hub)
    expect(await ada.upkeep()).toMatchObject({
      schedule: { place, everyHours: 1, keep: 2 },
      lastBackup: null,
      goodBackup: null,
      lastRehearsal: null,
      verification: { days: 1, round: null },
      total: 0,
    })
    await backUpWhenDue(hub, () => openFolder(place))
    await rehearseBackup(hub, await openFolder(place))
    hub.tick(3_600_000)
    await backUpWhenDue(hub, () => Promise.reject(new Error('the folder is away'))).catch(() => {})
    const lost = { sha256: Buffer.alloc(32, 7), size: 7, created: 1, git_oid: null }
    await hub.db.write((tx) => tx.insertInto('lfs_blob').values(lost).execute())
    await verifyWhenDue(hub)
    const now = hub.now().toISOString()
    expect(await ada.upkeep()).toMatchObject({
      lastBackup: { state: 'failed', startedAt: now, error: 'the folder is away', bytes: null },
      goodBackup: { state: 'done', place, error: null, missing: 0 },
      lastRehearsal: { state: 'done' },
      verification: { round: { share: 1, endedAt: now } },
      damages: [{ where: `large file ${'07'.repeat(32)}`, what: 'is recorded but not stored', affects: [], foundAt: now }],
      total: 1,
    })
    const eve = await createUser(hub, { name: 'eve', password: null })
    const actor = await loadActor(hub.db.read, eve.id, null)
    if (actor === null) throw new Error('no eve')
    await expect(adminActions(hub, actor).upkeep()).rejects.toMatchObject({ code: 'auth.forbidden' })
    await rm(place, { recursive: true })
  })
})

describe.for(databases)('the garbage collection page on %s', (database) => {
  test('a run that takes longer than the page waits is shown as it stands, and a second one is refused', async () => {
    await using hub = await openTestHub({ database })
    const ada = await openAdmin(hub)
    const gate = Promise.withResolvers<void>()
    const sweep = hub.blobs.sweep.bind(hub.blobs)
    Object.assign(hub.blobs, { sweep: () => gate.promise.then(sweep) })
    expect(await ada.collect(false, 0)).toEqual({ state: 'running' })
    await expect.poll(() => listRuns(hub)).toHaveLength(1)
    hub.tick(30_000)
    const standing = {
      id: expect.any(Number) as number,
      isDry: false,
      startedAt: '2026-01-02T03:04:05.000Z',
      seconds: 30,
      state: 'running',
      figures: null,
      error: null,
    }
    expect((await ada.garbageCollection(nothing)).runs).toEqual([standing])
    expect(await ada.collect(false)).toEqual({ state: 'refused', by: standing })
    expect(await ada.collect(true)).toEqual({ state: 'refused', by: standing })
    gate.resolve()
    await expect
      .poll(async () => (await ada.garbageCollection(nothing)).runs)
      .toMatchObject([{ state: 'done', seconds: 30, figures: [{ freed: { count: 0 } }, {}, {}, {}, {}] }])
    const events = await hub.db.read.selectFrom('event').select('actor').where('topic', '=', 'gc.changed').execute()
    expect(events).toEqual([{ actor: 'ada' }])
  })

  test('a look is recorded as one, and is no run', async () => {
    await using hub = await openTestHub({ database, config: { gcEveryMs: 1_000 } })
    const ada = await openAdmin(hub)
    expect(await ada.collect(true, 60_000)).toEqual({ state: 'done' })
    expect((await ada.garbageCollection(nothing)).runs).toMatchObject([{ isDry: true, state: 'done' }])
    expect(await collectWhenDue(hub)).not.toBeNull()
    expect(await hub.db.read.selectFrom('event').select('id').where('topic', '=', 'gc.changed').execute()).toEqual([])
    expect(await collectWhenDue(hub)).toBeNull()
  })

  test('a run whose process died has failed as soon as nobody has the lease; a backup is not garbage collection', async () => {
    await using hub = await openTestHub({ database })
    const ada = await openAdmin(hub)
    const lease = await acquireLease(hub, 'gc')
    expect(await ada.collect(false)).toEqual({ state: 'refused', by: null })
    await hub.db.write((tx) =>
      tx.insertInto('gc_run').values({ started: hub.now().getTime(), ended: null, dry: 0, state: 'running', report: '{}' }).execute(),
    )
    expect((await ada.garbageCollection(nothing)).runs).toMatchObject([{ state: 'running', error: null }])
    await lease?.[Symbol.asyncDispose]()
    expect((await ada.garbageCollection(nothing)).runs).toMatchObject([
      { state: 'failed', seconds: null, error: 'The process exited during the run.' },
    ])
  })

  test('a run that fails says so', async () => {
    await using hub = await openTestHub({ database })
    const ada = await openAdmin(hub)
    Object.assign(hub.blobs, { sweep: () => Promise.reject(new Error('the disk is away')) })
    expect(await ada.collect(false, 60_000)).toEqual({ state: 'failed' })
    expect((await ada.garbageCollection(nothing)).runs).toMatchObject([{ state: 'failed', error: 'Error: the disk is away' }])
  })
})

async function openAdmin(hub: TestHub) {
  const { id } = await createUser(hub, { name: 'ada', password: null, isAdmin: true })
  return adminActions(hub, (await loadActor(hub.db.read, id, null)) as UserActor)
}
