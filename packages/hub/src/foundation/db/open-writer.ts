import { Kysely } from 'kysely'
import type { Db, DbLocation } from './db.ts'
import { postgresOptions, writeOnPostgres } from './open-postgres.ts'
import { unsyncedCommits } from './open-sqlite.ts'
import { openPool, PoolDialect } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Postgres connections of one writer. */
const maxConnections = 2

/** A connection that reads and writes, for another thread. */
export type OpenWriter = Pick<Db, 'read' | 'write' | keyof AsyncDisposable>

/**
 * Opens a connection for another thread than the hub's, which has opened (and migrated) the database before. On SQLite, write only while the hub waits in
 * `Db.writeAside`: otherwise its own writes find the database locked. Dispose of it before the hub closes.
 */
export function openWriter(location: DbLocation): OpenWriter {
  if (location.dialect === 'sqlite') {
    const connection = sqliteConnection(location.file)
    connection.raw.exec(unsyncedCommits)
    const db = new Kysely<Database>({ dialect: sqliteDialect(connection) })
    return {
      read: db,
      write: (work) => db.transaction().execute(work),
      async [Symbol.asyncDispose]() {
        await db.destroy()
        // Kysely closes only what it has used.
        if (connection.raw.isOpen) connection.raw.close()
      },
    }
  }
  const pool = openPool({ ...postgresOptions(location.url, location.schema, { readOnly: true }), max: maxConnections })
  const db = new Kysely<Database>({ dialect: new PoolDialect({ pool }) })
  return { read: db, write: (work) => writeOnPostgres(db, work), [Symbol.asyncDispose]: () => db.destroy() }
}
