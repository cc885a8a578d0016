import type { Db } from '../db/db.ts'
import { forgetAnswers } from './answer-cache.ts'
import { leaveDatabase } from './fetch-threads.ts'

/** Ends clones and fetches that are under way, and lets go of what they hold: before a database is closed. */
export async function endFetches(db: Db): Promise<void> {
  await leaveDatabase(db.location)
  await forgetAnswers(db)
}
