import type { Db } from '../../foundation/db/db.ts'
import { leaveDatabase } from './fetch-threads.ts'

/** Aborts clones and fetches in flight, before a database is closed. */
export async function endFetches(db: Db): Promise<void> {
  await leaveDatabase(db.location)
}
