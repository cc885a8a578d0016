import { HubError } from '@portolan/contract'
import { type Account, emailStates, findByEmail, insertUser, invalidateActors, requireRecentProof, toAccount } from '../accounts/index.ts'
import type { Selectable } from 'kysely'
import type { AccountTable } from '../../foundation/db/schema.ts'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { isMailAddress, tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { accountNames } from './account-name.ts'
import type { Identity, IdentityRules } from './identity.ts'
import { syncOrgRoles } from './sync-org-roles.ts'

/**
 * Returns the account of someone the identity provider vouches for, creating one if there is none and the rules allow it. Known people are found by
 * issuer and subject alone. An e-mail address never leads to an existing account: this hub never verified its addresses, so anyone who
 * signed up first with another person's address would share an account with them.
 * @throws {HubError} `sso.not_allowed`, `sso.no_account`, `sso.email_taken`
 */
export async function signInWithIdentity(hub: Hub, identity: Identity, rules: IdentityRules): Promise<Account> {
  requireAllowed(identity, rules)
  const account = await hub.db.write(async (tx) => {
    const known = await tx
      .selectFrom('identity')
      .innerJoin('account', 'account.id', 'identity.user_id')
      .selectAll('account')
      .where('identity.issuer', '=', identity.issuer)
      .where('identity.subject', '=', identity.subject)
      .executeTakeFirst()
    if (known?.disabled === 1) throw new HubError('sso.not_allowed', { message: 'The account is disabled' })
    const user = known ? toAccount(known) : await openAccount(tx, hub, identity, rules)
    if (known && identity.emailVerified && identity.email !== null) await vouchFor(tx, known, identity.email)
    if (known) {
      await tx
        .updateTable('identity')
        .set({ used: hub.now().getTime(), email: identity.email })
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .execute()
    }
    await syncOrgRoles(tx, hub, user, identity.groups, rules)
    return user
  })
  invalidateActors(hub)
  return account
}

/**
 * Links the caller's account to their identity at the provider: the only way to link an existing account.
 * @throws {HubError} `sso.linked_elsewhere`, `sso.not_allowed`, `auth.forbidden` for a caller using a token
 */
export async function linkIdentity(hub: Hub, actor: Actor, identity: Identity, rules: IdentityRules): Promise<void> {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', { message: 'You can connect accounts only in a signed-in browser, not with a token' })
  await requireRecentProof(hub, user, 'identity.change')
  requireAllowed(identity, rules)
  await hub.db.write(async (tx) => {
    const now = hub.now().getTime()
    const done = await tx
      .insertInto('identity')
      .values({ user_id: user.userId, issuer: identity.issuer, subject: identity.subject, email: identity.email, created: now, used: now })
      .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
      .executeTakeFirst()
    if (done.numInsertedOrUpdatedRows !== 1n) {
      const owner = await tx
        .selectFrom('identity')
        .select('user_id')
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .executeTakeFirst()
      if (owner?.user_id !== user.userId) throw new HubError('sso.linked_elsewhere')
      return
    }
    await noteLink(tx, hub, user.name, user.userId, identity)
    await tellAccount(tx, hub, user.userId, { kind: 'identity-linked', issuer: identity.issuer })
  })
}

/** The provider verified the address: it needs no confirmation of ours. People without a password have the address that they have at the provider. */
async function vouchFor(tx: Tx, account: Selectable<AccountTable>, email: string): Promise<void> {
  const isSame = account.email?.toLowerCase() === email.toLowerCase()
  if ((isSame && account.email_state === emailStates.confirmed) || (!isSame && account.password_hash !== null) || !isMailAddress(email))
    return
  const owner = await findByEmail(tx, email)
  if (owner && owner.id !== account.id) return
  await tx.updateTable('account').set({ email, email_state: emailStates.confirmed }).where('id', '=', account.id).execute()
}

function requireAllowed(identity: Identity, rules: IdentityRules): void {
  if (rules.domains.length > 0) {
    const domain = identity.email?.split('@').at(-1)?.toLowerCase() ?? ''
    if (!identity.emailVerified || !rules.domains.includes(domain))
      throw new HubError('sso.not_allowed', { message: 'Your email address is not in an allowed domain, or it is not verified' })
  }
  if (rules.groups.length > 0 && !identity.groups.some((group) => rules.groups.includes(group)))
    throw new HubError('sso.not_allowed', { message: 'You are not in any of the groups that have access to this hub' })
}

async function openAccount(tx: Tx, hub: Hub, identity: Identity, rules: IdentityRules): Promise<Account> {
  if (!rules.createsAccounts) throw new HubError('sso.no_account')
  const email = identity.email !== null && isMailAddress(identity.email) ? identity.email : null
  if (email !== null && (await findByEmail(tx, email))) throw new HubError('sso.email_taken')
  const fullname = identity.fullname?.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 100) || undefined
  const account = await insertUser(tx, hub, {
    names: accountNames(identity.username, email),
    email,
    emailState: identity.emailVerified ? emailStates.confirmed : emailStates.stated,
    ...(fullname === undefined ? {} : { fullname }),
  })
  const now = hub.now().getTime()
  await tx
    .insertInto('identity')
    .values({ user_id: account.id, issuer: identity.issuer, subject: identity.subject, email: identity.email, created: now, used: now })
    .execute()
  await noteLink(tx, hub, account.name, account.id, identity)
  return account
}

async function noteLink(tx: Tx, hub: Hub, actor: string, userId: number, { issuer, subject }: Identity): Promise<void> {
  await recordEvent(tx, hub, { topic: 'identity.linked', actor, payload: { userId, issuer, subject } })
}
