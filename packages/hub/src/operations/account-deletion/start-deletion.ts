import { HubError } from '@portolan/contract'
import { type Actor, requireHubAdmin, requireUser, requireWriter, type UserActor } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import {
  type Account,
  endWaysIn,
  invalidateActors,
  keepFormerName,
  requireAccount,
  requireAnAdministrator,
  requireRecentProof,
  verifyPassword,
} from '../../identity/accounts/index.ts'
import { canCreateIn } from '../../repository/access/index.ts'
import { continueDeletions } from './continue-deletions.ts'
import { listedOrgs, requirePerson, soleAdminOf } from './plan-deletion.ts'

/** A session that began this recently stands for a password where there is none. Milliseconds. */
const recentMs = 10 * 60_000
/** Organizations that one deletion hands over. */
const maxHandedOver = 1_000

/** What becomes of the repos: they are deleted, or moved to another account. */
export type DeletionChoice = { readonly repos: 'delete' } | { readonly repos: 'move'; readonly to: string }

/**
 * Deletes the caller's own account. Their rights end at once; what they have is removed in steps afterwards.
 * @param input.name the account's name, typed as a confirmation
 * @param input.signedInAt when the session began, for accounts without a password
 * @throws {HubError} `auth.forbidden` with a token, `auth.invalid_credentials`, `auth.rate_limited`, `body.invalid`, `account.last_admin`, `org.last_admin`
 */
export async function deleteOwnAccount(
  hub: Hub,
  actor: Actor,
  choice: DeletionChoice,
  input: { name: string; password: string; signedInAt: Date | null; address?: string },
): Promise<void> {
  const user = requireUser(actor)
  if (requireWriter(actor).token !== null)
    throw new HubError('auth.forbidden', { message: 'You can delete your account only in a signed-in browser, not with a token' })
  if (input.name.trim().toLowerCase() !== user.name.toLowerCase())
    throw new HubError('body.invalid', { message: 'Type the name of your account to confirm', field: 'name' })
  const person = await requirePerson(hub, user.name)
  const target = await targetOf(hub, person, choice, (to) => canCreateIn(user, to.id))
  await requireRecentProof(hub, user, 'account.delete')
  await requirePresence(hub, person, input)
  await start(hub, user, person, { choice, target, heir: null })
}

/**
 * Deletes somebody's account. Their rights end at once; what they have is removed in steps afterwards.
 * @param handOverTo who becomes administrator of the organizations that nobody else administers
 * @throws {HubError} `auth.forbidden` for anybody but administrators of the hub, and for one's own account; `account.not_found`, `account.last_admin`;
 * `org.last_admin` (details: `organizations`) when there are such organizations and nobody to hand them to
 */
export async function deleteAccount(
  hub: Hub,
  actor: Actor,
  name: string,
  choice: DeletionChoice,
  handOverTo: string | null = null,
): Promise<void> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  const person = await requirePerson(hub, name)
  if (person.id === admin.userId)
    throw new HubError('auth.forbidden', { message: 'Delete your own account in your settings, where it asks for your password' })
  const target = await targetOf(hub, person, choice, () => true)
  const heir = handOverTo === null ? null : await requirePerson(hub, handOverTo)
  if (heir?.id === person.id)
    throw new HubError('body.invalid', { message: 'Organizations cannot be handed to the account that is deleted', field: 'handOverTo' })
  await requireRecentProof(hub, admin, 'person.delete')
  await start(hub, admin, person, { choice, target, heir })
}

async function targetOf(hub: Hub, person: Account, choice: DeletionChoice, mayReceive: (to: Account) => boolean): Promise<Account | null> {
  if (choice.repos === 'delete') return null
  const target = await requireAccount(hub, choice.to).catch((error: unknown) => {
    throw new HubError('body.invalid', { message: `There is no user or organization named ${choice.to}`, field: 'to' }, { cause: error })
  })
  if (target.id === person.id || target.isRobot || !mayReceive(target))
    throw new HubError('body.invalid', { message: `The repositories cannot be moved to ${target.name}`, field: 'to' })
  return target
}

/** By the password; without one, by a session that has just begun. */
async function requirePresence(hub: Hub, person: Account, input: { password: string; signedInAt: Date | null; address?: string }) {
  const row = await hub.db.read.selectFrom('account').select('password_hash').where('id', '=', person.id).executeTakeFirst()
  if (row?.password_hash && hub.config.passwordSignIn === 'on') {
    await verifyPassword(hub, person.name, input.password, input.address).catch((error: unknown) => {
      if (!(error instanceof HubError) || error.code !== 'auth.invalid_credentials') throw error
      throw new HubError('auth.invalid_credentials', { message: 'The password is incorrect.', field: 'password' }, { cause: error })
    })
    return
  }
  if (input.signedInAt === null || hub.now().getTime() - input.signedInAt.getTime() > recentMs)
    throw new HubError('auth.forbidden', { message: 'Sign out and in again first: your account has no password to confirm this with.' })
}

interface Request {
  readonly choice: DeletionChoice
  readonly target: Account | null
  /** Who becomes administrator of organizations left without one. */
  readonly heir: Account | null
}

/** Ends all rights of the account and takes its name off, in one short transaction; the rest follows in steps. */
async function start(hub: Hub, by: UserActor, person: Account, { choice, target, heir }: Request): Promise<void> {
  await hub.db.write(async (tx) => {
    // One deletion at a time decides whether somebody is left to administer: the hub, and organizations.
    await tx.updateTable('account').set({ is_admin: 1 }).where('is_admin', '=', 1).where('kind', '=', 'user').execute()
    const row = await lockPerson(tx, person)
    if (target !== null) await requireOpen(tx, target, 'to')
    if (heir !== null) await requireOpen(tx, heir, 'handOverTo')
    await handOver(tx, hub, by, person, heir)
    const { n } = await tx
      .selectFrom('repo')
      .select((eb) => eb.fn.countAll<number | string>().as('n'))
      .where('owner_id', '=', person.id)
      .where('vis', '<', visibility.deleted)
      .executeTakeFirstOrThrow()
    // While it still has its name: the audit log looks the account up by it.
    await recordEvent(tx, hub, {
      topic: 'account.deleted',
      actor: by.name,
      payload: { account: person.name, userId: person.id, repos: choice.repos, to: target?.name ?? null, repositories: Number(n) },
    })
    // While it still has its address.
    await tellAccount(tx, hub, person.id, { kind: 'account-deleted' })
    await endWaysIn(tx, person)
    await tx.updateTable('webhook').set({ disabled: 1, due_at: null }).where('user_id', '=', person.id).execute()
    await tx
      .updateTable('account')
      .set({
        name: `~${row.uid}`,
        fullname: '',
        email: null,
        email_state: 0,
        new_email: null,
        bio: null,
        website: null,
        password_hash: null,
        disabled: 1,
        is_admin: 0,
      })
      .where('id', '=', person.id)
      .execute()
    if (row.is_admin === 1) await requireAnAdministrator(tx)
    await keepFormerName(tx, hub, person, null)
    await tx
      .insertInto('account_deletion')
      .values({
        account_id: person.id,
        name: person.name,
        requested_by: by.name,
        repos: choice.repos,
        target_id: target?.id ?? null,
        total: Number(n),
        started: hub.now().getTime(),
        ended: null,
        error: null,
      })
      .execute()
  })
  invalidateActors(hub)
  // A server that ends meanwhile leaves the rest to the job of any server.
  void hub.background
    .run('delete an account', () => continueDeletions(hub, hub.background.signal))
    .catch((error: unknown) => hub.log.warn('the deletion of an account has not ended; it is tried again', { error: String(error) }))
}

async function lockPerson(tx: Tx, person: Account): Promise<{ uid: string; is_admin: number }> {
  const row = await tx
    .updateTable('account')
    .set({ kind: 'user' })
    .where('id', '=', person.id)
    .where('name', 'not like', '~%')
    .returning(['uid', 'is_admin'])
    .executeTakeFirst()
  if (!row) throw new HubError('account.not_found', { name: person.name })
  return row
}

async function requireOpen(tx: Tx, other: Account, field: 'to' | 'handOverTo'): Promise<void> {
  const row = await tx.selectFrom('account').select('disabled').where('id', '=', other.id).executeTakeFirst()
  if (row?.disabled !== 0) throw new HubError('body.invalid', { message: `The account ${other.name} is suspended or deleted`, field })
}

async function handOver(tx: Tx, hub: Hub, by: UserActor, person: Account, heir: Account | null): Promise<void> {
  const administered = tx.selectFrom('org_member').select('org_id').where('user_id', '=', person.id).where('role', '=', 'admin')
  // Whoever changes members of these organizations waits.
  await tx.updateTable('account').set({ kind: 'org' }).where('id', 'in', administered).execute()
  const orgs = await soleAdminOf(tx, person.id, maxHandedOver + 1)
  if (orgs.length === 0) return
  const names = orgs.slice(0, listedOrgs).map(({ name }) => name)
  if (heir === null)
    throw new HubError('org.last_admin', {
      message: `Nobody else administers ${names.join(', ')}. Make somebody else an administrator there, or delete what is not needed.`,
      organizations: names,
    })
  if (orgs.length > maxHandedOver)
    throw new HubError('org.last_admin', {
      message: `More than ${maxHandedOver} organizations have no other administrator`,
      organizations: names,
    })
  for (const org of orgs) {
    await tx
      .insertInto('org_member')
      .values({ org_id: org.id, user_id: heir.id, role: 'admin', created: hub.now().getTime() })
      .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doUpdateSet({ role: 'admin' }))
      .execute()
    const payload = { org: org.name, user: heir.name, userId: heir.id, role: 'admin' }
    await recordEvent(tx, hub, { topic: 'org.member_changed', actor: by.name, payload })
  }
}
