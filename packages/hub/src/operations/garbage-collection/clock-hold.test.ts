import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { anotherProcess, databases, openTestHub, testEpoch, VirtualClock } from '../../testing/open-test-hub.ts'
import { createRepo } from '../../repository/repos/index.ts'
import { storeInlineLarge } from '../../repository/lfs/index.ts'
import { createUser, loadActor } from '../../identity/accounts/index.ts'
import { clockHold, trustClock } from './clock-hold.ts'
import { acquireLease } from './lease.ts'
import { collectGarbage, collectWhenDue } from './collect-garbage.ts'

const day = 86_400_000

describe.for(databases)('a wrong clock, on %s', (database) => {
  test.for([30 * day, -30 * day])('that jumps by %i ms frees no upload, until the grace period has really passed', async (jump) => {
    await using world = await openWorld(database)
    const { hub, clock, passes } = world
    const stored = await world.upload()
    await passes(3_600_000)
    await collectGarbage(hub)
    clock.skip(jump)
    await collectGarbage(hub)
    expect(await clockHold(hub)).toMatchObject({ reason: expect.stringContaining('30 days') })
    for (let i = 0; i < 6; i++) {
      await passes(day)
      await collectGarbage(hub)
      expect(await hub.blobs.stat(stored)).not.toBeNull()
    }
    await passes(2 * day)
    expect(await clockHold(hub)).toBeNull()
    // Set back, the upload looks younger than it is.
    if (jump < 0) await passes(31 * day)
    for (let i = 0; i < 3; i++) {
      await passes(8 * day)
      await collectGarbage(hub)
    }
    expect(await hub.blobs.stat(stored)).toBeNull()
  })

  test('is noticed when it jumped between two starts, and an administrator can say that it is right', async () => {
    await using world = await openWorld(database)
    const { hub, clock } = world
    const stored = await world.upload()
    expect(await clockHold(hub)).toBeNull()
    const again = world.restarted()
    clock.skip(30 * day)
    await collectGarbage(again, { graceMs: 0 })
    expect(await hub.blobs.stat(stored)).not.toBeNull()
    expect(await clockHold(again)).not.toBeNull()
    await trustClock(again)
    expect(await clockHold(again)).toBeNull()
    await collectGarbage(again, { graceMs: 0 })
    await collectGarbage(again, { graceMs: 0 })
    expect(await hub.blobs.stat(stored)).toBeNull()
  })

  test('that differs from the clock of the database frees nothing', async () => {
    await using world = await openWorld(database)
    const stored = await world.upload()
    world.database.offset = 2 * 3_600_000
    await collectGarbage(world.hub, { graceMs: 0 })
    await collectGarbage(world.hub, { graceMs: 0 })
    expect(await world.hub.blobs.stat(stored)).not.toBeNull()
    expect(await clockHold(world.hub)).toMatchObject({ reason: expect.stringContaining('database') })
  })

  test('is not suspected when the machine slept or was off for a night', async () => {
    await using world = await openWorld(database)
    await clockHold(world.hub)
    await world.passes(20 * 3_600_000)
    expect(await clockHold(world.hub)).toBeNull()
    world.reboot()
    await world.passes(10 * 3_600_000)
    expect(await clockHold(world.restarted())).toBeNull()
  })

  test('that was ahead and is set back stops no later run and no lease', async () => {
    await using world = await openWorld(database)
    const { hub, clock } = world
    clock.skip(30 * day)
    expect(await acquireLease(hub, 'gc')).not.toBeNull()
    expect(await acquireLease(world.restarted(), 'gc')).toBeNull()
    await hub.db.write((tx) =>
      tx.insertInto('gc_run').values({ started: clock.now(), ended: clock.now(), dry: 0, state: 'done', report: '{}' }).execute(),
    )
    clock.skip(-30 * day)
    expect(await collectWhenDue(world.restarted())).not.toBeNull()
  })
})

async function openWorld(dialect: 'sqlite' | 'postgres') {
  const clock = new VirtualClock(testEpoch.getTime())
  const real = { uptime: 1_000_000, boot: 'first' }
  const database = { offset: 0 }
  const machine = {
    uptimeMs: () => real.uptime,
    get boot() {
      return real.boot
    },
    databaseNow: async () => clock.now() + database.offset,
  }
  const hub = await openTestHub({ database: dialect, clock, machine })
  const account = await createUser(hub, { name: 'ada', password: null })
  const ada = await loadActor(hub.db.read, account.id, null)
  if (!ada) throw new Error('no ada')
  const repo = await createRepo(hub, ada, { type: 'model', name: 'tides' })
  let uploads = 0
  return {
    hub,
    clock,
    database,
    /** Uploads a large file that is never committed. @returns its sha-256 */
    async upload(): Promise<string> {
      const { sha256 } = await storeInlineLarge(hub, ada, repo, Readable.from([Buffer.alloc(50_000, `upload ${uploads++}`)]))
      return sha256
    },
    /** Time that really passes. */
    async passes(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= day) {
        clock.skip(Math.min(left, day))
        real.uptime += Math.min(left, day)
        await clockHold(hub)
      }
    },
    /** The same hub in a new process. */
    restarted: () => anotherProcess(hub),
    reboot() {
      real.boot = 'second'
      real.uptime = 0
    },
    [Symbol.asyncDispose]: () => hub[Symbol.asyncDispose](),
  }
}
