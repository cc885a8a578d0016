import { Kysely } from 'kysely'
import type { DbLocation, Reader } from './db.ts'
import { postgresOptions } from './open-postgres.ts'
import { openPool, PoolDialect } from './postgres-pool.ts'
import type { Database } from './schema.ts'
import { sqliteConnection } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** A reader with its own connections, which end with it. */
export interface OpenReader extends Reader, Pick<Kysely<Database>, 'connection' | 'destroy'> {}

/**
 * Read queries through separate connections: for another thread. The hub must have opened (and migrated) the database before.
 * Destroy it when done: while a reader is open, a closed SQLite database is not a single file.
 * @param statementMs the longest time for one statement on Postgres; 0 for no limit
 */
export function openReader(location: DbLocation, maxConnections = 1, statementMs = 0): OpenReader {
  if (location.dialect === 'sqlite')
    return new Kysely<Database>({ dialect: sqliteDialect(sqliteConnection(location.file, { readOnly: true })) })
  const pool = openPool({ ...postgresOptions(location.url, location.schema, { readOnly: true }), max: maxConnections }, statementMs)
  return new Kysely<Database>({ dialect: new PoolDialect({ pool }) })
}
