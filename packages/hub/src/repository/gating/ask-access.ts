import { HubError } from '@portolan/contract'
import { type Actor, requireWriter } from '../../foundation/actor/index.ts'
import { invalidateActors } from '../../identity/accounts/index.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { type Hub, insideOf } from '../../hub.ts'
import { canReadContent, type Repo, requireAccess } from '../access/index.ts'
import { readRepoFacts } from '../repos/index.ts'
import type { AccessStatus } from './access-request.ts'
import { checkAnswers } from './check-answers.ts'
import { gateForm } from './gate-form.ts'

/** The state of a user's own request. */
export interface OwnRequest {
  readonly status: AccessStatus
  readonly reason: string | null
  readonly askedAt: Date
}

/** The actor's request for a repo; `null` when there is none. */
export async function findOwnRequest(hub: Hub, actor: Actor, repo: Repo): Promise<OwnRequest | null> {
  if (actor.kind !== 'user') return null
  const row = await hub.db.read
    .selectFrom('access_request')
    .select(['status', 'reason', 'created'])
    .where('repo_id', '=', repo.id)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  return row ? { status: row.status, reason: row.reason, askedAt: new Date(row.created) } : null
}

/**
 * Requests access to a gated repo: granted immediately if the gate is `auto`, otherwise left to the owner. Asking again changes nothing, except
 * that a pending request is granted if the gate has become `auto`.
 * @param given answers by label; untrusted
 * @throws {HubError} `access.not_gated`, `access.rejected`, `body.invalid` for an answer, `auth.required`, `auth.read_only_token`
 */
export async function askAccess(hub: Hub, actor: Actor, repo: Repo, given: Readonly<Record<string, unknown>>): Promise<AccessStatus> {
  requireAccess(actor, repo, 'read')
  // A token limited to some repos must not share its user's name and address with an owner.
  const user = requireWriter(actor)
  if (repo.gated === false) throw new HubError('access.not_gated')
  const before = await findOwnRequest(hub, actor, repo)
  if (before?.status === 'rejected') throw rejected(before.reason)
  if (before?.status === 'accepted' || canReadContent({ ...user, token: null }, repo)) return 'accepted'
  if (before !== null && repo.gated === 'manual') return 'pending'
  const facts = await readRepoFacts(hub, repo)
  const answers = before === null ? checkAnswers(gateForm(facts?.cardData ?? null).fields, given) : null
  const status = await hub.db.write(async (tx) => {
    // The gate may have changed, or the owner may have responded, since the check above: the current state counts.
    const gate = await tx.selectFrom('repo').select('gated').where('id', '=', repo.id).executeTakeFirst()
    const wanted = gate?.gated === 'auto' ? 'accepted' : 'pending'
    const now = hub.now().getTime()
    if (answers !== null) {
      await tx
        .insertInto('access_request')
        .values({
          uid: hub.newId(),
          repo_id: repo.id,
          user_id: user.userId,
          status: 'pending',
          fields: JSON.stringify(answers),
          reason: null,
          granted_by: null,
          created: now,
          updated: now,
        })
        .onConflict((conflict) => conflict.columns(['repo_id', 'user_id']).doNothing())
        .execute()
    }
    if (wanted === 'accepted') {
      await tx
        .updateTable('access_request')
        .set({ status: 'accepted', updated: now })
        .where('repo_id', '=', repo.id)
        .where('user_id', '=', user.userId)
        .where('status', '=', 'pending')
        .execute()
    }
    const row = await tx
      .selectFrom('access_request')
      .select(['status', 'reason'])
      .where('repo_id', '=', repo.id)
      .where('user_id', '=', user.userId)
      .executeTakeFirst()
    if (!row) return 'pending'
    if (row.status === 'rejected') throw rejected(row.reason)
    await recordEvent(tx, hub, {
      topic: row.status === 'accepted' ? 'access.changed' : 'access.requested',
      actor: user.name,
      repoId: repo.id,
      payload: { userId: user.userId, user: user.name, status: row.status },
    })
    return row.status
  })
  if (status === 'accepted') invalidateActors(hub)
  return status
}

/**
 * Withdraws the actor's own request, or gives up access. A rejection stays: otherwise they could simply ask again.
 * @throws {HubError} `access.not_found`, `access.rejected`
 */
export async function cancelAccess(hub: Hub, actor: Actor, repo: Repo): Promise<void> {
  requireAccess(actor, repo, 'read')
  const user = requireWriter(actor)
  await hub.db.write(async (tx) => {
    const done = await tx
      .deleteFrom('access_request')
      .where('repo_id', '=', repo.id)
      .where('user_id', '=', user.userId)
      .where('status', '!=', 'rejected')
      .executeTakeFirst()
    if (done.numDeletedRows === 0n) {
      const left = await findOwnRequest(insideOf(hub, tx), actor, repo)
      throw left ? rejected(left.reason) : new HubError('access.not_found', { message: 'You have not requested access' })
    }
    await recordEvent(tx, hub, {
      topic: 'access.changed',
      actor: user.name,
      repoId: repo.id,
      payload: { userId: user.userId, user: user.name, status: null },
    })
  })
  invalidateActors(hub)
}

function rejected(reason: string | null): HubError {
  return new HubError('access.rejected', {
    message: `The owner rejected your access request${reason === null ? '' : `: ${reason}`}. You cannot request access again.`,
  })
}
