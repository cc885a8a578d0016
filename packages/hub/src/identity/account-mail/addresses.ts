import { HubError } from '@portolan/contract'
import { type Actor, requireUser, type UserActor } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { openRateLimiter } from '../../foundation/db/rate-limiter.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { isMailAddress, type MailWriter, queueMail, tellAccount } from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { emailStates, endRecoveryCodes, findByEmail, invalidateActors, requireRecentProof } from '../accounts/index.ts'
import { openMailLink, signMailLink } from './mail-links.ts'

const purpose = 'confirm'
const lifetimeMs = 24 * 60 * 60 * 1000
const hour = 3_600
/**
 * Mails per hour that ask to confirm an address: to one address, so that whoever states somebody else's cannot flood them, and for one account, so that it
 * cannot write to many.
 */
const max = { address: 3, account: 10 } as const
const limits = hubState('mail-confirm', (hub) => ({
  addresses: openRateLimiter(hub.db, { name: 'mail-confirm', max: max.address, windowSeconds: hour }),
  accounts: openRateLimiter(hub.db, { name: 'mail-confirm-account', max: max.account, windowSeconds: hour }),
}))

/** The e-mail address of an account, for its owner. */
export interface AccountEmail {
  readonly address: string | null
  readonly isConfirmed: boolean
  /** The address that replaces it once it is confirmed. */
  readonly newAddress: string | null
  /** Whether the hub sends mail at all. */
  readonly isMailOn: boolean
  /** False for people who sign in with their company account only: their address comes from there, if it has one. */
  readonly canChange: boolean
}

export async function accountEmail(hub: Hub, actor: Actor): Promise<AccountEmail> {
  const user = requireUser(actor)
  const row = await hub.db.read.selectFrom('account').selectAll().where('id', '=', user.userId).executeTakeFirstOrThrow()
  return {
    address: row.email,
    isConfirmed: row.email_state === emailStates.confirmed,
    newAddress: row.new_email,
    isMailOn: hub.config.sendsMail,
    canChange: row.email === null || (row.password_hash !== null && hub.config.passwordSignIn === 'on'),
  }
}

/** Queues a mail with a link that confirms the address that waits for it. */
export async function queueConfirmation(tx: Tx, hub: Hub, userId: number): Promise<void> {
  await queueMail(tx, hub, { kind: 'confirm', userId, same: `confirm ${userId}` })
}

/** Sends the link again, as far as the limits allow: the answer is the same. @throws {HubError} `auth.forbidden` for callers with a token */
export async function sendConfirmationAgain(hub: Hub, actor: Actor): Promise<void> {
  const user = requireBrowser(actor)
  await hub.db.write((tx) => queueConfirmation(tx, hub, user.userId))
}

/**
 * Changes the caller's address. One that was confirmed stays until the new one is, and is told. Whether somebody else has the new one is not revealed: its
 * owner learns of it by mail.
 * @throws {HubError} `body.invalid`, `auth.reauthentication_required`; `auth.forbidden` for callers with a token, and people without a password
 */
export async function changeEmail(hub: Hub, actor: Actor, asked: string): Promise<void> {
  const user = requireBrowser(actor)
  const address = asked.trim()
  if (!isMailAddress(address)) throw new HubError('body.invalid', { message: 'This is not a valid email address', field: 'email' })
  if (!(await accountEmail(hub, actor)).canChange)
    throw new HubError('auth.forbidden', { message: 'Your email address comes from your company account' })
  await requireRecentProof(hub, user, 'account.email')
  await hub.db.write(async (tx) => {
    const row = await tx.selectFrom('account').select(['email', 'email_state']).where('id', '=', user.userId).executeTakeFirstOrThrow()
    const isSame = row.email?.toLowerCase() === address.toLowerCase()
    if (isSame && row.email_state > emailStates.stated) {
      await tx.updateTable('account').set({ new_email: null }).where('id', '=', user.userId).execute()
      return
    }
    const isKept = row.email_state === emailStates.confirmed && hub.config.sendsMail
    await tx
      .updateTable('account')
      .set(isKept ? { new_email: address } : { email: address, email_state: emailStates.stated, new_email: null })
      .where('id', '=', user.userId)
      .execute()
    if (!isKept) await endRecoveryCodes(tx, user.userId)
    await recordEvent(tx, hub, { topic: 'account.email_changed', actor: user.name, payload: { account: user.name, userId: user.userId } })
    if (isKept) await tellAccount(tx, hub, user.userId, { kind: 'email-change-requested', address })
    await queueConfirmation(tx, hub, user.userId)
  })
}

/** Writes the mail with the link, or, if the address is somebody's already, tells them. */
export const writeConfirmation: MailWriter = async (hub, { userId }) => {
  const row = await hub.db.read
    .selectFrom('account')
    .select(['uid', 'name', 'email', 'email_state', 'new_email'])
    .where('id', '=', userId ?? 0)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  const to = row && (row.new_email ?? (row.email_state === emailStates.confirmed ? null : row.email))
  if (!row || !to) return null
  const { accounts, addresses } = limits(hub)
  if ((await accounts.count(row.uid)).isOver || (await addresses.count(to.toLowerCase())).isOver) return null
  const owner = await findByEmail(hub.db.read, to)
  const footer = 'You get this mail because somebody gave this address on the hub.'
  if (owner && owner.uid !== row.uid && owner.email_state === emailStates.confirmed) {
    const blocks = [
      {
        kind: 'text',
        text: `Somebody tried to use this email address for the account ${row.name}. It belongs to your account ${owner.name}, so it was not added there.`,
      },
      {
        kind: 'text',
        text: 'If that was you, sign in to your account; if you forgot the password, you can set a new one. Otherwise there is nothing to do.',
      },
      { kind: 'button', label: 'Sign in', path: '/sign-in' },
    ] as const
    return { to, content: { subject: 'You already have an account', blocks, footer } }
  }
  const code = await signMailLink(hub, purpose, [row.uid, to], lifetimeMs)
  const blocks = [
    { kind: 'text', text: `Please confirm that this is the email address of the account ${row.name}. The link works for a day.` },
    { kind: 'button', label: 'Confirm this address', path: `/confirm-email?code=${code}` },
    { kind: 'text', text: 'If this is not your account, ignore this mail: without a confirmation, the address is not used.' },
  ] as const
  return { to, content: { subject: 'Confirm your email address', blocks, footer } }
}

/** What a link confirms; `null` when it counts no longer. */
export async function confirmationOf(hub: Hub, code: string): Promise<{ account: string; address: string } | null> {
  const found = await findConfirmation(hub, hub.db.read, code)
  return found && { account: found.name, address: found.address }
}

/**
 * Confirms an address with the code of a mail. Signed in or not: whoever has the mail has the address.
 * @returns the account's name
 * @throws {HubError} `account.email_code_invalid` when the code is unknown or too old, or when the address is no longer the one to confirm, or somebody else's
 */
export async function confirmEmail(hub: Hub, code: string): Promise<string> {
  const name = await hub.db.write(async (tx) => {
    const found = await findConfirmation(hub, tx, code)
    const owner = found && (await findByEmail(tx, found.address))
    if (!found || (owner && owner.id !== found.id && owner.email_state === emailStates.confirmed))
      throw new HubError('account.email_code_invalid')
    // Stated before addresses were confirmed, by somebody who never did.
    if (owner && owner.id !== found.id)
      await tx.updateTable('account').set({ email_state: emailStates.stated }).where('id', '=', owner.id).execute()
    await tx
      .updateTable('account')
      .set({ email: found.address, email_state: emailStates.confirmed, new_email: null })
      .where('id', '=', found.id)
      .execute()
    await recordEvent(tx, hub, { topic: 'account.email_confirmed', actor: found.name, payload: { account: found.name, userId: found.id } })
    const former = found.email_state === emailStates.confirmed ? found.email : null
    if (former !== null) {
      await endRecoveryCodes(tx, found.id)
      await tellAccount(tx, hub, found.id, { kind: 'email-changed', formerAddress: former })
    }
    return found.name
  })
  invalidateActors(hub)
  return name
}

async function findConfirmation(hub: Hub, db: Reader, code: string) {
  const [uid = '', address = ''] = (await openMailLink(hub, purpose, code)) ?? []
  const row = await db
    .selectFrom('account')
    .select(['id', 'name', 'email', 'email_state', 'new_email'])
    .where('uid', '=', uid)
    .where('disabled', '=', 0)
    .executeTakeFirst()
  const awaited = row && (row.new_email ?? (row.email_state === emailStates.confirmed ? null : row.email))
  return row && awaited === address ? { ...row, address } : null
}

/** What only a person in a browser may do. */
export function requireBrowser(actor: Actor): UserActor {
  const user = requireUser(actor)
  if (user.token !== null)
    throw new HubError('auth.forbidden', { message: 'You can do this only in a signed-in browser, not with a token' })
  return user
}
