import { sql } from 'kysely'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { databases, openTestHub } from '../../testing/open-test-hub.ts'
import type { Reader, Tx } from './db.ts'
import { openReader } from './open-reader.ts'

test('a reader has no way to build a query that writes', () => {
  const writes = (db: Reader): void => {
    // @ts-expect-error
    void db.insertInto
    // @ts-expect-error
    void db.updateTable
    // @ts-expect-error
    void db.deleteFrom
    // @ts-expect-error
    void db.replaceInto
    // @ts-expect-error
    void db.mergeInto
    // @ts-expect-error
    void db.schema
    // @ts-expect-error
    void db.transaction
    // @ts-expect-error
    void db.connection
    // @ts-expect-error
    void db.with
    // @ts-expect-error
    void db.withRecursive
  }
  expectTypeOf(writes).toBeFunction()
  expectTypeOf<Tx>().toExtend<Reader>()
  expectTypeOf<Reader>().not.toExtend<Tx>()
})

describe.for(databases)('reading on %s', (database) => {
  test('raw SQL that writes is refused, and what `write` writes is read', async () => {
    await using hub = await openTestHub({ database })
    await hub.db.write((tx) => tx.insertInto('setting').values({ name: 'kept', value: '1' }).execute())
    const own = openReader(hub.db.location)
    try {
      for (const db of [hub.db.read, own]) {
        for (const statement of [
          sql`insert into setting(name, value) values ('b', '2')`,
          sql`update setting set value = '2'`,
          sql`delete from setting`,
          sql`drop table setting`,
        ])
          await expect(statement.execute(db)).rejects.toThrow(/read-?only/)
        expect(await db.selectFrom('setting').selectAll().where('name', '=', 'kept').execute()).toEqual([{ name: 'kept', value: '1' }])
      }
    } finally {
      await own.destroy()
    }
  })
})
