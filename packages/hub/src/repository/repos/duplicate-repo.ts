import { HubError, repoNameProblem } from '@portolan/contract'
import { sql } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import { indexRepo } from '../search/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import { lockRepo, queueRepoForGc } from '../../foundation/git-store/index.ts'
import type { Hub } from '../../hub.ts'
import { requireAccess, type Repo, toRepo, visibility } from '../access/index.ts'
import { reserveStorage } from '../../identity/quotas/index.ts'
import { requireOwner } from './owner.ts'
import { kindOf } from '../../foundation/db/repo-kind.ts'

/**
 * Creates a repo with the same branches, tags and history; pull requests, likes and downloads are not copied. A gate is:
 * copying must not free what its terms protect. Large files are shared, not stored again.
 * @throws {HubError} `repo.name_taken` (details: `fullName`), `repo.invalid_name`, and those of the owner check
 */
export async function duplicateRepo(
  hub: Hub,
  actor: Actor,
  source: Repo,
  to: { owner: string; name: string; visibility: 'public' | 'private' },
): Promise<Repo> {
  requireAccess(actor, source, 'content')
  const { user, owner } = await requireOwner(hub, actor, to.owner)
  const problem = repoNameProblem(to.name)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, field: 'name' })
  return hub.db.write(async (tx) => {
    // Nobody can move refs or free objects between the statements that copy them.
    await lockRepo(tx, source.id)
    const before = await tx
      .selectFrom('repo')
      .selectAll()
      .where('id', '=', source.id)
      .where('vis', '<', visibility.deleted)
      .executeTakeFirst()
    if (!before) throw new HubError('repo.not_found')
    const now = hub.now().getTime()
    const row = await tx
      .insertInto('repo')
      .values({
        uid: hub.newId(),
        kind: kindOf(source.type),
        owner_id: owner.id,
        owner: owner.name,
        name: to.name,
        vis: visibility[to.visibility],
        gated: before.gated,
        creator_id: user.userId,
        pipeline_tag: null,
        library: null,
        license: null,
        sdk: before.sdk,
        params: null,
        created: now,
        updated: now,
        head: before.head,
        tags: '[]',
        storage: before.storage,
        summary: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    const fullName = `${owner.name}/${to.name}`
    if (!row)
      throw new HubError('repo.name_taken', {
        message: `A ${source.type} repository called ${fullName} already exists`,
        fullName,
        type: source.type,
      })
    await tx
      .deleteFrom('repo_redirect')
      .where('kind', '=', row.kind)
      .where('owner_lower', '=', owner.name.toLowerCase())
      .where('name_lower', '=', to.name.toLowerCase())
      .execute()
    const held = await tx.selectFrom('repo_usage').select(['large_bytes', 'git_bytes']).where('repo_id', '=', source.id).executeTakeFirst()
    await reserveStorage(tx, hub, owner.id, (held?.large_bytes ?? 0) + (held?.git_bytes ?? 0))
    await copyContents(tx, source.id, row.id, now)
    // The copy also contains objects that only pull requests of the source referenced.
    await queueRepoForGc(tx, row.id)
    const facts = await tx.selectFrom('repo_facts').selectAll().where('repo_id', '=', source.id).executeTakeFirst()
    if (facts) {
      await tx.insertInto('repo_facts').values({ repo_id: row.id, head: facts.head, facts: facts.facts }).execute()
      await indexRepo(tx, hub, row.id, JSON.parse(facts.facts) as RepoFacts)
    }
    const payload = { fullName, type: source.type, duplicateOf: source.id }
    await recordEvent(tx, hub, { topic: 'repo.created', actor: user.name, repoId: row.id, payload })
    return toRepo(await tx.selectFrom('repo').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow())
  })
}

/** Rows are copied inside the database, except for refs of pull requests: those belong to the source's discussions. */
async function copyContents(tx: Tx, from: number, to: number, now: number): Promise<void> {
  await sql`insert into git_object(repo_id, oid, type, size, z)
    select ${sql.lit(to)}, oid, type, size, z from git_object where repo_id = ${sql.lit(from)}`.execute(tx)
  await sql`insert into git_ref(repo_id, name, oid)
    select ${sql.lit(to)}, name, oid from git_ref where repo_id = ${sql.lit(from)} and name not like 'refs/pr/%'`.execute(tx)
  await sql`insert into repo_lfs(repo_id, sha256, pending_user, created)
    select ${sql.lit(to)}, sha256, null, ${sql.lit(now)} from repo_lfs where repo_id = ${sql.lit(from)} and pending_user is null`.execute(
    tx,
  )
}
