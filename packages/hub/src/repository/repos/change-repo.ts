import { HubError, repoNameProblem } from '@portolan/contract'
import type { Actor } from '../../foundation/actor/index.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { reindexName, reindexVisibility } from '../search/index.ts'
import { reserveStorage } from '../../identity/quotas/index.ts'
import { requireAccess, type Repo, toRepo, visibility } from '../access/index.ts'
import { requireOwner } from './owner.ts'

/** Marks the repo as deleted and frees its name. Its objects stay until garbage collection frees them. */
export async function deleteRepo(hub: Hub, actor: Actor, repo: Repo): Promise<void> {
  requireAccess(actor, repo, 'admin')
  await hub.db.write(async (tx) => {
    const done = await tx
      .updateTable('repo')
      .set({ vis: visibility.deleted, updated: hub.now().getTime() })
      .where('id', '=', repo.id)
      .where('vis', '<', visibility.deleted)
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n) throw new HubError('repo.not_found')
    await reindexVisibility(tx, hub, repo.id, visibility[repo.visibility], visibility.deleted)
    await tx.deleteFrom('repo_redirect').where('repo_id', '=', repo.id).execute()
    await recordEvent(tx, hub, {
      topic: 'repo.deleted',
      actor: actor.kind === 'user' ? actor.name : null,
      repoId: repo.id,
      payload: { fullName: repo.fullName, type: repo.type, visibility: repo.visibility },
    })
  })
}

/**
 * Renames or moves the repo; the old address redirects to the new one from then on.
 * @throws {HubError} `repo.name_taken`, `repo.invalid_name`, and those of the owner check
 */
export async function moveRepo(hub: Hub, actor: Actor, repo: Repo, toOwner: string, toName: string): Promise<Repo> {
  requireAccess(actor, repo, 'admin')
  const problem = repoNameProblem(toName)
  if (problem !== null) throw new HubError('repo.invalid_name', { message: problem, field: 'name' })
  const { user, owner } = await requireOwner(hub, actor, toOwner)
  const newName = { owner_lower: owner.name.toLowerCase(), name_lower: toName.toLowerCase() }
  const moving = hub.db.write(async (tx) => {
    await lockAccount(tx, owner.id)
    const before = await tx
      .selectFrom('repo')
      .selectAll()
      .where('id', '=', repo.id)
      .where('vis', '<', visibility.deleted)
      .executeTakeFirst()
    if (!before) throw new HubError('repo.not_found')
    const taken = await tx
      .selectFrom('repo')
      .select('id')
      .where('kind', '=', before.kind)
      .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', newName.owner_lower))
      .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', newName.name_lower))
      .where('vis', '<', visibility.deleted)
      .where('id', '!=', repo.id)
      .executeTakeFirst()
    if (taken) throw new HubError('repo.name_taken', { fullName: `${owner.name}/${toName}`, type: repo.type })
    await tx
      .deleteFrom('repo_redirect')
      .where('kind', '=', before.kind)
      .where('owner_lower', '=', newName.owner_lower)
      .where('name_lower', '=', newName.name_lower)
      .execute()
    const oldName = { owner_lower: before.owner.toLowerCase(), name_lower: before.name.toLowerCase() }
    if (oldName.owner_lower !== newName.owner_lower || oldName.name_lower !== newName.name_lower) {
      await tx
        .insertInto('repo_redirect')
        .values({ kind: before.kind, ...oldName, repo_id: repo.id, created: hub.now().getTime() })
        .onConflict((conflict) => conflict.columns(['kind', 'owner_lower', 'name_lower']).doUpdateSet({ repo_id: repo.id }))
        .execute()
    }
    if (before.owner_id !== owner.id) {
      const held = await tx.selectFrom('repo_usage').select(['large_bytes', 'git_bytes']).where('repo_id', '=', repo.id).executeTakeFirst()
      await reserveStorage(tx, hub, owner.id, (held?.large_bytes ?? 0) + (held?.git_bytes ?? 0))
    }
    const row = await tx
      .updateTable('repo')
      .set({ owner_id: owner.id, owner: owner.name, name: toName })
      .where('id', '=', repo.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await reindexName(tx, hub, repo.id, { oldFullName: `${before.owner}/${before.name}`, newFullName: `${owner.name}/${toName}` })
    await recordEvent(tx, hub, {
      topic: 'repo.moved',
      actor: user.name,
      repoId: repo.id,
      payload: { from: repo.fullName, to: `${owner.name}/${toName}`, type: repo.type },
    })
    return toRepo(row)
  })
  return moving.catch((error: unknown) => {
    // Someone else took the name between the check and the write: Postgres reports it by the index.
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw new HubError('repo.name_taken', { fullName: `${owner.name}/${toName}`, type: repo.type }, { cause: error })
  })
}

/** Changes who may see the repo and read its files. */
export async function updateRepoSettings(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  changes: { visibility?: 'public' | 'private'; gated?: false | 'auto' | 'manual' },
): Promise<Repo> {
  requireAccess(actor, repo, 'admin')
  return hub.db.write(async (tx) => {
    const before = await tx
      .selectFrom('repo')
      .select('vis')
      .where('id', '=', repo.id)
      .where('vis', '<', visibility.deleted)
      .executeTakeFirst()
    if (!before) throw new HubError('repo.not_found')
    const vis = changes.visibility === undefined ? before.vis : visibility[changes.visibility]
    const row = await tx
      .updateTable('repo')
      .set({ vis, ...(changes.gated === undefined ? {} : { gated: String(changes.gated) }) })
      .where('id', '=', repo.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (vis !== before.vis) await reindexVisibility(tx, hub, repo.id, before.vis, vis)
    await recordEvent(tx, hub, {
      topic: 'repo.settings_changed',
      actor: actor.kind === 'user' ? actor.name : null,
      repoId: repo.id,
      payload: {
        ...changes,
        fullName: `${row.owner}/${row.name}`,
        type: repo.type,
        before: before.vis === visibility.public ? 'public' : 'private',
      },
    })
    return toRepo(row)
  })
}
