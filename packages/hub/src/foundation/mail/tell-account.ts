import type { Tx } from '../db/db.ts'
import { currentCaller } from '../audit/index.ts'
import type { Hub } from '../../hub.ts'
import { queueMail } from './queue-mail.ts'

/** Changes of an account that its owner is always told by mail. What each says: `identity/account-mail/notices.ts`. */
export type AccountNotice =
  | { readonly kind: 'sign-in'; readonly userAgent: string | null }
  | { readonly kind: 'token-created'; readonly token: string }
  | { readonly kind: 'password-changed' }
  | { readonly kind: 'password-reset' }
  /** Goes to the former address. */
  | { readonly kind: 'email-changed'; readonly formerAddress: string }
  | { readonly kind: 'email-change-requested'; readonly address: string }
  | { readonly kind: 'second-factor-added'; readonly name: string }
  | { readonly kind: 'second-factor-removed'; readonly name: string }
  | { readonly kind: 'second-factors-reset' }
  | { readonly kind: 'recovery-codes-created' }
  | { readonly kind: 'recovery-code-used' }
  | { readonly kind: 'ssh-key-added'; readonly name: string; readonly fingerprint: string }
  | { readonly kind: 'identity-linked'; readonly issuer: string }
  | { readonly kind: 'identity-unlinked'; readonly issuer: string }
  | { readonly kind: 'account-deleted' }

/**
 * Tells the owner of an account by mail that something important about it changed, in the transaction of the change. They cannot switch this off. Nothing
 * happens when the hub sends no mail, and nothing is sent to an address that was not confirmed. The mail says when and from which network address.
 * @param userId row id of the account
 */
export async function tellAccount(tx: Tx, hub: Hub, userId: number, notice: AccountNotice): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['name', 'email', 'email_state', 'is_robot'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account || account.is_robot === 1) return
  const isConfirmed = account.email_state === 2
  const to = notice.kind === 'email-changed' ? notice.formerAddress : isConfirmed ? account.email : null
  if (to === null) return
  // The address as of now: the account may be deleted, or have another address, when the mail is sent.
  const data = { notice, to, account: account.name, at: hub.now().getTime(), from: currentCaller().address }
  await queueMail(tx, hub, { kind: 'notice', userId: null, data })
}
