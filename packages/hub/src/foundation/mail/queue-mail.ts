import type { Reader, Tx } from '../db/db.ts'
import type { Hub } from '../../hub.ts'

/** Mails that may wait. What is more is not queued: something is wrong, or somebody floods the hub. */
const maxWaiting = 50_000

export interface QueuedMail {
  /** Says who writes the mail (`products/mail`). */
  readonly kind: string
  /** Row id of the account that gets it; `null` when that is found out as it is written. */
  readonly userId: number | null
  /** No secrets. */
  readonly data?: Readonly<Record<string, unknown>>
  /** While a mail with the same text waits, no other is queued. */
  readonly same?: string
  /** Goes behind mails that people wait for. */
  readonly isNews?: boolean
  /** Not before. Milliseconds since 1970. */
  readonly at?: number
}

/** Queues a mail in the transaction of what it tells about; nothing happens on a hub that sends none. Who gets it, and what it says, is decided when it is sent. */
export async function queueMail(tx: Tx, hub: Hub, mail: QueuedMail): Promise<void> {
  if (!hub.config.sendsMail) return
  // News is bounded by the number of accounts: at most one mail of each pace waits for one.
  if (mail.isNews !== true && (await countWaiting(tx, maxWaiting)) >= maxWaiting) {
    hub.log.error('a mail was not queued: too many wait', { kind: mail.kind, waiting: maxWaiting })
    return
  }
  await queueMails(tx, hub, [mail])
}

/** Like {@link queueMail}, for news to several people, whose number is bounded by the caller. */
export async function queueMails(tx: Tx, hub: Hub, mails: readonly QueuedMail[]): Promise<void> {
  const now = hub.now().getTime()
  await tx
    .insertInto('mail')
    .values(
      mails.map(({ kind, userId, data = {}, same = null, isNews = false, at = now }) => ({
        uid: hub.newId(),
        kind,
        same,
        user_id: userId,
        data: JSON.stringify(data),
        priority: isNews ? 1 : 0,
        state: 'waiting',
        next_at: at,
        created: now,
        finished: null,
        error: null,
      })),
    )
    // An update that changes nothing, but waits for a sender that is just finishing the other one: either that one sees our news, or we add a row.
    .onConflict((conflict) => conflict.column('same').doUpdateSet((eb) => ({ same: eb.ref('excluded.same') })))
    .execute()
}

/** Mails that wait to be sent, counted up to a limit. */
export async function countWaiting(db: Reader, limit: number): Promise<number> {
  const row = await db
    .selectFrom((eb) => eb.selectFrom('mail').select('id').where('state', '=', 'waiting').limit(limit).as('some'))
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
