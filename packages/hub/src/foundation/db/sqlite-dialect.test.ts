import { mkdtemp, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from './open-sqlite.ts'

async function open(options: { busyMs?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portolan-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'hub.db')
  const db = await openSqlite(file, options)
  onTestFinished(() => db.close())
  return { db, file }
}

/** A second process's connection, which holds the only lock for writing. */
function lock(file: string): { release(): void } {
  const other = new DatabaseSync(file)
  other.exec('BEGIN IMMEDIATE')
  return {
    release() {
      other.exec('ROLLBACK')
      other.close()
    },
  }
}

test('while another process holds the lock, writes wait, and reads and everything else go on', async () => {
  const { db, file } = await open()
  const held = lock(file)
  let isWritten = false
  const writing = db.write((tx) => tx.insertInto('setting').values({ name: 'a', value: 'b' }).execute()).then(() => (isWritten = true))
  // Would take as long as the lock is held, if SQLite waited for it in the event loop.
  for (let n = 0; n < 5; n++) {
    await delay(10)
    expect(await db.read.selectFrom('setting').select('value').where('name', '=', 'a').execute()).toEqual([])
  }
  expect(isWritten).toBe(false)
  held.release()
  await writing
  expect(await db.read.selectFrom('setting').select('value').where('name', '=', 'a').execute()).toEqual([{ value: 'b' }])
})

test('a lock that is never released is an error with a code, for every write that waits', async () => {
  const { db, file } = await open({ busyMs: 100 })
  const held = lock(file)
  const writes = [1, 2, 3].map((n) =>
    db.write((tx) =>
      tx
        .insertInto('setting')
        .values({ name: `a${n}`, value: 'b' })
        .execute(),
    ),
  )
  for (const write of writes) await expect(write).rejects.toMatchObject({ code: 'database.unavailable' })
  held.release()
  await db.write((tx) => tx.insertInto('setting').values({ name: 'later', value: 'b' }).execute())
})

test('a full disk is said to be full, and the next write works once there is space', async () => {
  const { db } = await open()
  const write = (name: string) =>
    db.write((tx) =>
      tx
        .insertInto('setting')
        .values({ name, value: 'x'.repeat(10_000_000) })
        .execute(),
    )
  // A limit of pages makes SQLite fail as it does on a full disk.
  await db.write((tx) => tx.insertInto('setting').values({ name: 'first', value: 'x' }).execute())
  const pages = await limitPages(db, 1)
  await expect(write('large')).rejects.toMatchObject({ code: 'storage.full' })
  await limitPages(db, pages + 100_000)
  await write('large')
  expect((await db.read.selectFrom('setting').select('name').where('name', 'in', ['first', 'large']).execute()).length).toBe(2)
})

/** Sets the largest number of pages of the database. SQLite raises it to the current size. @returns the number in force */
async function limitPages(db: Awaited<ReturnType<typeof openSqlite>>, pages: number): Promise<number> {
  const { rows } = await db.write((tx) => sql<{ max_page_count: number }>`${sql.raw(`PRAGMA max_page_count=${pages}`)}`.execute(tx))
  return rows[0]?.max_page_count ?? 0
}

test('one query after another lets others have their turn in between', async () => {
  const { db } = await open()
  let rounds = 0
  let isRunning = true
  const count = () => {
    rounds++
    if (isRunning) setImmediate(count)
  }
  setImmediate(count)
  for (let query = 0; query < 10; query++) {
    // Longer than a turn.
    for (const start = performance.now(); performance.now() - start < 10;);
    await db.read.selectFrom('setting').select('value').execute()
  }
  isRunning = false
  expect(rounds).toBeGreaterThan(7)
})
