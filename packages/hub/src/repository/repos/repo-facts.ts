import type { RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import type { Readable, Repo } from '../access/index.ts'

/** Facts from the files of the default branch, as of the last commit; `null` for a repo whose facts were never extracted. */
export async function readRepoFacts(hub: Hub, repo: Readable): Promise<RepoFacts | null> {
  const row = await hub.db.read.selectFrom('repo_facts').select('facts').where('repo_id', '=', repo.id).executeTakeFirst()
  return row ? (JSON.parse(row.facts) as RepoFacts) : null
}

/** Like {@link readRepoFacts}, for many repos at once, by repo id. */
export async function readManyRepoFacts(hub: Hub, repos: readonly Repo[]): Promise<Map<number, RepoFacts>> {
  if (repos.length === 0) return new Map()
  const ids = repos.map(({ id }) => id)
  const rows = await hub.db.read.selectFrom('repo_facts').select(['repo_id', 'facts']).where('repo_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.repo_id, JSON.parse(row.facts) as RepoFacts]))
}
