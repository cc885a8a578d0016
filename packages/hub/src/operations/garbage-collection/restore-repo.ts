import { HubError, repoNameProblem, type RepoType } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import { indexRepo } from '../../repository/search/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { RepoFacts } from '../../foundation/facts/index.ts'
import type { Hub } from '../../hub.ts'
import { kindOf, typeOf } from '../../foundation/db/repo-kind.ts'
import { type Repo, toRepo, visibility } from '../../repository/access/index.ts'
import { dropMarks } from './marks.ts'

/** The most recently deleted repo with that name that can still be restored; `null` when there is none. */
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
 * Restores a deleted repo as private: its owner decides anew who may see it.
 * @param uid as in the list of marks
 * @param as a different name, if the old one is taken; `owner/name` for a different owner, if the old one is deleted
 * @throws {HubError} `repo.not_found` when it is not deleted or is already being freed, `repo.name_taken`, `repo.invalid_name`, `account.not_found`
 */
export async function restoreRepo(hub: Hub, actorName: string | null, uid: string, as?: string): Promise<Repo> {
  const [newName, newOwner] = as?.split('/').reverse() ?? []
  const problem = newName === undefined ? null : repoNameProblem(newName)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, field: 'name' })
  return refuseTwins(
    hub.db.write(async (tx) => {
      const before = await tx.selectFrom('repo').selectAll().where('uid', '=', uid).where('vis', '=', visibility.deleted).executeTakeFirst()
      if (!before)
        throw new HubError('repo.not_found', { message: 'There is no deleted repository with that ID that can still be restored.' })
      const name = newName ?? before.name
      const owner = await ownerOf(tx, before, newOwner)
      const taken = await tx
        .selectFrom('repo')
        .select('id')
        .where('kind', '=', before.kind)
        .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner.name.toLowerCase()))
        .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
        .where('vis', '<', visibility.deleted)
        .executeTakeFirst()
      const fullName = `${owner.name}/${name}`
      if (taken) throw new HubError('repo.name_taken', { message: `${fullName} already exists. Restore it under another name.`, fullName })
      const now = hub.now().getTime()
      const row = await tx
        .updateTable('repo')
        .set({ vis: visibility.private, owner_id: owner.id, owner: owner.name, name, name_indexed: 0, updated: now })
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

/** Who gets the repo: its owner, or another one that is named. A deleted owner cannot get it back. */
async function ownerOf(tx: Tx, repo: { owner_id: number; owner: string }, name: string | undefined): Promise<{ id: number; name: string }> {
  const account = tx.selectFrom('account').select(['id', 'name']).where('name', 'not like', '~%')
  const owner = await (
    name === undefined
      ? account.where('id', '=', repo.owner_id)
      : account.where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
  ).executeTakeFirst()
  if (owner) return name === undefined ? { id: owner.id, name: repo.owner } : owner
  const message = name === undefined ? `${repo.owner} is deleted. Restore the repository as owner/name, for another owner.` : undefined
  throw new HubError('account.not_found', { name: name ?? repo.owner, ...(message === undefined ? {} : { message }) })
}

/** Someone else took the name between the check and the write: Postgres reports it by the index. */
async function refuseTwins<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw new HubError('repo.name_taken', { message: 'The name was just taken. Restore it under another name.' }, { cause: error })
  }
}
