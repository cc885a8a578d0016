import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { makeObject } from '@portolan/git'
import { describe, expect, test } from 'vitest'
import { updateRefs } from '../../changes/commits/index.ts'
import { openFile } from '../../changes/files/index.ts'
import { missingObjects, moveRef } from '../../foundation/git-store/index.ts'
import { lfsBatch, storeInlineLarge } from '../../repository/lfs/index.ts'
import { createRepo, deleteRepo } from '../../repository/repos/index.ts'
import { findRepo } from '../../repository/access/index.ts'
import { createBranch, deleteBranch } from '../../repository/revisions/index.ts'
import { databases } from '../../testing/open-test-hub.ts'
import { keepMarks, listMarks } from './keep-marks.ts'
import { restoreRepo } from './restore-repo.ts'
import { collectGarbage } from './collect-garbage.ts'
import { acquireLease } from './lease.ts'
import { keptBecause } from './kept-because.ts'
import { collectGarbageTwice, commitLarge, commitPointer, commitText, openGcScenario } from './testing/gc-scenario.ts'
import { remainingData, lostData } from './testing/lost-data.ts'

const day = 86_400_000
const chart = Buffer.from('a chart that counts as large')
const chartSha = createHash('sha256').update(chart).digest('hex')

describe.for(databases)('garbage collection on %s', (database) => {
  test('frees a deleted branch’s objects and large files after the grace period, not before', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const commitOid = await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    const first = await collectGarbage(hub)
    expect(first).toMatchObject({
      'git object': { unneeded: { count: 3 }, freed: { count: 0 } },
      'large file': { unneeded: { count: 1, bytes: chart.length }, freed: { count: 0 } },
      blob: { unneeded: { count: 0 } },
    })
    hub.tick(7 * day - 1)
    expect(await collectGarbage(hub)).toMatchObject({ 'git object': { freed: { count: 0 } }, blob: { freed: { count: 0 } } })
    expect(await missingObjects(hub.db.read, repo.id, [commitOid])).toEqual([])
    hub.tick(1)
    expect(await collectGarbage(hub, { dry: true })).toMatchObject({ 'git object': { due: { count: 3 }, freed: { count: 0 } } })
    expect(await missingObjects(hub.db.read, repo.id, [commitOid])).toEqual([])
    expect(await collectGarbage(hub)).toMatchObject({
      'git object': { freed: { count: 3 } },
      'large file': { freed: { count: 1 } },
      blob: { freed: { count: 1, bytes: chart.length } },
    })
    expect(await missingObjects(hub.db.read, repo.id, [commitOid])).toEqual([commitOid])
    expect(await hub.blobs.stat(chartSha)).toBeNull()
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })

  test('a branch that comes back within the grace period comes back whole, and its marks go', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const commitOid = await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    hub.tick(6 * day)
    await createBranch(hub, ada, repo, { name: 'again', startingPoint: commitOid })
    hub.tick(2 * day)
    expect(await collectGarbage(hub, { everything: true })).toMatchObject({
      'git object': { freed: { count: 0 } },
      'large file': { freed: { count: 0 } },
    })
    expect(await listMarks(hub)).toEqual([])
    const file = await openFile(hub, ada, repo, 'again', 'chart.bin')
    expect(Buffer.concat(await (await file.read()).toArray())).toEqual(chart)
  })

  test('an object stays as long as one that stays names it', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'old' })
    await commitText(world, 'shared.txt', 'of both branches', 'old')
    await deleteBranch(hub, ada, repo, 'old')
    await collectGarbage(hub)
    // Between two runs, a newer commit starts using the same file and is dropped again.
    hub.tick(6 * day)
    await createBranch(hub, ada, repo, { name: 'young' })
    const young = await commitText(world, 'shared.txt', 'of both branches', 'young')
    await deleteBranch(hub, ada, repo, 'young')
    hub.tick(2 * day)
    await collectGarbage(hub)
    await createBranch(hub, ada, repo, { name: 'back', startingPoint: young })
    expect(await lostData(hub)).toEqual([])
    const file = await openFile(hub, ada, repo, 'back', 'shared.txt')
    expect(Buffer.concat(await (await file.read()).toArray()).toString()).toBe('of both branches')
  })

  test('what refs of pull requests lead to is kept', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const commitOid = await commitLarge(world, 'chart.bin', chart, 'try')
    await hub.db.write((tx) => moveRef(tx, repo.id, 'refs/pr/1', null, commitOid))
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbageTwice(hub)
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
    expect(await hub.blobs.stat(chartSha)).not.toBeNull()
  })

  test('uploads that nobody commits go; one that is asked about again stays', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await storeInlineLarge(hub, ada, repo, Readable.from([chart]))
    await collectGarbage(hub)
    hub.tick(6 * day)
    const asked = await lfsBatch(hub, ada, repo, { operation: 'upload', transfers: [], objects: [{ oid: chartSha, size: chart.length }] })
    expect(asked.objects).toMatchObject([{ state: 'stored' }])
    hub.tick(2 * day)
    expect(await collectGarbage(hub)).toMatchObject({ upload: { freed: { count: 0 } }, blob: { freed: { count: 0 } } })
    expect(await hub.blobs.stat(chartSha)).not.toBeNull()
    hub.tick(6 * day)
    expect(await collectGarbage(hub)).toMatchObject({ upload: { freed: { count: 1 } }, blob: { freed: { count: 1 } } })
    expect(await hub.blobs.stat(chartSha)).toBeNull()
    await expect(commitPointer(world, 'chart.bin', { sha256: chartSha, size: chart.length })).rejects.toMatchObject({
      code: 'commit.lfs_missing',
    })
  })

  test('a blob that another repo has stays; a stray one goes', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const other = await createRepo(hub, ada, { type: 'dataset', name: 'copy' })
    for (const each of [repo, other]) await commitLarge({ ...world, repo: each }, 'chart.bin', chart)
    await hub.blobs.put(Readable.from([Buffer.from('never recorded')]), {})
    await deleteRepo(hub, ada, repo)
    await collectGarbageTwice(hub)
    const stored: string[] = []
    for await (const { sha256 } of hub.blobs.list()) stored.push(sha256)
    expect(stored).toEqual([chartSha])
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })

  test('a deleted repo can be restored until it goes, private, under another name if need be', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await commitLarge(world, 'chart.bin', chart)
    await commitText(world, 'README.md', '---\nlicense: mit\n---\n# Tides', 'main')
    await deleteRepo(hub, ada, repo)
    await createRepo(hub, ada, { type: 'model', name: 'tides' })
    await collectGarbage(hub)
    expect(await listMarks(hub, { kind: 'repository' })).toMatchObject([{ key: repo.uid, note: 'model ada/tides' }])
    await expect(restoreRepo(hub, 'ada', repo.uid)).rejects.toMatchObject({ code: 'repo.name_taken' })
    await expect(restoreRepo(hub, 'ada', repo.uid, 'a/b')).rejects.toMatchObject({ code: 'account.not_found' })
    await expect(restoreRepo(hub, 'ada', repo.uid, 'a b')).rejects.toMatchObject({ code: 'repo.invalid_name' })
    const back = await restoreRepo(hub, 'ada', repo.uid, 'tides-before')
    expect([back.fullName, back.visibility, back.license]).toEqual(['ada/tides-before', 'private', 'mit'])
    await expect(restoreRepo(hub, 'ada', repo.uid)).rejects.toMatchObject({ code: 'repo.not_found' })
    await collectGarbageTwice(hub)
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
    const found = await findRepo(hub, ada, 'model', 'ada/tides-before')
    expect(found?.repo.id).toBe(repo.id)
    await deleteRepo(hub, ada, back)
    await collectGarbageTwice(hub)
    await expect(restoreRepo(hub, 'ada', repo.uid)).rejects.toMatchObject({ code: 'repo.not_found' })
    expect(await hub.db.read.selectFrom('repo').select('id').where('id', '=', repo.id).execute()).toEqual([])
  })

  test('what is held by hand stays until it is released', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const commitOid = await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    expect(await keepMarks(hub, [commitOid], true)).toBe(1)
    await collectGarbageTwice(hub)
    // The commit keeps its trees and files, and the pointer keeps its large file.
    await createBranch(hub, ada, repo, { name: 'back', startingPoint: commitOid })
    expect(await lostData(hub)).toEqual([])
    expect(await hub.blobs.stat(chartSha)).not.toBeNull()
    await deleteBranch(hub, ada, repo, 'back')
    await collectGarbageTwice(hub)
    await keepMarks(hub, 'all', false)
    await collectGarbageTwice(hub)
    await collectGarbageTwice(hub)
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })

  test('says why something is kept', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const commitOid = await commitLarge(world, 'maps/chart.bin', chart)
    expect(await keptBecause(hub, chartSha)).toEqual([
      `It belongs to model ada/tides: maps/chart.bin in commit ${commitOid.slice(0, 12)} on refs/heads/main.`,
    ])
    expect(await keptBecause(hub, commitOid)).toEqual(['It belongs to model ada/tides: commit on refs/heads/main.'])
    await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.from('pending')]))
    const pending = createHash('sha256').update('pending').digest('hex')
    expect(await keptBecause(hub, pending)).toEqual([
      `It was uploaded to model ada/tides on ${hub.now().toISOString()} and is not committed yet.`,
    ])
    await deleteRepo(hub, ada, repo)
    expect(await keptBecause(hub, chartSha)).toEqual(['It belongs to the deleted model ada/tides.'])
    expect(await keptBecause(hub, 'f'.repeat(64))).toEqual([])
    expect(await keptBecause(hub, '../etc/passwd')).toEqual([])
  })

  test('one process collects at a time', async () => {
    await using world = await openGcScenario(database)
    const { hub } = world
    await using lease = await acquireLease(hub, 'gc')
    expect(lease).not.toBeNull()
    expect(await collectGarbage(hub)).toBeNull()
    // Its process is gone: nobody renews by this clock.
    hub.tick(60_000)
    expect(await collectGarbage(hub)).not.toBeNull()
  })

  test('a push that counts on an object that was freed meanwhile is refused', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const gone = await commitText(world, 'a.txt', 'soon gone', 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbageTwice(hub)
    const tree = makeObject('tree', Buffer.alloc(0))
    const commit = makeObject('commit', Buffer.from(`tree ${tree.oid}\nparent ${gone}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\nx`))
    const push = (objects: readonly (typeof commit)[]) =>
      hub.db.write((tx) =>
        updateRefs(tx, hub, 'ada', repo, {
          changes: [{ ref: 'refs/heads/new', from: null, to: commit.oid }],
          objects,
          lfs: [],
          described: null,
        }),
      )
    await expect(push([tree, commit])).rejects.toMatchObject({ code: 'commit.conflict' })
    await expect(createBranch(hub, ada, repo, { name: 'new', startingPoint: gone })).rejects.toMatchObject({ code: 'revision.not_found' })
    expect(await lostData(hub)).toEqual([])
  })
})
