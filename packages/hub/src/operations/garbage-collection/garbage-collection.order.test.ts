import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { encodeTree, makeObject, objectBody, type Oid } from '@portolan/git'
import { rawPack } from '@portolan/git/testing'
import { describe, expect, test } from 'vitest'
import { updateRefs } from '../../changes/commits/index.ts'
import { openFile } from '../../changes/files/index.ts'
import { prestoreObjects } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { lfsBatch, recordUpload, releaseObjects, storeInlineLarge } from '../../repository/lfs/index.ts'
import { receivePush } from '../../changes/pushes/index.ts'
import { createRepo, deleteRepo, duplicateRepo } from '../../repository/repos/index.ts'
import type { WithContent } from '../../repository/access/index.ts'
import { createBranch, deleteBranch } from '../../repository/revisions/index.ts'
import { afterReadsOf, afterWritesOf, startSecondProcess } from '../../testing/interleave.ts'
import { databases } from '../../testing/open-test-hub.ts'
import { recordFile, sweepXet } from '../../repository/xet/index.ts'
import { uploadAsChunks } from '../../repository/xet/testing/upload-as-chunks.ts'
import { listMarks } from './keep-marks.ts'
import { listRuns, collectGarbage } from './collect-garbage.ts'
import { gitObjects } from './kinds/git-objects.ts'
import { dueMarks } from './marks.ts'
import { collectGarbageTwice, commitLarge, commitText, openGcScenario, type GcScenario } from './testing/gc-scenario.ts'
import { remainingData, lostData } from './testing/lost-data.ts'

/*
 * Sequences of events that once lost something needed, or kept something unneeded. The random test (`garbage-collection.race.test.ts`) may or may not
 * hit them; here each is replayed step by step.
 */
const day = 86_400_000
const chart = Buffer.from('a chart that counts as large')
const chartSha = createHash('sha256').update(chart).digest('hex')

describe.for(databases)('garbage collection on %s', (database) => {
  test('a branch that goes elsewhere and comes back between two reads of garbage collection keeps its objects', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const first = await commitText(world, 'first.txt', 'first', 'try')
    const second = await commitText(world, 'second.txt', 'second', 'try')
    await move(hub, repo, second, await headOfMain(world))
    await collectGarbage(hub)
    hub.tick(8 * day)
    const marks = await dueMarks(hub.db.read, 'git object', hub.now().getTime())
    const main = await headOfMain(world)
    await move(hub, repo, main, second)
    let reads = 0
    const watched = afterReadsOf(hub, 'git_ref', async () => {
      reads++
      if (reads === 1) await move(hub, repo, second, main)
      if (reads === 2) await move(hub, repo, main, second)
    })
    await gitObjects.free({ hub: watched, dry: false, graceMs: day, everything: false, keepLease() {} }, marks)
    expect(marks.map(({ key }) => key)).toEqual(expect.arrayContaining([first, second]))
    expect(reads).toBeGreaterThan(1)
    expect(await lostData(hub)).toEqual([])
    expect((await openFile(hub, ada, repo, 'try', 'first.txt')).size).toBe(5)
  })

  test('of two uploads of the same bytes, the second keeps them when the right of the first goes', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const other = await createRepo(hub, ada, { type: 'model', name: 'other' })
    // Stored, but not recorded yet.
    const blob = await hub.blobs.put(Readable.from([chart]), {})
    await storeInlineLarge(hub, ada, other, Readable.from([chart]))
    await deleteRepo(hub, ada, other)
    hub.tick(3_600_000)
    await collectGarbage(hub, { graceMs: 1 })
    hub.tick(3_600_000)
    await collectGarbage(hub, { graceMs: 1 })
    await hub.db.write((tx) => recordUpload(tx, hub, repo.id, ada.userId, blob))
    expect(await hub.blobs.stat(chartSha)).not.toBeNull()
    expect(await lostData(hub)).toEqual([])
  })

  test('a branch that came back and is deleted again has its whole grace period', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const commitOid = await commitText(world, 'first.txt', 'first', 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    hub.tick(day)
    await createBranch(hub, ada, repo, { name: 'try', startingPoint: commitOid })
    for (let run = 0; run < 20; run++) {
      hub.tick(day)
      await collectGarbage(hub)
    }
    expect(await listMarks(hub)).toEqual([])
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    hub.tick(7 * day - 1)
    await collectGarbage(hub)
    await createBranch(hub, ada, repo, { name: 'back', startingPoint: commitOid })
    expect((await openFile(hub, ada, repo, 'back', 'first.txt')).size).toBe(5)
    await deleteBranch(hub, ada, repo, 'back')
    await collectGarbageTwice(hub)
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })

  test('a large file that was asked about after its branch went, and not committed, goes without another move of a ref', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    const answer = await lfsBatch(hub, ada, repo, { operation: 'upload', transfers: [], objects: [{ oid: chartSha, size: chart.length }] })
    expect(answer.objects).toMatchObject([{ state: 'stored' }])
    expect(await listMarks(hub, { kind: 'large file' })).toEqual([])
    for (let run = 0; run < 3; run++) {
      hub.tick(8 * day)
      await collectGarbage(hub)
    }
    expect(await hub.blobs.stat(chartSha)).toBeNull()
    expect(await remainingData(hub)).toEqual([])
  })

  test('what a copy of a repo has and none of its refs leads to goes', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await duplicateRepo(hub, ada, repo, { owner: 'ada', name: 'copy', visibility: 'private' })
    await collectGarbageTwice(hub)
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })

  test('a copy that is made while commits land is whole', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const landing: Promise<unknown>[] = []
    const slow = afterWritesOf(hub, 'insert into git_object', async () => {
      // It either waits for the copy or has already finished.
      landing.push(
        (await startSecondProcess(hub, (beside) => commitText({ ...world, hub: beside }, 'meanwhile.txt', 'meanwhile', 'main'))).working,
      )
    })
    const copy = await duplicateRepo(slow, ada, repo, { owner: 'ada', name: 'copy', visibility: 'private' })
    expect(landing).toHaveLength(1)
    await Promise.all(landing)
    expect(await lostData(hub)).toEqual([])
    const head = await hub.db.read.selectFrom('repo').select('head').where('id', '=', copy.id).executeTakeFirstOrThrow()
    const ref = await hub.db.read.selectFrom('git_ref').select('oid').where('repo_id', '=', copy.id).executeTakeFirstOrThrow()
    expect(Buffer.from(ref.oid).equals(Buffer.from(head.head ?? []))).toBe(true)
  })

  test('objects stored ahead of their ref that were freed meanwhile are stored again when it lands', async () => {
    await using world = await openGcScenario(database)
    const { hub, repo } = world
    const { objects, commitOid } = newCommit()
    const ahead = await prestoreObjects(hub.db, repo.id, { objects: () => objects })
    await collectGarbageTwice(hub)
    expect(
      await missing(
        hub,
        repo,
        objects.map(({ oid }) => oid),
      ),
    ).toHaveLength(objects.length)
    await hub.db.write((tx) =>
      updateRefs(tx, hub, 'ada', repo, {
        changes: [{ ref: 'refs/heads/new', from: null, to: commitOid }],
        objects: [],
        ahead,
        lfs: [],
        described: null,
      }),
    )
    expect(await lostData(hub)).toEqual([])
  })

  test('a push of very many objects, which are stored ahead, lands whole', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const blobs = Array.from({ length: 5_100 }, (_, i) => makeObject('blob', Buffer.from(`file ${i}`)))
    const tree = makeObject('tree', encodeTree(blobs.map(({ oid }, i) => ({ mode: '100644', name: `${i}.txt`, oid }))))
    const commit = makeObject('commit', Buffer.from(`tree ${tree.oid}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nx\n`))
    const objects = [...blobs, tree, commit]
    const { pack } = rawPack(objects.map((object) => ({ type: object.type, body: objectBody(object) })))
    const commands = [{ ref: 'refs/heads/bulk', from: null, to: commit.oid }]
    const report = await receivePush(hub, ada, repo, { commands, isAtomic: false, isShallow: false, pack: Readable.from([pack]) })
    expect(report).toEqual({ unpackProblem: null, results: [{ ref: 'refs/heads/bulk', problem: null }] })
    const stored = objects.map(({ oid }) => oid)
    expect(await missing(hub, repo, stored)).toEqual([])
    expect(await lostData(hub)).toEqual([])
  })

  test('objects stored ahead of a ref that never came are freed', async () => {
    await using world = await openGcScenario(database)
    const { hub, repo } = world
    await collectGarbageTwice(hub)
    await prestoreObjects(hub.db, repo.id, { objects: () => newCommit().objects })
    await collectGarbageTwice(hub)
    expect(await remainingData(hub)).toEqual([])
  })

  test('what is stored ahead and counts on something that was freed is refused at the landing', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    const gone = await commitText(world, 'first.txt', 'first', 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbageTwice(hub)
    const { objects, commitOid } = newCommit(gone)
    const ahead = await prestoreObjects(hub.db, repo.id, { objects: () => objects })
    const landing = hub.db.write((tx) =>
      updateRefs(tx, hub, 'ada', repo, {
        changes: [{ ref: 'refs/heads/new', from: null, to: commitOid }],
        objects: [],
        ahead,
        lfs: [],
        described: null,
      }),
    )
    await expect(landing).rejects.toMatchObject({ code: 'commit.conflict' })
  })

  test('a description of chunks that is about to be forgotten stays when the same content is uploaded at this moment', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    const other = await createRepo(hub, ada, { type: 'model', name: 'other' })
    const { sha256, size } = await uploadAsChunks(hub, ada, other, [chart])
    // Nobody owns it any more, and clients have forgotten it.
    await hub.db.write((tx) => releaseObjects(tx, other.id, [sha256]))
    hub.tick(23 * day)
    let sweeping: Promise<unknown> = Promise.resolve()
    const slow = afterWritesOf(hub, 'xet_file', async () => {
      // The upload has found the description, but not recorded its ownership yet.
      sweeping = (await startSecondProcess(hub, sweepXet)).working
    })
    await slow.db.write(async (tx) => {
      await recordFile(tx, hub, { hash: Buffer.alloc(32), terms: [], size, sha256 })
      await recordUpload(tx, hub, repo.id, ada.userId, { sha256, size })
    })
    await sweeping
    expect(await lostData(hub)).toEqual([])
  })

  test('what a process left that died in the middle of a run is tidied up by the next', async () => {
    await using world = await openGcScenario(database)
    const { hub, ada, repo } = world
    await createBranch(hub, ada, repo, { name: 'try' })
    await commitLarge(world, 'chart.bin', chart, 'try')
    await deleteBranch(hub, ada, repo, 'try')
    await collectGarbage(hub)
    hub.tick(8 * day)
    const remove = hub.rawBlobs.delete.bind(hub.rawBlobs)
    // The process dies between the tables and the store: none of the following happens.
    Object.assign(hub.rawBlobs, { delete: () => Promise.reject(new Error('killed')) })
    await expect(collectGarbage(hub)).rejects.toThrow('killed')
    Object.assign(hub.rawBlobs, { delete: remove })
    await hub.db.write((tx) => tx.updateTable('gc_run').set({ state: 'running', ended: null }).execute())
    const [left] = await hub.db.read.selectFrom('blob_freeing').selectAll().execute()
    expect(await hub.blobs.stat(chartSha)).not.toBeNull()
    // Another run shortly after frees the bytes. Uploads of them still wait, in case the process is only slow and deletes late.
    await collectGarbage(hub)
    expect(await hub.blobs.stat(chartSha)).toBeNull()
    expect(await hub.db.read.selectFrom('blob_freeing').selectAll().execute()).toMatchObject([{ since: (left?.since ?? 0) + 1 }])
    // The slow process cannot end the removal any more, but it may still delete.
    await hub.db.write((tx) =>
      tx
        .deleteFrom('blob_freeing')
        .where('since', '=', left?.since ?? 0)
        .execute(),
    )
    await remove(chartSha)
    await hub.db.write((tx) =>
      tx
        .updateTable('blob_freeing')
        .set({ since: Date.now() - 11 * 60_000 })
        .execute(),
    )
    await collectGarbage(hub)
    expect(await hub.db.read.selectFrom('blob_freeing').select('sha256').execute()).toEqual([])
    expect((await listRuns(hub)).map(({ state }) => state)).toEqual(['done', 'done', 'failed', 'failed'])
    expect([await lostData(hub), await remainingData(hub)]).toEqual([[], []])
  })
})

async function headOfMain({ hub, repo }: GcScenario): Promise<Oid> {
  const row = await hub.db.read
    .selectFrom('git_ref')
    .select('oid')
    .where('repo_id', '=', repo.id)
    .where('name', '=', 'refs/heads/main')
    .executeTakeFirstOrThrow()
  return Buffer.from(row.oid).toString('hex') as Oid
}

/** Moves the branch `try`, like a forced push. */
function move(hub: Hub, repo: WithContent, from: Oid, to: Oid): Promise<void> {
  const changes = [{ ref: 'refs/heads/try', from, to }]
  return hub.db.write((tx) => updateRefs(tx, hub, 'ada', repo, { changes, objects: [], lfs: [], described: null }))
}

/** A commit with a file, with or without a parent. */
function newCommit(parent?: Oid) {
  const blob = makeObject('blob', Buffer.from('stored ahead'))
  const tree = makeObject('tree', encodeTree([{ mode: '100644', name: 'a.txt', oid: blob.oid }]))
  const lines = [
    `tree ${tree.oid}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    'author a <a> 0 +0000',
    'committer a <a> 0 +0000',
    '',
    'x',
  ]
  const commit = makeObject('commit', Buffer.from(lines.join('\n')))
  return { objects: [blob, tree, commit], commitOid: commit.oid }
}

async function missing(hub: Hub, repo: WithContent, oids: readonly Oid[]): Promise<Oid[]> {
  const rows = await hub.db.read.selectFrom('git_object').select('oid').where('repo_id', '=', repo.id).execute()
  const stored = new Set(rows.map(({ oid }) => Buffer.from(oid).toString('hex')))
  return oids.filter((oid) => !stored.has(oid))
}
