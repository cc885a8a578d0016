import type { Hub } from '../../hub.ts'
import { type Progress, silenceMs, toProgress } from './progress.ts'

const finishedKeptMs = 3600 * 1000

/** The running jobs of a repo or a user, oldest first. The caller checks who may see the repo. */
export async function runningProgress(hub: Hub, of: { repoId: number } | { userId: number }): Promise<Progress[]> {
  let query = hub.db.read
    .selectFrom('progress')
    .selectAll()
    .where('state', '=', 'running')
    .where('updated', '>', hub.now().getTime() - silenceMs)
  query = 'repoId' in of ? query.where('repo_id', '=', of.repoId) : query.where('user_id', '=', of.userId)
  const rows = await query.orderBy('started').orderBy('id').limit(20).execute()
  return rows.map(toProgress)
}

/** Deletes jobs that have ended, or whose process died. @returns the number of rows */
export async function pruneProgress(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('progress')
      .where('updated', '<', hub.now().getTime() - finishedKeptMs)
      .executeTakeFirst()
    return Number(numDeletedRows)
  })
}
