import fs, { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callbackify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from './db.ts'
import { openSqlite } from './open-sqlite.ts'
import { WalSync } from './wal-sync.ts'

let folder: string
let db: Db
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-test-'))
  db = await openSqlite(join(folder, 'hub.db'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

/** Whether an open file is in a folder; the one that lists them is gone by then. */
function isIn(folder: string, path: string): boolean {
  try {
    return readlinkSync(path).startsWith(folder)
  } catch {
    return false
  }
}

const store = (name: string) => db.write((tx) => tx.insertInto('setting').values({ name, value: '' }).execute())
const stored = async () => (await db.read.selectFrom('setting').select('name').where('name', 'like', 'chart%').execute()).length

/** Replaces what flushes files. */
function replaceFlush(flush: () => Promise<void>) {
  return vi.spyOn(fs, 'fdatasync').mockImplementation((_fd, done) => callbackify(flush)(done))
}

test('a write is done when the disk has it, and the thread does not wait with it', async () => {
  const disk = Promise.withResolvers<void>()
  const flush = replaceFlush(() => disk.promise)
  let isDone = false
  const first = store('chart-0').then(() => (isDone = true))
  await vi.waitFor(async () => expect(await stored()).toBe(1), { timeout: 30_000 })
  // While the disk is busy, others commit, and share the next flush.
  const others = Promise.all(Array.from({ length: 50 }, (_, index) => store(`chart-${index + 1}`)))
  await vi.waitFor(async () => expect(await stored()).toBe(51), { timeout: 30_000 })
  expect([isDone, flush.mock.calls.length]).toEqual([false, 1])
  disk.resolve()
  await Promise.all([first, others])
  expect(flush.mock.calls.length).toBe(2)
})

test('effects of a write come after the flush', async () => {
  const order: string[] = []
  replaceFlush(async () => void order.push('flush'))
  await db.write(async (tx) => {
    await tx.insertInto('setting').values({ name: 'chart', value: '' }).execute()
    db.afterCommit(tx, () => void order.push('effect'))
  })
  expect(order).toEqual(['flush', 'effect'])
})

test('nothing is acknowledged after the disk has refused once: the kernel does not tell again what it lost', async () => {
  const flush = replaceFlush(() => Promise.reject(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })))
  await expect(store('chart-0')).rejects.toMatchObject({ code: 'database.unavailable' })
  flush.mockImplementation((_fd, done) => done(null))
  await expect(store('chart-1')).rejects.toMatchObject({ code: 'database.unavailable' })
  expect(db.isWritable).toBe(false)
  expect(await stored()).toBeGreaterThan(0)
})

test.runIf(existsSync('/proc/self/fd'))('a flush after the end leaves no file open', async () => {
  const openFiles = () => readdirSync('/proc/self/fd').filter((fd) => isIn(folder, `/proc/self/fd/${fd}`)).length
  const before = openFiles()
  const log = new WalSync(join(folder, 'hub.db'))
  await log.flush()
  await log.close()
  // Of a commit that was under way.
  await log.flush()
  expect(openFiles()).toBe(before)
})

test('the log is copied into the database without being asked', async () => {
  await store('chart-0')
  await vi.waitFor(
    async () => {
      // The file alone, without its log.
      const copy = join(folder, 'copy.db')
      await cp(join(folder, 'hub.db'), copy)
      const alone = new DatabaseSync(copy)
      try {
        expect(alone.prepare(`select count(*) as n from setting where name = 'chart-0'`).get()).toMatchObject({ n: 1 })
      } finally {
        alone.close()
      }
    },
    { timeout: 30_000, interval: 200 },
  )
})
