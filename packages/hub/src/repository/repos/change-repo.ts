import { HubError, repoNameProblem } from '@portolan/contract'
import type { Selectable } from 'kysely'
import type { Actor } from '../../foundation/actor/index.ts'
import { lockAccount, requireRecentProof } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { RepoTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import { reindexName, reindexVisibility } from '../search/index.ts'
import { reserveStorage } from '../../identity/quotas/index.ts'
import { requireAccess, type Repo, toRepo, visibility } from '../access/index.ts'
import { requireOwner } from './owner.ts'

/** Marks the repo as deleted and frees its name. Its objects stay until garbage collection frees them. */
export async function deleteRepo(hub: Hub, actor: Actor, repo: Repo): Promise<void> {
  requireAccess(actor, repo, 'admin')
  await requireRecentProof(hub, actor, 'repo.delete')
  await hub.db.write(async (tx) => {
    if (!(await removeRepo(tx, hub, actor.kind === 'user' ? actor.name : null, repo))) throw new HubError('repo.not_found')
  })
}

/** {@link deleteRepo} in a transaction of the caller, who has checked permission. @returns false when it was deleted already */
export async function removeRepo(tx: Tx, hub: Hub, actorName: string | null, repo: Repo): Promise<boolean> {
  const done = await tx
    .updateTable('repo')
    .set({ vis: visibility.deleted, updated: hub.now().getTime() })
    .where('id', '=', repo.id)
    .where('vis', '<', visibility.deleted)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) return false
  await reindexVisibility(tx, hub, repo.id, visibility[repo.visibility], visibility.deleted)
  await tx.deleteFrom('repo_redirect').where('repo_id', '=', repo.id).execute()
  await recordEvent(tx, hub, {
    topic: 'repo.deleted',
    actor: actorName,
    repoId: repo.id,
    payload: { fullName: repo.fullName, type: repo.type, visibility: repo.visibility },
  })
  return true
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
  const moving = hub.db.write(async (tx) => {
    await lockAccount(tx, owner.id)
    const before = await readUndeleted(tx, repo.id)
    if (!before) throw new HubError('repo.not_found')
    if (await isTaken(tx, before, owner.name, toName)) throw nameTaken(repo, `${owner.name}/${toName}`)
    if (before.owner_id !== owner.id) {
      const held = await tx.selectFrom('repo_usage').select(['large_bytes', 'git_bytes']).where('repo_id', '=', repo.id).executeTakeFirst()
      await reserveStorage(tx, hub, owner.id, (held?.large_bytes ?? 0) + (held?.git_bytes ?? 0))
    }
    return place(tx, hub, user.name, before, owner, toName)
  })
  return moving.catch((error: unknown) => {
    // Someone else took the name between the check and the write: Postgres reports it by the index.
    if ((error as { code?: unknown }).code !== '23505') throw error
    throw nameTaken(repo, `${owner.name}/${toName}`, { cause: error })
  })
}

/** In words that clients search for. */
function nameTaken({ type }: Repo, fullName: string, options?: ErrorOptions): HubError {
  return new HubError('repo.name_taken', { message: `A ${type} repository called ${fullName} already exists`, fullName, type }, options)
}

/**
 * Moves the repo to another owner in a transaction of the caller, who has checked permission; nothing happens when it was deleted. If the new owner has
 * one of that name, the old owner's name follows it. The quota of the new owner is not checked: nothing is stored that was not stored before.
 */
export async function transferRepo(
  tx: Tx,
  hub: Hub,
  actorName: string,
  repo: Repo,
  owner: { readonly id: number; readonly name: string },
): Promise<void> {
  const before = await readUndeleted(tx, repo.id)
  if (!before) return
  for (let n = 0; ; n++) {
    const name = n === 0 ? before.name : withEnding(before.name, `-${before.owner}${n === 1 ? '' : `-${n}`}`)
    if (await isTaken(tx, before, owner.name, name)) continue
    await place(tx, hub, actorName, before, owner, name)
    await tx.updateTable('oauth_app').set({ owner_id: owner.id }).where('space_id', '=', repo.id).execute()
    return
  }
}

/** Of a repo, in characters. */
const maxNameLength = 96

function withEnding(name: string, ending: string): string {
  return `${name.slice(0, maxNameLength - ending.length).replace(/(?<![-.])[-.]+$/, '')}${ending}`
}

function readUndeleted(tx: Tx, repoId: number): Promise<Selectable<RepoTable> | undefined> {
  return tx.selectFrom('repo').selectAll().where('id', '=', repoId).where('vis', '<', visibility.deleted).executeTakeFirst()
}

async function isTaken(tx: Tx, repo: Selectable<RepoTable>, owner: string, name: string): Promise<boolean> {
  const taken = await tx
    .selectFrom('repo')
    .select('id')
    .where('kind', '=', repo.kind)
    .where((eb) => eb(eb.fn<string>('lower', ['owner']), '=', owner.toLowerCase()))
    .where((eb) => eb(eb.fn<string>('lower', ['name']), '=', name.toLowerCase()))
    .where('vis', '<', visibility.deleted)
    .where('id', '!=', repo.id)
    .executeTakeFirst()
  return taken !== undefined
}

/** Gives the repo its new address; the old one redirects to it from then on. */
async function place(
  tx: Tx,
  hub: Hub,
  actorName: string,
  before: Selectable<RepoTable>,
  owner: { readonly id: number; readonly name: string },
  name: string,
): Promise<Repo> {
  const newName = { owner_lower: owner.name.toLowerCase(), name_lower: name.toLowerCase() }
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
      .values({ kind: before.kind, ...oldName, repo_id: before.id, created: hub.now().getTime() })
      .onConflict((conflict) => conflict.columns(['kind', 'owner_lower', 'name_lower']).doUpdateSet({ repo_id: before.id }))
      .execute()
  }
  const row = await tx
    .updateTable('repo')
    .set({ owner_id: owner.id, owner: owner.name, name })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [from, to] = [`${before.owner}/${before.name}`, `${owner.name}/${name}`]
  await reindexName(tx, hub, before.id, { oldFullName: from, newFullName: to })
  const repo = toRepo(row)
  await recordEvent(tx, hub, { topic: 'repo.moved', actor: actorName, repoId: before.id, payload: { from, to, type: repo.type } })
  return repo
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
