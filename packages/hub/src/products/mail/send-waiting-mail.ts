import type { Selectable } from 'kysely'
import type { MailTable } from '../../foundation/db/schema.ts'
import {
  countWaiting,
  isMailAddress,
  type MailConnection,
  type MailResult,
  MailServerProblem,
  type MailTransport,
  type WrittenMail,
} from '../../foundation/mail/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import { mailFollowUps, mailWriters } from './writers.ts'

const minute = 60_000
const hour = 60 * minute
/** Delays between attempts for one mail. */
const waits = [minute, 5 * minute, 15 * minute, hour, 4 * hour, 12 * hour, 24 * hour] as const
/** Clocks of several servers differ by less. */
const toleranceMs = 5 * minute
/** Nothing waits longer, neither for another attempt nor for a daily summary: a time beyond it was written while the clock was ahead. */
const longestWaitMs = 24 * hour + toleranceMs
/** While the mail server cannot be used: from the first delay between two looks at it to the longest. */
const pauses = { first: 5_000, longest: 2 * minute }
/** A sender that has not finished a mail for this long is considered dead: several times what sending one may take. */
const leaseMs = 5 * minute
/** How long it can be seen what became of a mail. */
const keptMs = 7 * 24 * hour
const knownSignInMs = 180 * 24 * hour

interface State {
  sent: number
  failed: number
  /** Consecutive failures to use the mail server, and when to try again. Milliseconds since 1970. */
  problems: number
  pausedUntil: number
}

/** What this process sent, and what it knows about the mail server. */
const stateOf = hubState('mail-sender', (): State => ({ sent: 0, failed: 0, problems: 0, pausedUntil: 0 }))

/** Mails that this process sent and gave up since it started, and those that wait on the whole hub. */
export async function mailFigures(hub: Hub): Promise<{ sent: number; failed: number; waiting: number }> {
  const { sent, failed } = stateOf(hub)
  return { sent, failed, waiting: await countWaiting(hub.db.read, 1_000_000) }
}

type Row = Selectable<MailTable>

/**
 * Sends what is due, one mail after another over one connection, until nothing is. Safe to run in every server process: a mail is claimed by a conditional
 * update of its `next_at`. Delivery is at least once: if a connection, or this process, ends between the mail server's acceptance and our commit, the mail is
 * sent again with the same Message-ID. While the mail server cannot be used, attempts count for no mail.
 * @param stop once aborted, the mail under way is cut off, and goes out at the next start
 * @returns mails sent
 */
export async function sendWaitingMail(hub: Hub, transport: MailTransport, stop?: AbortSignal): Promise<number> {
  const state = stateOf(hub)
  let connection: MailConnection | null = null
  let sent = 0
  const isStopping = (): boolean => stop?.aborted === true
  const cut = (): void => connection?.close()
  stop?.addEventListener('abort', cut, { once: true })
  try {
    while (!isStopping() && !isPaused(hub)) {
      const row = await claim(hub)
      if (row === null) return sent
      const mail = await write(hub, row)
      if (mail === null) continue
      connection ??= await connect(hub, transport, row, stop)
      if (connection === null) return sent
      const { to, content } = mail
      const result = await connection.send({ uid: row.uid, to, content, date: new Date(row.created) })
      const isLost = result.state === 'failed' && !result.isConnected
      if (isLost && isStopping()) {
        await giveBack(hub, row)
        return sent
      }
      await settle(hub, row, mail, result)
      if (result.state === 'sent') sent++
      if (isLost) pause(hub, result.error)
      else state.problems = 0
    }
    return sent
  } finally {
    stop?.removeEventListener('abort', cut)
    connection?.close()
  }
}

/** Takes the mail that is due first. `null` when there is none. */
async function claim(hub: Hub): Promise<Row | null> {
  for (;;) {
    const now = hub.now().getTime()
    const due = await hub.db.read
      .selectFrom('mail')
      .select(['uid', 'next_at'])
      .where('state', '=', 'waiting')
      .where((eb) => eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + longestWaitMs)]))
      .orderBy('priority')
      .orderBy('next_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!due) return null
    const row = await hub.db.write((tx) =>
      tx
        .updateTable('mail')
        .set((eb) => ({ next_at: now + leaseMs, attempts: eb('attempts', '+', 1) }))
        .where('uid', '=', due.uid)
        .where('next_at', '=', due.next_at)
        .where('state', '=', 'waiting')
        .returningAll()
        .executeTakeFirst(),
    )
    // Otherwise another server has it.
    if (row) return row
  }
}

/** What the mail says. `null` when there is nothing to say any more, or it cannot be said now: the row is settled then. */
async function write(hub: Hub, row: Row): Promise<WrittenMail | null> {
  const { uid, kind, user_id: userId, data, created } = row
  const writer = mailWriters[kind]
  try {
    const mail = await writer?.(hub, { uid, userId, data: JSON.parse(data) as Record<string, unknown>, createdAt: new Date(created) })
    if (mail && isMailAddress(mail.to)) return mail
    await finish(hub, row, { state: 'dropped', error: writer === undefined ? `unknown kind ${kind}` : null })
  } catch (error) {
    hub.log.error('a mail could not be written; trying again', { mail: uid, kind, error: String(error) })
    await settle(hub, row, null, { state: 'failed', error: String(error), isConnected: true })
  }
  return null
}

/** `null` while the mail server cannot be used: the mail waits, and so do all others. */
async function connect(hub: Hub, transport: MailTransport, row: Row, stop: AbortSignal | undefined): Promise<MailConnection | null> {
  try {
    return await transport.connect(stop)
  } catch (error) {
    await giveBack(hub, row)
    if (!(error instanceof MailServerProblem)) throw error
    if (stop?.aborted !== true) pause(hub, error.message)
    return null
  }
}

/** Leaves the mail server alone for a while: longer each time, until it takes a mail. */
function pause(hub: Hub, error: string): void {
  const state = stateOf(hub)
  const ms = Math.min(pauses.first * 2 ** state.problems++, pauses.longest)
  state.pausedUntil = hub.now().getTime() + ms
  hub.log.error('the mail server cannot be used; mails wait', { error, againInSeconds: ms / 1_000 })
}

function isPaused(hub: Hub): boolean {
  const now = hub.now().getTime()
  const { pausedUntil } = stateOf(hub)
  // One that lasts longer began while the clock was ahead.
  return now < pausedUntil && pausedUntil <= now + pauses.longest
}

/** Lets a mail be sent as if it had not been tried. */
async function giveBack(hub: Hub, row: Row): Promise<void> {
  await hub.db.write((tx) =>
    tx
      .updateTable('mail')
      .set({ next_at: hub.now().getTime(), attempts: row.attempts - 1 })
      .where('uid', '=', row.uid)
      .where('next_at', '=', row.next_at)
      .where('state', '=', 'waiting')
      .execute(),
  )
}

async function settle(hub: Hub, row: Row, mail: WrittenMail | null, result: MailResult): Promise<void> {
  if (result.state === 'sent') return finish(hub, row, { state: 'sent', error: null }, mail)
  const wait = result.state === 'failed' ? waits[row.attempts - 1] : undefined
  if (wait === undefined) {
    hub.log.warn('a mail was given up', { mail: row.uid, kind: row.kind, error: result.error })
    return finish(hub, row, { state: 'failed', error: result.error }, mail)
  }
  await hub.db.write((tx) =>
    tx
      .updateTable('mail')
      .set({ next_at: hub.now().getTime() + wait, error: result.error.slice(0, 500) })
      .where('uid', '=', row.uid)
      .where('next_at', '=', row.next_at)
      .execute(),
  )
}

/** The end of a mail, unless another sender took it over meanwhile. What it said is forgotten. */
async function finish(
  hub: Hub,
  row: Row,
  { state, error }: { state: 'sent' | 'failed' | 'dropped'; error: string | null },
  mail: WrittenMail | null = null,
): Promise<void> {
  const isOurs = await hub.db.write(async (tx) => {
    const done = await tx
      .updateTable('mail')
      .set({ state, error: error?.slice(0, 500) ?? null, finished: hub.now().getTime(), data: '{}', same: null })
      .where('uid', '=', row.uid)
      .where('next_at', '=', row.next_at)
      .executeTakeFirst()
    if (done.numUpdatedRows !== 1n) return false
    // What was given up is not told again, either.
    if (state !== 'dropped') await mail?.onSent?.(tx)
    if (row.user_id !== null) await mailFollowUps[row.kind]?.(tx, hub, row.user_id)
    return true
  })
  if (isOurs && state === 'sent') stateOf(hub).sent++
  if (isOurs && state === 'failed') stateOf(hub).failed++
}

/** Deletes what is known about old mails, and browsers that nobody signed in with for long. @returns the number of mails */
export async function pruneMail(hub: Hub): Promise<number> {
  const now = hub.now().getTime()
  return hub.db.write(async (tx) => {
    await tx
      .deleteFrom('known_sign_in')
      .where('seen', '<', now - knownSignInMs)
      .execute()
    const done = await tx
      .deleteFrom('mail')
      .where('finished', '<', now - keptMs)
      .executeTakeFirst()
    return Number(done.numDeletedRows)
  })
}
