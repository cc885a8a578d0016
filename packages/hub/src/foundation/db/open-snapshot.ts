import { sql } from 'kysely'
import type { DbLocation, Reader } from './db.ts'
import { openReader } from './open-reader.ts'

/**
 * Reads a database as of one instant, through its own connection: for long jobs in another thread. It blocks nobody.
 * The hub must have opened (and migrated) the database before.
 * @param statementMs the longest time for one statement on Postgres, and twice that between two of them; 0 for no limit
 */
export async function readSnapshot<T>(location: DbLocation, work: (db: Reader) => Promise<T>, statementMs = 0): Promise<T> {
  const sqlite = location.dialect === 'sqlite'
  const db = openReader(location, 1, statementMs)
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
