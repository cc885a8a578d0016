import { HubError, isMailKind, type MailKind } from '@portolan/contract'
import { type Actor, requireUser } from '../../foundation/actor/index.ts'
import type { Reader } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import {
  dropNews,
  loadPreference,
  mailKindNames,
  type MailPaces,
  queueWaitingNews,
  savePreference,
  toPaces,
} from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { emailStates } from '../accounts/index.ts'
import { requireBrowser } from './addresses.ts'
import { openMailLink, signMailLink } from './mail-links.ts'

const purpose = 'unsubscribe'

/** What somebody gets by mail, for themselves. */
export interface NewsByMail {
  /** Whether the hub sends mail at all. */
  readonly isMailOn: boolean
  /** Where it goes; `null` when the account has no confirmed address, and gets none. */
  readonly address: string | null
  readonly paces: MailPaces
}

export async function newsByMail(hub: Hub, actor: Actor): Promise<NewsByMail> {
  const user = requireUser(actor)
  const row = await hub.db.read
    .selectFrom('account')
    .select(['email', 'email_state'])
    .where('id', '=', user.userId)
    .executeTakeFirstOrThrow()
  return {
    isMailOn: hub.config.sendsMail,
    address: row.email_state === emailStates.confirmed ? row.email : null,
    paces: toPaces(await loadPreference(hub.db.read, user.userId)),
  }
}

/** Sets what the caller gets by mail. News that waits goes out at its new time. @throws {HubError} `auth.forbidden` for callers with a token */
export async function changeNewsByMail(hub: Hub, actor: Actor, paces: MailPaces): Promise<void> {
  const user = requireBrowser(actor)
  const switchedOff = mailKindNames.filter((kind) => paces[kind] === 'off')
  const daily = mailKindNames.filter((kind) => paces[kind] === 'daily')
  await hub.db.write(async (tx) => {
    await savePreference(tx, user.userId, { switchedOff, daily })
    await dropNews(tx, user.userId, switchedOff)
    await queueWaitingNews(tx, hub, user.userId)
    await recordEvent(tx, hub, { topic: 'account.updated', actor: user.name, payload: { account: user.name, userId: user.userId } })
  })
}

/** The path of a link with which somebody gets no more news of these kinds, without signing in. It never expires: mails are kept for years. */
export async function unsubscribePath(hub: Hub, accountUid: string, kinds: readonly MailKind[]): Promise<string> {
  return `/unsubscribe?code=${await signMailLink(hub, purpose, [accountUid, ...kinds], null)}`
}

/** What a link turns off. */
export interface Unsubscription {
  readonly account: string
  readonly kinds: readonly MailKind[]
  /** Whether all of it is off. */
  readonly isOff: boolean
}

/** `null` when this hub did not make the code, or the account is gone. */
export async function unsubscriptionOf(hub: Hub, code: string): Promise<Unsubscription | null> {
  const found = await find(hub, hub.db.read, code)
  if (!found) return null
  const { name, kinds, preference } = found
  return { account: name, kinds, isOff: kinds.every((kind) => preference.switchedOff.includes(kind)) }
}

/**
 * Turns off what a link says, or on again. Signed in or not: whoever has the mail may.
 * @throws {HubError} `account.unsubscribe_code_invalid`
 */
export async function unsubscribe(hub: Hub, code: string, { isUndo = false }: { isUndo?: boolean } = {}): Promise<void> {
  await hub.db.write(async (tx) => {
    const found = await find(hub, tx, code)
    if (!found) throw new HubError('account.unsubscribe_code_invalid')
    const { id, name, kinds, preference } = found
    const others = preference.switchedOff.filter((each) => !kinds.some((kind) => kind === each))
    await savePreference(tx, id, { ...preference, switchedOff: isUndo ? others : [...others, ...kinds] })
    if (!isUndo) await dropNews(tx, id, kinds)
    // No actor: mails can be forwarded.
    await recordEvent(tx, hub, { topic: 'account.updated', actor: null, payload: { account: name, userId: id } })
  })
}

async function find(hub: Hub, db: Reader, code: string) {
  const [uid = '', ...names] = (await openMailLink(hub, purpose, code)) ?? []
  const kinds = names.filter(isMailKind)
  const row = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('uid', '=', uid)
    .where('name', 'not like', '~%')
    .executeTakeFirst()
  return row && kinds.length > 0 ? { ...row, kinds, preference: await loadPreference(db, row.id) } : null
}
