import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { DbLocation, Reader } from './db.ts'
import { postgresOptions } from './open-postgres.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'

/**
 * Reads a database as of one instant, through a connection of its own: for long work in another thread. Nobody waits for it.
 * The database must have been opened (and migrated) by the hub before.
 */
export async function readSnapshot<T>(location: DbLocation, work: (db: Reader) => Promise<T>): Promise<T> {
  const sqlite = location.dialect === 'sqlite'
  const db = new Kysely<Database>({
    dialect: sqlite
      ? new SqliteDialect({ database: sqliteConnection(location.file, { readOnly: true }) })
      : new PostgresDialect({ pool: new pg.Pool({ ...postgresOptions(location.url, location.schema), max: 1 }) }),
  })
  try {
    return await db.connection().execute(async (connection) => {
      // Deferred: `begin immediate` would lock out the writer.
      await sql.raw(sqlite ? 'begin deferred' : 'begin isolation level repeatable read read only').execute(connection)
      const result = await work(connection)
      await sql`rollback`.execute(connection)
      return result
    })
  } finally {
    await db.destroy()
  }
}
