import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { databases, openTestHub, type TestHub } from '../../testing/open-test-hub.ts'
import { migrateEmpty } from './migrate-empty.ts'
import { migrations, migratorFor, type PortableMigration } from './migrate.ts'
import { postgresOptions } from './open-postgres.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** A migration that comes after all real ones: ships have a name. */
const ship: PortableMigration = {
  up: async (db) => void (await sql`create table ship(name text primary key)`.execute(db)),
  down: async (db) => void (await sql`drop table ship`.execute(db)),
}
const names = Object.keys(migrations).toSorted()
const later = { ...migrations, '9999-ship': ship }

/** Dropped on dispose: test databases are reused. */
async function makeShip(hub: TestHub): Promise<AsyncDisposable> {
  const { location } = hub.db
  const dialect =
    location.dialect === 'sqlite'
      ? sqliteDialect(sqliteConnection(location.file))
      : new PostgresDialect({ pool: new pg.Pool({ ...postgresOptions(location.url, location.schema), max: 2 }) })
  const db = new Kysely<unknown>({ dialect })
  const schema = location.dialect === 'postgres' ? (location.schema ?? undefined) : undefined
  const migrator = migratorFor(db, location.dialect, schema, later)
  expect((await migrator.migrateToLatest()).error).toBe(undefined)
  return {
    async [Symbol.asyncDispose]() {
      expect((await migrator.migrateTo(names.at(-1) ?? '')).error).toBe(undefined)
      await db.destroy()
    },
  }
}

const ships = (hub: TestHub) => sql<{ name: string }>`select name from ship`.execute(hub.db.read)

describe.for(databases)('an empty database on %s', (database) => {
  test('goes back to an older schema for rows of an older version, and forward again with them', async () => {
    await using hub = await openTestHub({ database })
    await using _ship = await makeShip(hub)
    const columns = { uid: 'u', kind: 'user' as const, name: 'ada', fullname: 'ada', created: 1 }
    const fill = async () => {
      await hub.db.write((tx) => tx.insertInto('account').values(columns).execute())
      return ships(hub).catch((error: unknown) => String(error))
    }
    expect(await migrateEmpty(hub.db.location, names, fill, later)).toMatch(/no such table|does not exist/)
    expect(await hub.db.read.selectFrom('account').select('name').execute()).toEqual([{ name: 'ada' }])
    expect((await ships(hub)).rows).toEqual([])
  })

  test('is up to date again when the filling fails', async () => {
    await using hub = await openTestHub({ database })
    await using _ship = await makeShip(hub)
    await expect(migrateEmpty(hub.db.location, names, () => Promise.reject(new Error('no')), later)).rejects.toThrow('no')
    expect((await ships(hub)).rows).toEqual([])
  })
})
