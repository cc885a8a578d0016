import type { MailKind, MailPace } from '@portolan/contract'
import type { Reader, Tx } from '../db/db.ts'
import type { Hub } from '../../hub.ts'
import { loadPreference, mailKindNames, toPaces, toPreference } from './preferences.ts'
import { queueMails } from './queue-mail.ts'

/** How long a mail waits for more news of the same topic, counted from the first. */
const gatherMs = 3 * 60_000
/** The hour of the day at which daily summaries go out. UTC. */
const summaryHour = 6
const dayMs = 24 * 3_600_000
/** Topics that may wait for one account. What happens elsewhere meanwhile is not told by mail. */
const maxTopics = 100
const perStatement = 200

/** Somebody who is told, and what kind of news it is for them. */
interface Told {
  /** Row id of the account. */
  readonly userId: number
  readonly kind: MailKind
}

/**
 * Notes news for the next mails to some people, in the transaction of what happened: only for those with a confirmed address who want this kind. What the
 * mail says, and whether its receiver may still know it, is decided when it is sent (`products/mail/write-news.ts`).
 * @param news.topic see `mail_news`
 * @param news.event `uid` of the event, in a discussion
 */
export async function tellNews(
  tx: Tx,
  hub: Hub,
  news: { readonly topic: string; readonly event: string | null },
  people: readonly Told[],
): Promise<void> {
  if (!hub.config.sendsMail) return
  for (let from = 0; from < people.length; from += perStatement) await tellSome(tx, hub, news, people.slice(from, from + perStatement))
}

async function tellSome(
  tx: Tx,
  hub: Hub,
  { topic, event }: { readonly topic: string; readonly event: string | null },
  people: readonly Told[],
): Promise<void> {
  const ids = people.map(({ userId }) => userId)
  const accounts = await tx
    .selectFrom('account')
    .leftJoin('mail_preference', 'mail_preference.user_id', 'account.id')
    .select(['account.id', 'switched_off', 'daily'])
    .where('account.id', 'in', ids)
    .where('account.kind', '=', 'user')
    .where('is_robot', '=', 0)
    .where('disabled', '=', 0)
    .where('email', 'is not', null)
    .where('email_state', '=', 2)
    .execute()
  const paces = new Map(accounts.map((row) => [row.id, toPaces(toPreference(row))]))
  const full = await fullOf(tx, ids, topic)
  const wanted = people.flatMap(({ userId, kind }) => {
    const pace = paces.get(userId)?.[kind] ?? 'off'
    return pace === 'off' || full.has(userId) ? [] : [{ userId, kind, pace }]
  })
  if (wanted.length === 0) return
  const at = hub.now().getTime()
  await tx
    .insertInto('mail_news')
    .values(wanted.map(({ userId, kind }) => ({ user_id: userId, topic, kind, first_event: event, n: 1, at })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'topic']).doUpdateSet((eb) => ({
        n: eb('mail_news.n', '+', 1),
        // Whoever is named in a discussion of their repo hears of it as somebody who is named.
        kind: eb.case().when('excluded.kind', '=', 'mentions').then(eb.ref('excluded.kind')).else(eb.ref('mail_news.kind')).end(),
      })),
    )
    .execute()
  await queueMails(
    tx,
    hub,
    wanted.map(({ userId, pace }) => newsMail(userId, pace, dueAt(pace, at))),
  )
}

/** Those for whom too many topics wait, and this one does not. */
async function fullOf(tx: Tx, ids: readonly number[], topic: string): Promise<ReadonlySet<number>> {
  const rows = await tx
    .selectFrom('mail_news')
    .select((eb) => ['user_id', eb.fn.max(eb.case().when('topic', '=', topic).then(1).else(0).end()).as('waits')])
    .where('user_id', 'in', ids)
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll(), '>=', maxTopics)
    .execute()
  return new Set(rows.filter(({ waits }) => Number(waits) === 0).map(({ user_id }) => user_id))
}

function newsMail(userId: number, pace: Exclude<MailPace, 'off'>, at: number) {
  return { kind: 'news', userId, data: { pace }, same: `news ${pace} ${userId}`, isNews: true, at } as const
}

/** When a mail with this pace goes out at the earliest. Milliseconds since 1970. */
function dueAt(pace: Exclude<MailPace, 'off'>, at: number): number {
  if (pace === 'now') return at + gatherMs
  const today = at - (at % dayMs) + summaryHour * 3_600_000
  return today > at ? today : today + dayMs
}

/** News that waits for somebody, the oldest first. */
export async function waitingNews(db: Reader, userId: number) {
  return db.selectFrom('mail_news').selectAll().where('user_id', '=', userId).orderBy('at').orderBy('topic').execute()
}

/** Queues the mails for the news that still waits for somebody: after one of them was sent, or their preferences changed. */
export async function queueWaitingNews(tx: Tx, hub: Hub, userId: number): Promise<void> {
  const rows = await waitingNews(tx, userId)
  if (rows.length === 0) return
  const paces = toPaces(await loadPreference(tx, userId))
  for (const pace of ['now', 'daily'] as const) {
    const first = rows.find(({ kind }) => mailKindNames.some((each) => each === kind && paces[each] === pace))
    if (first) await queueMails(tx, hub, [newsMail(userId, pace, Math.max(dueAt(pace, first.at), hub.now().getTime()))])
  }
}

/** Forgets news of these kinds, for somebody who no longer wants it. */
export async function dropNews(tx: Tx, userId: number, kinds: readonly MailKind[]): Promise<void> {
  if (kinds.length > 0) await tx.deleteFrom('mail_news').where('user_id', '=', userId).where('kind', 'in', kinds).execute()
}
