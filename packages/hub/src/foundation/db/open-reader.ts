import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { DbLocation, Reader } from './db.ts'
import { postgresOptions } from './open-postgres.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'

/** A reader with connections of its own, which end with it. */
export interface OpenReader extends Reader, Pick<Kysely<Database>, 'connection' | 'destroy'> {}

/**
 * Read queries through connections of one's own: for another thread. The database must have been opened (and migrated) by the hub before.
 * Destroy it when done: while a reader is open, a closed SQLite database is not one file.
 */
export function openReader(location: DbLocation, maxConnections = 1): OpenReader {
  if (location.dialect === 'sqlite')
    return new Kysely<Database>({ dialect: new SqliteDialect({ database: sqliteConnection(location.file, { readOnly: true }) }) })
  const pool = new pg.Pool({ ...postgresOptions(location.url, location.schema, { readOnly: true }), max: maxConnections })
  // Without a listener an idle connection that the server ends would end this thread too.
  pool.on('error', () => {})
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
