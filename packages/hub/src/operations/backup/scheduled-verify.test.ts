import { readFile, rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databases, openTestHub, type TestHub, VirtualClock } from '../../testing/open-test-hub.ts'
import { acquireLease } from '../garbage-collection/index.ts'
import { Pace } from './pace.ts'
import { listDamages, readVerification, verifyWhenDue } from './scheduled-verify.ts'
import { fillHub } from './testing/filled-hub.ts'
import { flipped } from './testing/flipped.ts'

const day = 86_400_000

const found = async (hub: TestHub) => (await listDamages(hub, 10)).damages.map(({ where, what }) => `${where}: ${what}`)

describe.for(databases)('scheduled verification on %s', (database) => {
  test('reads everything once in a round, a slice a day, and goes on where it was', async () => {
    await using hub = await openTestHub({ database, config: { verifyRoundMs: 4 * day } })
    const { addLarge } = await fillHub(hub)
    let bytes = 0
    const read = hub.blobs.read.bind(hub.blobs)
    const reads: string[] = []
    const watched = {
      ...hub,
      blobs: { ...hub.blobs, stat: hub.blobs.stat.bind(hub.blobs), localPath: hub.blobs.localPath.bind(hub.blobs) },
    }
    watched.blobs.read = (sha256, range) => {
      reads.push(sha256)
      return read(sha256, range)
    }
    const large: string[] = []
    for (let i = 0; i < 24; i++) {
      const text = `chart ${i}`
      bytes += text.length
      large.push(await addLarge(`${i}.bin`, text))
    }
    const shares: number[] = []
    for (let i = 0; i < 4; i++) {
      await verifyWhenDue(watched)
      // Again on the same day: nothing is left of the slice.
      const before = reads.length
      await verifyWhenDue(watched)
      expect(reads.length).toBe(before)
      shares.push((await readVerification(hub))?.share ?? 0)
      hub.tick(day)
    }
    expect(shares).toEqual([0.25, 0.5, 0.75, 1])
    expect(reads.toSorted()).toEqual(large.toSorted())
    const state = await readVerification(hub)
    expect(state?.endedAt).not.toBe(null)
    expect(state?.items).toBe(26)
    expect(state?.bytes).toBeGreaterThan(bytes)
    await verifyWhenDue(watched)
    expect(await readVerification(hub)).toMatchObject({ share: 0.25, startedAt: hub.now(), endedAt: state?.endedAt })
    expect(await found(hub)).toEqual([])
  })

  test('keeps each damage until it is gone', async () => {
    await using hub = await openTestHub({ database, config: { verifyRoundMs: day } })
    const { addLarge, repo } = await fillHub(hub)
    const [bad, lost] = [await addLarge('bad.bin', 'a chart with a flipped bit'), await addLarge('lost.bin', 'a chart that is lost')]
    const path = (sha256: string) => hub.blobs.localPath(sha256) ?? ''
    const [wholeBad, wholeLost] = [await readFile(path(bad)), await readFile(path(lost))]
    await writeFile(path(bad), flipped(wholeBad))
    await rm(path(lost))
    const git = await hub.db.read.selectFrom('git_object').selectAll().where('repo_id', '=', repo.id).execute()
    const [object] = git
    if (object === undefined) throw new Error('no object')
    const setBytes = (z: Uint8Array) =>
      hub.db.write((tx) =>
        tx
          .updateTable('git_object')
          .set({ z: Buffer.from(z) })
          .where('oid', '=', Buffer.from(object.oid))
          .execute(),
      )
    await setBytes(flipped(Buffer.from(object.z)))
    await verifyWhenDue(hub)
    expect((await found(hub)).toSorted()).toEqual(
      [`large file ${bad}: does not match its hash`, `large file ${lost}: is recorded but not stored`]
        .toSorted()
        .concat('model ada/tides: object ')
        .map((begin) => expect.stringMatching(`^${begin}`) as string),
    )
    const foundAt = hub.now()
    hub.tick(day)
    await verifyWhenDue(hub)
    expect((await listDamages(hub, 10)).damages).toMatchObject(Array.from({ length: 3 }, () => ({ foundAt, checkedAt: hub.now() })))
    // What is missing is looked for at each call, the rest once a day.
    await writeFile(path(lost), wholeLost)
    await writeFile(path(bad), wholeBad)
    await setBytes(object.z)
    hub.tick(1)
    await verifyWhenDue(hub)
    expect(await listDamages(hub, 10)).toMatchObject({ total: 2 })
    hub.tick(day)
    await verifyWhenDue(hub)
    expect(await found(hub)).toEqual([])
  })

  test('names a damaged database', async () => {
    await using hub = await openTestHub({ database, config: { verifyRoundMs: day } })
    await fillHub(hub)
    const orphan = `insert into session(token_hash, user_id, created, expires, last_used) values ('7', 77, 1, 1, 1)`
    const { location } = hub.db
    if (location.dialect === 'sqlite') {
      using other = new DatabaseSync(location.file, { enableForeignKeyConstraints: false })
      other.exec(orphan)
    } else
      await hub.db.write(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx)
        await sql.raw(orphan).execute(tx)
      })
    await verifyWhenDue(hub)
    expect(await found(hub)).toEqual(['database: 1 rows of session refer to rows of account that do not exist'])
    await hub.db.write((tx) => tx.deleteFrom('session').execute())
    hub.tick(day)
    await verifyWhenDue(hub)
    expect(await found(hub)).toEqual([])
  })

  test('of a store that is away finds no damage, and goes on when it is back', async () => {
    await using hub = await openTestHub({ database, config: { verifyRoundMs: day } })
    const { addLarge } = await fillHub(hub)
    await addLarge('chart.bin', 'a chart')
    const away = {
      ...hub,
      blobs: {
        ...hub.blobs,
        stat: () => Promise.reject(new HubError('storage.unavailable')),
        read: () => Promise.reject(new HubError('storage.unavailable')),
      },
    }
    await expect(verifyWhenDue(away)).rejects.toMatchObject({ code: 'storage.unavailable' })
    expect((await readVerification(hub))?.share).toBeLessThan(1)
    await verifyWhenDue(hub)
    expect(await readVerification(hub)).toMatchObject({ share: 1 })
    expect(await found(hub)).toEqual([])
  })

  test('runs in one server at a time, and ends when that stops', async () => {
    await using hub = await openTestHub({ database, config: { verifyRoundMs: day } })
    await fillHub(hub)
    const lease = await acquireLease(hub, 'verify')
    await verifyWhenDue(hub)
    expect(await readVerification(hub)).toBe(null)
    await lease?.[Symbol.asyncDispose]()
    await expect(verifyWhenDue(hub, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    await verifyWhenDue(hub)
    expect(await readVerification(hub)).toMatchObject({ share: 1 })
  })
})

test('reading is bounded in rate, and a wait ends with the server', async () => {
  const clock = new VirtualClock()
  const stop = new AbortController()
  const pace = new Pace(1_000, { clock, signal: stop.signal })
  let done = 0
  const reading = (async () => {
    for (let i = 0; i < 4; i++) {
      await pace.spend(500)
      done++
    }
  })()
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  await settle()
  const seen = [done]
  for (let i = 0; i < 3; i++) {
    await clock.advance(500, settle)
    seen.push(done)
  }
  expect(seen).toEqual([0, 1, 2, 3])
  stop.abort(new Error('stopped'))
  await expect(reading).rejects.toThrow('stopped')
})
