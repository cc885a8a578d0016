import { HubError, repoNameProblem, type RepoType } from '@portolan/contract'
import { indexRepo } from '../../repository/search/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import { kindOf, typeOf } from '../../foundation/db/repo-kind.ts'
import { type Repo, toRepo, visibility } from '../../repository/access/index.ts'
import { dropMarks } from './marks.ts'

/** The latest deleted repo of that name that can still be restored; `null` when there is none. */
export async function findDeletedRepo(hub: Hub, type: RepoType, fullName: string): Promise<{ uid: string } | null> {
  const [owner = '', name = ''] = fullName.toLowerCase().split('/')
  const row = await hub.db.read
    .selectFrom('repo')
    .select('uid')
    .where('vis', '=', visibility.deleted)
    .where('kind', '=', kindOf(type))
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name))
    .orderBy('updated', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/**
 * Brings a deleted repo back, private: who may see it is its owner's to decide anew.
 * @param uid as the list of marks names it
 * @param as another name, when the old one is taken
 * @throws {HubError} `repo.not_found` when it is not deleted or already going, `repo.name_taken`, `repo.invalid_name`
 */
export async function restoreRepo(hub: Hub, actorName: string | null, uid: string, as?: string): Promise<Repo> {
  const problem = as === undefined ? null : repoNameProblem(as)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, field: 'name' })
  return refuseTwins(
    hub.db.write(async (tx) => {
      const before = await tx.selectFrom('repo').selectAll().where('uid', '=', uid).where('vis', '=', visibility.deleted).executeTakeFirst()
      if (!before)
        throw new HubError('repo.not_found', { message: 'There is no deleted repository of that id that can still be restored.' })
      const name = as ?? before.name
      const taken = await tx
        .selectFrom('repo')
        .select('id')
        .where('kind', '=', before.kind)
        .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', before.owner.toLowerCase()))
        .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
        .where('vis', '<', visibility.deleted)
        .executeTakeFirst()
      const fullName = `${before.owner}/${name}`
      if (taken) throw new HubError('repo.name_taken', { message: `${fullName} exists by now; restore it under another name.`, fullName })
      const now = hub.now().getTime()
      const row = await tx
        .updateTable('repo')
        .set({ vis: visibility.private, name, name_indexed: 0, updated: now })
        .where('id', '=', before.id)
        .where('vis', '=', visibility.deleted)
        .returningAll()
        .executeTakeFirst()
      if (!row) throw new HubError('repo.not_found')
      const facts = await tx.selectFrom('repo_facts').select('facts').where('repo_id', '=', before.id).executeTakeFirst()
      if (facts) await indexRepo(tx, hub, before.id, JSON.parse(facts.facts) as RepoFacts)
      await dropMarks(tx, 'repository', 0, [uid])
      await recordEvent(tx, hub, {
        topic: 'repo.created',
        actor: actorName,
        repoId: before.id,
        payload: { fullName, type: typeOf(before.kind), restored: true },
      })
      return toRepo(await tx.selectFrom('repo').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow())
    }),
  )
}

/** Somebody else took the name between the look and the writing: Postgres tells it by the index. */
async function refuseTwins<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw new HubError('repo.name_taken', { message: 'The name was taken at this moment; restore it under another one.' }, { cause: error })
  }
}
