import type { Hub } from '../../hub.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'
import { type Repo, toRepo, visibility } from '../../repository/access/index.ts'

/** A label of the DNS. */
const maxLabel = 63

/**
 * Subdomains of Spaces, by repo id: `owner-name` in lower case, other characters as `-`.
 * Created once, kept until the Space is renamed; if the name is taken, it gets a suffix.
 */
export async function subdomainsOf(hub: Hub, spaces: readonly Pick<Repo, 'id' | 'uid' | 'fullName'>[]): Promise<Map<number, string>> {
  if (spaces.length === 0) return new Map()
  const ids = spaces.map(({ id }) => id)
  const rows = await hub.db.read.selectFrom('space_subdomain').selectAll().where('repo_id', 'in', ids).execute()
  const known = new Map(rows.map((row) => [row.repo_id, row]))
  const result = new Map<number, string>()
  for (const space of spaces) {
    const row = known.get(space.id)
    result.set(space.id, row?.full_name === space.fullName ? row.label : await assign(hub, space))
  }
  return result
}

async function assign(hub: Hub, space: Pick<Repo, 'id' | 'uid' | 'fullName'>): Promise<string> {
  const plain = space.fullName
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '-')
    .replaceAll(/^-+|(?<!-)-+$/g, '')
  const withSuffix = `${plain.slice(0, maxLabel - 9).replace(/(?<!-)-+$/, '')}-${space.uid.slice(-8)}`
  return hub.db.write(async (tx) => {
    await tx.deleteFrom('space_subdomain').where('repo_id', '=', space.id).execute()
    if (plain.length <= maxLabel && plain !== '') {
      // The subdomain of a deleted Space is available again.
      await tx
        .deleteFrom('space_subdomain')
        .where('label', '=', plain)
        .where('repo_id', 'in', tx.selectFrom('repo').select('id').where('vis', '>=', visibility.deleted))
        .execute()
      const taken = await insert(plain)
      if (taken) return plain
    }
    await insert(withSuffix)
    return withSuffix

    async function insert(label: string): Promise<boolean> {
      const row = await tx
        .insertInto('space_subdomain')
        .values({ label, repo_id: space.id, full_name: space.fullName })
        .onConflict((conflict) => conflict.doNothing())
        .returning('label')
        .executeTakeFirst()
      return row !== undefined
    }
  })
}

/** The Space at a subdomain, without a permission check; `null` when there is none. */
export async function findSpaceBySubdomain(hub: Hub, label: string): Promise<Repo | null> {
  const row = await hub.db.read
    .selectFrom('space_subdomain')
    .innerJoin('repo', 'repo.id', 'space_subdomain.repo_id')
    .selectAll('repo')
    .where('space_subdomain.label', '=', label)
    .where('repo.kind', '=', kindOf('space'))
    .where('repo.vis', '<', visibility.deleted)
    .executeTakeFirst()
  return row ? toRepo(row) : null
}
