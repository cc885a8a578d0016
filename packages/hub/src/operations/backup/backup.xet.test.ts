import { randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { collectGarbage, keptBecause } from '../garbage-collection/index.ts'
import { commitPointer, openGcScenario, type GcScenario } from '../garbage-collection/testing/gc-scenario.ts'
import type { Dialect } from '../../foundation/db/db.ts'
import { openFile } from '../../changes/files/index.ts'
import type { Hub } from '../../hub.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { createBranch, deleteBranch } from '../../repository/revisions/index.ts'
import { openTestBucket, testS3Url } from '../../testing/test-bucket.ts'
import { anotherProcess, databases, openTestHub } from '../../testing/open-test-hub.ts'
import { chunkStoredFile, xetEpoch } from '../../repository/xet/index.ts'
import { uploadAsChunks } from '../../repository/xet/testing/upload-as-chunks.ts'
import { flipped } from './testing/flipped.ts'
import { tempFolder } from './testing/temp-folder.ts'
import { makeBackup } from './make-backup.ts'
import { moveStorage } from './move-storage.ts'
import { openFolder } from './place.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyStorage } from './verify.ts'

/** Parts shared by the two contents; the second is uploaded whole and chunked by the hub. */
const parts = [randomBytes(3_000), randomBytes(2_500), randomBytes(2_000)] as const
const tides = Buffer.concat(parts)
const waves = Buffer.concat([parts[0], parts[1]])
const pairs = databases.flatMap((from) => databases.map((to): [Dialect, Dialect] => [from, to]))

describe.for(pairs)('contents that lie as chunks, backed up from %s to %s', ([from, to]) => {
  test('are there again, and shared as before', async () => {
    await using folder = await tempFolder()
    await using world = await openWorld(from)
    const place = await openFolder(folder.path)
    const { blobs } = await makeBackup(world.hub, place)
    // Three xorbs, and no blob for a whole file.
    expect(blobs).toMatchObject({ copied: 3 })
    await using back = await openTestHub({ database: to })
    await restoreBackup(back, place)
    await expectWhole(back, world)
    // Clients that remember chunks uploaded after the backup ask again, whatever the epoch was when the hub was lost.
    expect(await xetEpoch(back)).toBeGreaterThan((await xetEpoch(world.hub)) + 1_000_000)
    // A known chunk is not stored again.
    const before = await storedBlobs(back)
    await uploadAsChunks(back, world.ada, world.repo, [parts[2], parts[0]])
    expect(await storedBlobs(back)).toEqual(before)
    expect((await verifyStorage(back)).damages).toEqual([])
  })
})

describe.runIf(testS3Url !== null && databases.length > 1)('contents that lie as chunks, moved', () => {
  test('from SQLite and disk to Postgres and a bucket, and back', async () => {
    await using world = await openWorld('sqlite')
    await using bucket = await openTestBucket()
    await using large = await openTestHub({ database: 'postgres', config: { s3: bucket.config } })
    const there = await moveStorage(world.hub, large)
    expect(there.blobs.copied).toBe(3)
    await expectWhole(large, world)
    const more = await uploadAsChunks(large, world.ada, world.repo, [parts[1], randomBytes(1_000)])
    await commitPointer({ ...world, hub: large }, 'more.bin', more)
    await using again = await openTestHub()
    const back = await moveStorage(large, again)
    expect(back.blobs.copied).toBe(4)
    await expectWhole(again, world)
    expect((await openFile(again, world.ada, world.repo, 'main', 'more.bin')).size).toBe(3_500)
  })
})

test.runIf(databases.includes('postgres'))('every table takes rows with the ids that they had', async () => {
  await using hub = await openTestHub({ database: 'postgres' })
  const { rows } = await sql`select table_name from information_schema.columns
    where table_schema = current_schema() and identity_generation = 'ALWAYS'`.execute(hub.db.read)
  expect(rows).toEqual([])
})

describe.for(databases)('contents that lie as chunks, on %s', (database) => {
  test('verification names what is damaged of them, and which files suffer', async () => {
    await using world = await openWorld(database)
    const { hub } = world
    const told = async (options = {}) =>
      (await verifyStorage(hub, options)).damages.map(({ where, what, affects = [] }) => [`${where}: ${what}`, ...affects.toSorted()])
    expect(await told()).toEqual([])
    expect(await keptBecause(hub, world.tidesSha)).toEqual([
      'Its content is stored as chunks, which other files may share.',
      expect.stringContaining('It belongs to model ada/tides: tides.bin in commit'),
    ])
    const tidesFile = expect.stringMatching(new RegExp(`^model ada/tides: tides.bin in commit .* \\(sha-256 ${world.tidesSha}\\)$`))
    const wavesFile = expect.stringMatching(new RegExp(`^model ada/tides: waves.bin in commit .* \\(sha-256 ${world.wavesSha}\\)$`))

    // A xorb used by both files, with one byte of its chunk changed.
    const [shared, own] = await hub.db.read
      .selectFrom('xet_xorb')
      .selectAll()
      .orderBy('id')
      .execute()
      .then((rows) => [rows[0], rows[2]])
    if (shared === undefined || own === undefined) throw new Error('no xorbs')
    const blob = Buffer.from(shared.blob).toString('hex')
    const path = hub.blobs.localPath(blob) ?? ''
    const whole = await readFile(path)
    await writeFile(path, flipped(whole))
    const flippedLines = await told()
    expect(flippedLines).toContainEqual([expect.stringMatching(`^xorb .* in blob ${blob}: `), tidesFile, wavesFile])
    expect(flippedLines).toContainEqual([expect.stringMatching(`^blob ${blob}: does not match its hash`)])
    expect(flippedLines).toContainEqual([expect.stringMatching(`^large file ${world.tidesSha}: `), tidesFile])
    expect(flippedLines).toContainEqual([expect.stringMatching(`^large file ${world.wavesSha}: `), wavesFile])
    await writeFile(path, whole)
    expect(await told()).toEqual([])

    // Missing.
    await rm(path)
    for (const options of [{}, { quick: true }])
      expect(await told(options)).toContainEqual([
        expect.stringMatching(`^xorb .* in blob ${blob}: is recorded but not stored`),
        tidesFile,
        wavesFile,
      ])
    await writeFile(path, whole)

    // A chunk recorded with a different hash.
    const setChunks = (chunks: Uint8Array) =>
      hub.db.write((tx) =>
        tx
          .updateTable('xet_xorb')
          .set({ chunks: Buffer.from(chunks) })
          .where('id', '=', own.id)
          .execute(),
      )
    const wrong = Buffer.from(own.chunks)
    wrong[3] = (wrong[3] ?? 0) ^ 1
    await setChunks(wrong)
    const fresh = anotherProcess(hub)
    const inFresh = (await verifyStorage(fresh)).damages.map(({ where, what, affects = [] }) => [`${where}: ${what}`, ...affects])
    expect(inFresh).toContainEqual([expect.stringMatching(/^xorb .*: is recorded with chunks that do not match its hash$/), tidesFile])
    expect(inFresh).toContainEqual([`chunks of ${world.tidesSha}: do not match the hash of the file`, tidesFile])
    await setChunks(own.chunks)

    // The file's contents are lost.
    const key = Buffer.from(world.tidesSha, 'hex')
    const row = await hub.db.read.selectFrom('xet_file').selectAll().where('sha256', '=', key).executeTakeFirstOrThrow()
    await hub.db.write((tx) => tx.deleteFrom('xet_file').where('sha256', '=', key).execute())
    const second = anotherProcess(hub)
    expect((await verifyStorage(second)).damages).toEqual([
      { where: `large file ${world.tidesSha}`, what: 'is recorded but not stored', affects: [tidesFile], sha256: world.tidesSha },
    ])
    const terms = Buffer.from(row.terms)
    terms.writeUInt32LE(99_999, 0)
    await hub.db.write((tx) =>
      tx
        .insertInto('xet_file')
        .values({ ...row, terms })
        .execute(),
    )
    const third = anotherProcess(hub)
    expect((await verifyStorage(third, { quick: true })).damages).toEqual([
      { where: `chunks of ${world.tidesSha}`, what: 'refer to a xorb that is not recorded', affects: [tidesFile] },
    ])
  })

  test(
    'a backup made while uploads, commits, cuts and garbage collection run restores to a hub that verification calls clean',
    { timeout: 90_000 },
    async () => {
      await using folder = await tempFolder()
      await using world = await openWorld(database)
      const { hub, ada, repo } = world
      const place = await openFolder(folder.path)
      let going = true
      const chunks = async () => {
        for (let i = 0; going; i++)
          await commitPointer(world, `c${i % 5}.bin`, await uploadAsChunks(hub, ada, repo, [parts[i % 3] ?? parts[0], randomBytes(500)]))
      }
      const whole = async () => {
        for (let i = 0; going; i++) {
          const blob = await storeInlineLarge(
            hub,
            ada,
            repo,
            Readable.from([Buffer.concat([parts[i % 3] ?? parts[0], Buffer.from(`${i}`)])]),
          )
          await commitPointer(world, `w${i % 5}.bin`, blob)
          await chunkStoredFile(hub, blob.sha256)
        }
      }
      const branches = async () => {
        for (let i = 0; going; i++) {
          await createBranch(hub, ada, repo, { name: `b${i}` })
          await commitPointer(world, 'b.bin', await storeInlineLarge(hub, ada, repo, Readable.from([randomBytes(100)])), `b${i}`)
          await deleteBranch(hub, ada, repo, `b${i}`)
        }
      }
      const collect = async () => {
        while (going) {
          hub.tick(10)
          await collectGarbage(hub, { graceMs: 5 })
          await new Promise((resolve) => setTimeout(resolve, 200))
        }
      }
      const names: string[] = []
      const backups = async () => {
        while (names.length < 2) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          // Garbage collection may be running: retry.
          const made = await makeBackup(hub, place).catch((error: { code?: string }) =>
            error.code === 'storage.unavailable' ? null : Promise.reject(error),
          )
          if (made !== null) names.push(made.name)
        }
        going = false
      }
      await Promise.all([chunks(), whole(), branches(), collect(), backups()])
      expect(names).toHaveLength(2)
      for (const name of names) {
        await using back = await openTestHub({ database })
        expect((await restoreBackup(back, place, name)).blobs.missing).toEqual([])
        expect((await verifyStorage(back)).damages).toEqual([])
        expect((await openFile(back, ada, repo, 'main', 'tides.bin')).size).toBe(tides.length)
      }
      expect((await verifyStorage(hub)).damages).toEqual([])
    },
  )
})

interface World extends GcScenario {
  readonly tidesSha: string
  readonly wavesSha: string
}

/** A repo with two files that share chunks, and no blob for either. */
async function openWorld(database: Dialect): Promise<World> {
  const world = await openGcScenario(database)
  const { hub, ada, repo } = world
  const first = await uploadAsChunks(hub, ada, repo, parts)
  const second = await uploadAsChunks(hub, ada, repo, [parts[0], parts[1]])
  await commitPointer(world, 'tides.bin', first)
  await commitPointer(world, 'waves.bin', second)
  return { ...world, tidesSha: first.sha256, wavesSha: second.sha256 }
}

async function expectWhole(hub: Hub, { ada, repo }: World): Promise<void> {
  expect((await verifyStorage(hub)).damages).toEqual([])
  for (const [path, content] of [
    ['tides.bin', tides],
    ['waves.bin', waves],
  ] as const) {
    const file = await openFile(hub, ada, repo, 'main', path)
    expect(Buffer.concat(await (await file.read()).toArray()).equals(content)).toBe(true)
  }
}

async function storedBlobs(hub: Hub): Promise<string[]> {
  const found: string[] = []
  for await (const { sha256 } of hub.blobs.list()) found.push(sha256)
  return found.toSorted()
}
