import { HubError, limits } from '@portolan/contract'
import { type Account, invalidateActors, requireAccount, toAccount } from '../../identity/accounts/index.ts'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { type Repo, requireAccess } from '../access/index.ts'
import type { AccessStatus } from './access-request.ts'

/** Identifies a request: by user name, by the user's public id, or by the id of the request. */
export type RequestOf = { readonly user: string } | { readonly userId: string } | { readonly requestId: string }

export interface Decision {
  readonly status: AccessStatus
  /** Only with `rejected`. At most 200 characters. */
  readonly reason?: string | null
}

/**
 * Accepts or rejects a request, or makes it pending again.
 * @throws {HubError} `access.not_gated`; `access.not_found` when there is none or it already has this status; `auth.forbidden`; `body.invalid`
 */
export async function handleAccess(hub: Hub, actor: Actor, repo: Repo, whose: RequestOf, decision: Decision): Promise<void> {
  const { handled } = await handleManyAccess(hub, actor, repo, [whose], decision)
  if (handled === 0) throw new HubError('access.not_found')
}

/**
 * Like {@link handleAccess}, for up to 100 at once; missing requests and those that already have the status are skipped.
 * @returns the number changed
 */
export async function handleManyAccess(
  hub: Hub,
  actor: Actor,
  repo: Repo,
  whose: readonly RequestOf[],
  { status, reason = null }: Decision,
): Promise<{ handled: number }> {
  requireGate(actor, repo)
  if (whose.length > limits.accessBatch)
    throw new HubError('body.invalid', {
      message: `You can handle at most ${limits.accessBatch} access requests at once`,
      field: 'requests',
    })
  const why = reason?.trim() || null
  if (why !== null && status !== 'rejected')
    throw new HubError('body.invalid', { message: 'A reason can be given only for a rejection', field: 'rejectionReason' })
  if (why !== null && why.length > limits.rejectionReason) {
    throw new HubError('body.invalid', {
      message: `A reason can have at most ${limits.rejectionReason} characters`,
      field: 'rejectionReason',
    })
  }
  const by = requireUser(actor).name
  const handled = await hub.db.write(async (tx) => {
    let changed = 0
    for (const each of whose) {
      const user = await findRequester(tx, repo, each)
      if (!user) continue
      const done = await tx
        .updateTable('access_request')
        .set({
          status,
          reason: status === 'rejected' ? why : null,
          updated: hub.now().getTime(),
          ...(status === 'accepted' ? {} : { granted_by: null }),
        })
        .where('repo_id', '=', repo.id)
        .where('user_id', '=', user.id)
        .where('status', '!=', status)
        .executeTakeFirst()
      if (done.numUpdatedRows === 0n) continue
      changed++
      await recordEvent(tx, hub, {
        topic: 'access.changed',
        actor: by,
        repoId: repo.id,
        payload: { userId: user.id, user: user.name, status },
      })
    }
    return changed
  })
  if (handled > 0) invalidateActors(hub)
  return { handled }
}

/**
 * Grants a user access to a gated repo, whether or not they requested it.
 * @throws {HubError} `access.not_gated`, `access.already_granted`, `account.not_found`, `auth.forbidden`
 */
export async function grantAccess(hub: Hub, actor: Actor, repo: Repo, whom: { name: string } | { uid: string }): Promise<void> {
  requireGate(actor, repo)
  const giver = requireUser(actor)
  const user = await ('name' in whom ? requireAccount(hub, whom.name, 'user') : requireByUid(hub, whom.uid))
  await hub.db.write(async (tx) => {
    const now = hub.now().getTime()
    const before = await tx
      .selectFrom('access_request')
      .select('status')
      .where('repo_id', '=', repo.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (before?.status === 'accepted') throw new HubError('access.already_granted', { message: `${user.name} already has access` })
    await tx
      .insertInto('access_request')
      .values({
        uid: hub.newId(),
        repo_id: repo.id,
        user_id: user.id,
        status: 'accepted',
        reason: null,
        granted_by: giver.userId,
        created: now,
        updated: now,
      })
      .onConflict((conflict) =>
        conflict.columns(['repo_id', 'user_id']).doUpdateSet({ status: 'accepted', reason: null, granted_by: giver.userId, updated: now }),
      )
      .execute()
    await recordEvent(tx, hub, {
      topic: 'access.changed',
      actor: giver.name,
      repoId: repo.id,
      payload: { userId: user.id, user: user.name, status: 'accepted' },
    })
  })
  invalidateActors(hub)
}

async function requireByUid(hub: Hub, uid: string): Promise<Account> {
  const row = await hub.db.read.selectFrom('account').selectAll().where('uid', '=', uid).where('kind', '=', 'user').executeTakeFirst()
  if (!row) throw new HubError('account.not_found')
  return toAccount(row)
}

/** Grants all current and future members of an organization access to a gated repo. @throws as {@link grantAccess} */
export async function grantGroup(hub: Hub, actor: Actor, repo: Repo, orgName: string): Promise<void> {
  requireGate(actor, repo)
  const giver = requireUser(actor)
  const org = await requireAccount(hub, orgName, 'org')
  await hub.db.write(async (tx) => {
    const done = await tx
      .insertInto('access_group')
      .values({ repo_id: repo.id, org_id: org.id, granted_by: giver.userId, created: hub.now().getTime() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (done.numInsertedOrUpdatedRows !== 1n)
      throw new HubError('access.already_granted', { message: `The members of ${org.name} already have access` })
    await groupEvent(tx, hub, giver.name, repo, org.name, 'accepted')
  })
  invalidateActors(hub)
}

/** Revokes an organization's access; members who were granted access individually keep it. @throws {HubError} `access.not_found` */
export async function revokeGroup(hub: Hub, actor: Actor, repo: Repo, orgName: string): Promise<void> {
  requireAccess(actor, repo, 'access.write')
  const org = await requireAccount(hub, orgName, 'org')
  await hub.db.write(async (tx) => {
    const done = await tx.deleteFrom('access_group').where('repo_id', '=', repo.id).where('org_id', '=', org.id).executeTakeFirst()
    if (done.numDeletedRows === 0n)
      throw new HubError('access.not_found', { message: `The members of ${org.name} do not have access as a group` })
    await groupEvent(tx, hub, requireUser(actor).name, repo, org.name, null)
  })
  invalidateActors(hub)
}

function groupEvent(tx: Tx, hub: Hub, actor: string, repo: Repo, org: string, status: 'accepted' | null): Promise<void> {
  return recordEvent(tx, hub, { topic: 'access.changed', actor, repoId: repo.id, payload: { org, status } })
}

function requireGate(actor: Actor, repo: Repo): void {
  requireAccess(actor, repo, 'access.write')
  if (repo.gated === false) throw new HubError('access.not_gated')
}

async function findRequester(tx: Tx, repo: Repo, whose: RequestOf): Promise<Account | null> {
  let query = tx
    .selectFrom('access_request')
    .innerJoin('account', 'account.id', 'access_request.user_id')
    .selectAll('account')
    .where('access_request.repo_id', '=', repo.id)
  if ('user' in whose) query = query.where((eb) => eb(eb.fn<string>('lower', ['account.name']), '=', whose.user.toLowerCase()))
  else if ('userId' in whose) query = query.where('account.uid', '=', whose.userId)
  else query = query.where('access_request.uid', '=', whose.requestId)
  const row = await query.executeTakeFirst()
  return row ? toAccount(row) : null
}
