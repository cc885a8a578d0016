import { HubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { queueMail, tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { type Account, emailStates, findByEmail, insertAccount, isNameTaken, selectByName, toAccount } from './account.ts'
import { isReserved } from './reserved-names.ts'
import { invalidateActors } from './actor-cache.ts'
import { addressBlock } from './address-block.ts'
import { redeemInvite } from './invites.ts'
import { checkPassword, hashPassword, passwordMatches } from './password.ts'
import { passwordLimits } from './password-limits.ts'
import { markProven } from './recent-proof.ts'
import { endSessionsExcept } from './sessions.ts'

/** Of calls that come from no other machine. */
const ownAddress = 'local'

/** Whether anyone may sign up now; the first account always may. */
export async function signUpState(hub: Hub): Promise<'first' | 'open' | 'invite' | 'closed'> {
  const any = await hub.db.read.selectFrom('account').select('id').where('kind', '=', 'user').limit(1).executeTakeFirst()
  return any === undefined ? 'first' : hub.config.signUp
}

/**
 * True for exactly one account of a hub: its first. On Postgres, the row in `setting` makes concurrent sign-ups wait for each other, where
 * both would see an empty table; it is rolled back if the account is not created.
 */
async function claimFirst(tx: Tx): Promise<boolean> {
  if (await tx.selectFrom('account').select('id').where('kind', '=', 'user').limit(1).executeTakeFirst()) return false
  const claim = await tx
    .insertInto('setting')
    .values({ name: 'first_account', value: 'claimed' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return claim.numInsertedOrUpdatedRows === 1n
}

/**
 * Opens an account for a person. The first one becomes the administrator, whatever the policy.
 * @param input.address from where
 * @throws {HubError} `auth.sign_up_closed`, `auth.invite_invalid`, `account.name_taken`, `account.weak_password`, `repo.invalid_name`;
 * `auth.rate_limited` when too many passwords wait to be hashed
 */
export async function signUp(
  hub: Hub,
  input: { name: string; password: string; email?: string | null; fullname?: string; inviteCode?: string | null; address?: string },
): Promise<Account> {
  requirePasswords(hub)
  const state = await signUpState(hub)
  if (state === 'closed') throw new HubError('auth.sign_up_closed')
  if (state === 'invite' && !input.inviteCode) throw new HubError('auth.invite_invalid', { field: 'inviteCode' })
  const network = addressBlock(input.address ?? ownAddress)
  await checkPassword(input.password, [input.name, input.email, input.fullname], network)
  const passwordHash = await hashPassword(input.password, network)
  return hub.db.write(async (tx) => {
    const isFirst = await claimFirst(tx)
    // Someone else may have become the first while the password was being hashed.
    if (!isFirst && hub.config.signUp === 'closed') throw new HubError('auth.sign_up_closed')
    const account = await insertAccount(tx, hub, {
      kind: 'user',
      name: input.name,
      email: input.email ?? null,
      // Anybody can state any address. It is theirs once they confirm it: until then, neither they nor anybody else learns whose it is.
      emailState: isFirst ? emailStates.claimed : emailStates.stated,
      passwordHash,
      isAdmin: isFirst,
      ...(input.fullname === undefined ? {} : { fullname: input.fullname }),
    })
    if (!isFirst && hub.config.signUp === 'invite') await redeemInvite(tx, hub, input.inviteCode ?? '', account.id)
    await recordEvent(tx, hub, { topic: 'account.created', actor: account.name })
    if (account.email !== null) await queueMail(tx, hub, { kind: 'confirm', userId: account.id, same: `confirm ${account.id}` })
    return account
  })
}

/** Creates a user on behalf of the administrator (command line); no policy applies. Without a password, the user can only use tokens. */
export async function createUser(
  hub: Hub,
  input: { name: string; password: string | null; fullname?: string; email?: string | null; isAdmin?: boolean },
): Promise<Account> {
  if (input.password !== null) await checkPassword(input.password, [input.name, input.email, input.fullname], ownAddress)
  const passwordHash = input.password === null ? null : await hashPassword(input.password, ownAddress)
  return hub.db.write(async (tx) => {
    const isFirst = await claimFirst(tx)
    const account = await insertAccount(tx, hub, {
      kind: 'user',
      name: input.name,
      email: input.email ?? null,
      // The operator vouches for it.
      emailState: emailStates.confirmed,
      passwordHash,
      isAdmin: isFirst || input.isAdmin === true,
      ...(input.fullname === undefined ? {} : { fullname: input.fullname }),
    })
    await recordEvent(tx, hub, { topic: 'account.created', actor: account.name })
    return account
  })
}

/**
 * Creates an account without a password for someone another service vouches for, using the first available name of the list.
 * @throws {HubError} `account.name_taken` when none is available
 */
export async function insertUser(
  tx: Tx,
  hub: Hub,
  input: { names: Iterable<string>; email: string | null; emailState: number; fullname?: string },
): Promise<Account> {
  const { names, ...about } = input
  for (const name of names) {
    if (isReserved(hub, name) || (await isNameTaken(tx, hub, name))) continue
    const isFirst = await claimFirst(tx)
    const account = await insertAccount(tx, hub, { kind: 'user', name, isAdmin: isFirst, ...about })
    await recordEvent(tx, hub, { topic: 'account.created', actor: account.name })
    return account
  }
  throw new HubError('account.name_taken')
}

/** @throws {HubError} `auth.password_off` when the operator requires sign-in through the identity provider */
function requirePasswords(hub: Hub): void {
  if (hub.config.passwordSignIn === 'off') throw new HubError('auth.password_off')
}

/**
 * The account behind a name (or e-mail address) and a password. Wrong ones are counted, by account, by network and in all.
 * @param address from where it is tried
 * @throws {HubError} `auth.invalid_credentials`, the same for every reason; `auth.rate_limited`
 */
export async function verifyPassword(hub: Hub, nameOrEmail: string, password: string, address = ownAddress): Promise<Account> {
  return (await verifyCurrentPassword(hub, nameOrEmail, password, address)).account
}

/**
 * {@link verifyPassword}, for what must not happen if the password is changed meanwhile: a check takes long enough for whoever knows the old one to always
 * have one under way.
 */
export async function verifyCurrentPassword(
  hub: Hub,
  nameOrEmail: string,
  password: string,
  address = ownAddress,
): Promise<VerifiedPassword> {
  requirePasswords(hub)
  const row = nameOrEmail.includes('@') ? await findByEmail(hub.db.read, nameOrEmail) : await selectByName(hub.db.read, nameOrEmail)
  const network = addressBlock(address)
  // Name and address of one account are one: trying both is no second chance.
  const attempt = await passwordLimits(hub).count(row ? `account ${row.uid}` : `nobody ${nameOrEmail.toLowerCase()}`, network)
  const matches = await passwordMatches(password.slice(0, 1000), row?.password_hash ?? null, network)
  if (!row || !matches || row.kind !== 'user' || row.disabled === 1) throw new HubError('auth.invalid_credentials')
  await attempt.wasRight()
  return {
    account: toAccount(row),
    async requireUnchanged(tx) {
      // An update, so that a change under way is waited for, and a later one waits.
      const same = await tx
        .updateTable('account')
        .set({ disabled: 0 })
        .where('id', '=', row.id)
        .where('disabled', '=', 0)
        .where('password_hash', '=', row.password_hash)
        .executeTakeFirst()
      if (same.numUpdatedRows !== 1n) throw new HubError('auth.invalid_credentials')
    },
  }
}

export interface VerifiedPassword {
  readonly account: Account
  /**
   * Requires, first in a transaction, that the account still has this password and was not suspended.
   * @throws {HubError} `auth.invalid_credentials`
   */
  requireUnchanged(tx: Tx): Promise<void>
}

/**
 * Changes a password. All browser sessions of the account end except one: whoever knew the old password is signed out.
 * @param keep hash of the session that stays, which counts as proven
 * @throws {HubError} `auth.invalid_credentials` when the old password is wrong, `account.weak_password`, `auth.rate_limited`
 */
export async function changePassword(
  hub: Hub,
  accountName: string,
  oldPassword: string,
  newPassword: string,
  address = ownAddress,
  keep: Buffer | null = null,
): Promise<void> {
  const network = addressBlock(address)
  const { account, requireUnchanged } = await verifyCurrentPassword(hub, accountName, oldPassword, address)
  await checkPassword(newPassword, [account.name, account.email, account.fullname], network)
  const passwordHash = await hashPassword(newPassword, network)
  await hub.db.write(async (tx) => {
    await requireUnchanged(tx)
    await tx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', account.id).execute()
    await tx.deleteFrom('password_reset').where('user_id', '=', account.id).execute()
    await endSessionsExcept(tx, hub, { userId: account.id, name: account.name }, keep)
    if (keep !== null) await markProven(tx, hub, keep, { isFactor: false })
    await recordEvent(tx, hub, { topic: 'account.password_changed', actor: account.name, payload: { account: account.name } })
    await tellAccount(tx, hub, account.id, { kind: 'password-changed' })
  })
  invalidateActors(hub)
}
