import type { Db } from '../../foundation/db/db.ts'
import { leaveDatabase } from './fetch-threads.ts'

/** Ends clones and fetches that are under way: before a database is closed. */
export async function endFetches(db: Db): Promise<void> {
  await leaveDatabase(db.location)
}
