import type { Hub } from '../../hub.ts'
import { visibility } from '../../repository/access/index.ts'

/** How many discussions and pull requests a user has opened in public repos. */
export async function countDiscussionsBy(hub: Hub, userId: number): Promise<number> {
  const row = await hub.db.read
    .selectFrom('discussion')
    .innerJoin('repo', 'repo.id', 'discussion.repo_id')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('discussion.author_id', '=', userId)
    .where('repo.vis', '=', visibility.public)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}
