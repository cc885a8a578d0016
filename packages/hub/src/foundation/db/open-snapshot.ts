import { sql } from 'kysely'
import type { DbLocation, Reader } from './db.ts'
import { openReader } from './open-reader.ts'

/**
 * Reads a database as of one instant, through its own connection: for long jobs in another thread. It blocks nobody.
 * The hub must have opened (and migrated) the database before.
 */
export async function readSnapshot<T>(location: DbLocation, work: (db: Reader) => Promise<T>): Promise<T> {
  const sqlite = location.dialect === 'sqlite'
  const db = openReader(location)
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
