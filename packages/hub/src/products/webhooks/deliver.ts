import { createHmac } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Tx } from '../../foundation/db/db.ts'
import { decryptAtRest } from '../../foundation/encryption/index.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import { loadActorWithRights } from '../../identity/accounts/index.ts'
import { mayHear } from './may-hear.ts'
import { postJson, type PostLimits, type PostResult } from './post.ts'
import { countOutcome } from './outcomes.ts'
import { onMessage, switchOff } from './queue.ts'

const minute = 60_000
/** Delays between attempts for one message. */
const waits = [10_000, minute, 5 * minute, 30 * minute] as const
/** Maximum delay honored when a receiver asks for more time in Retry-After. */
const longestAskedMs = 60 * minute
/** Nothing waits longer: a time beyond it was written while the clock was ahead. */
const longestWaitMs = 2 * longestAskedMs
/** A sender that has not shown any sign of life for this long is considered dead: several times what one delivery may take. */
const leaseMs = minute
/** A webhook is disabled after this many consecutive failed messages. */
export const failuresUntilOff = 10
const keptMs = 30 * 24 * 60 * minute
/** Receivers called at once by one process. */
const maxReceivers = 32
/** How much one receiver gets before others that wait have their turn. */
const turn = { messages: 20, ms: 5_000 }
/** While deliveries are under way: how often to look for messages from other processes. Milliseconds. */
const lookMs = 1_000

export type WebhookReach = 'public' | 'local' | 'any'

export interface DeliverOptions {
  /** Once aborted, no message is started, and those under way end soon. What was not delivered is, by whoever calls next. */
  readonly stop?: AbortSignal
  /** How long deliveries under way may go on after `stop`: a receiver that was cut off gets its message again. Milliseconds. */
  readonly graceMs?: number
  /** Receivers called at once. */
  readonly receivers?: number
  readonly limits?: PostLimits
}

/** What a sender needs for one message. */
interface Sender {
  readonly hub: Hub
  readonly reach: WebhookReach
  readonly stop: AbortSignal | undefined
  /** Ends deliveries under way. */
  readonly cut: AbortSignal
  readonly limits: PostLimits | undefined
}

/**
 * Sends what is due: the messages of one webhook in order, several webhooks side by side, so that a slow receiver holds up nobody else. Goes on until
 * nothing is due and nothing under way. Safe to run in every server process: a webhook is claimed by a conditional update of its `due_at`, and its messages
 * go out one at a time. Delivery is at least once: a process that dies between an answer and its commit leaves a message that is sent again.
 * @returns the number of messages attempted
 */
export async function deliverWebhooks(hub: Hub, reach: WebhookReach, options: DeliverOptions = {}): Promise<number> {
  const { stop, graceMs = 2_000, receivers = maxReceivers, limits } = options
  const cut = new AbortController()
  const sender: Sender = { hub, reach, stop, cut: cut.signal, limits }
  const busy = new Map<string, Promise<void>>()
  let tried = 0
  let wake = (): void => {}
  let grace: NodeJS.Timeout | undefined
  const onStop = (): void => {
    grace = setTimeout(() => cut.abort(), graceMs)
    wake()
  }
  const isStopping = (): boolean => stop?.aborted === true
  if (isStopping()) return 0
  stop?.addEventListener('abort', onStop, { once: true })
  const unsubscribe = onMessage(hub, () => wake())
  try {
    for (;;) {
      const news = Promise.withResolvers<void>()
      wake = news.resolve
      const due = isStopping() ? [] : await dueQueues(hub, receivers - busy.size, [...busy.keys()])
      for (const { uid, due_at } of due) {
        const work = drain(sender, uid, due_at)
          .then((n) => void (tried += n))
          // Its lease ends by itself.
          .catch((error: unknown) => hub.log.error('a webhook could not be served; trying again', { webhook: uid, error: String(error) }))
          .finally(() => busy.delete(uid))
        busy.set(uid, work)
      }
      if (busy.size === 0) return tried
      const timer = setTimeout(news.resolve, lookMs)
      await Promise.race([news.promise, ...busy.values()])
      clearTimeout(timer)
    }
  } finally {
    unsubscribe()
    await Promise.all(busy.values())
    stop?.removeEventListener('abort', onStop)
    clearTimeout(grace)
  }
}

/** Webhooks to look at, the longest due first. */
async function dueQueues(hub: Hub, limit: number, busy: readonly string[]): Promise<{ uid: string; due_at: number }[]> {
  if (limit <= 0) return []
  const now = hub.now().getTime()
  let query = hub.db.read
    .selectFrom('webhook')
    .select(['uid', 'due_at'])
    .where((eb) => eb.or([eb('due_at', '<=', now), eb('due_at', '>', now + longestWaitMs)]))
    .where('disabled', '=', 0)
    .orderBy('due_at')
    .limit(limit)
  if (busy.length > 0) query = query.where('uid', 'not in', busy)
  return (await query.execute()).flatMap(({ uid, due_at }) => (due_at === null ? [] : { uid, due_at }))
}

type DeliveryRow = Selectable<WebhookDeliveryTable>

interface Taken {
  readonly hook: Selectable<WebhookTable>
  readonly row: DeliveryRow
  /** The webhook's `due_at` for as long as nobody else has taken it over. */
  readonly lease: number
}

/** Sends the messages of one webhook, one after another, for a turn. @returns the number of messages attempted */
async function drain(sender: Sender, uid: string, dueAt: number): Promise<number> {
  const { hub, stop } = sender
  const began = performance.now()
  let lease = dueAt
  let tried = 0
  while (stop?.aborted !== true && tried < turn.messages && performance.now() - began < turn.ms) {
    const taken = await hub.db.write((tx) => take(tx, hub, uid, lease))
    if (taken === null) return tried
    lease = taken.lease
    tried++
    if (!(await attempt(sender, taken))) return tried
  }
  await hub.db.write((tx) => release(tx, uid, lease, hub.now().getTime()))
  return tried
}

/** Takes the first message of the queue, and renews the lease. `null` when there is nothing to do, or somebody else is at it. */
async function take(tx: Tx, hub: Hub, uid: string, held: number): Promise<Taken | null> {
  const now = hub.now().getTime()
  const lease = now + leaseMs
  const hook = await tx
    .updateTable('webhook')
    .set({ due_at: lease })
    .where('uid', '=', uid)
    .where('due_at', '=', held)
    .where('disabled', '=', 0)
    .returningAll()
    .executeTakeFirst()
  if (!hook) {
    await release(tx, uid, held, now)
    return null
  }
  const row = await tx
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', hook.id)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row || (row.next_at > now && row.next_at <= now + longestWaitMs)) {
    await release(tx, uid, lease, row?.next_at ?? null)
    return null
  }
  await tx
    .updateTable('webhook_delivery')
    .set({ attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .execute()
  return { hook, row: { ...row, attempts: row.attempts + 1 }, lease }
}

/** Gives the queue back, if it is still ours. */
async function release(tx: Tx, uid: string, lease: number, dueAt: number | null): Promise<void> {
  await tx.updateTable('webhook').set({ due_at: dueAt }).where('uid', '=', uid).where('due_at', '=', lease).execute()
}

/** @returns whether the next message may be sent at once */
async function attempt(sender: Sender, taken: Taken): Promise<boolean> {
  const { hub, reach, cut, limits } = sender
  const { hook, row } = taken
  const refusal = await whyNot(hub, hook, row.payload)
  if (refusal !== null) return hub.db.write((tx) => refuse(tx, hub, taken, refusal))
  const result = await postJson(hook.url, row.payload, signed(hub, hook, row), reach, cut, limits)
  if (result === 'cut') return hub.db.write((tx) => putBack(tx, hub, taken))
  return hub.db.write((tx) => settle(tx, hub, taken, result))
}

/** Rights are those of now: a message may have waited for an hour. */
async function whyNot(hub: Hub, { user_id, rights }: Selectable<WebhookTable>, payload: string): Promise<string | null> {
  const reader = await loadActorWithRights(hub.db.read, user_id, rights)
  if (reader === null) return 'The account of the webhook’s owner is suspended'
  const [may] = await mayHear(hub.db.read, reader, [payload])
  return may === true ? null : 'The webhook may not read the repository any more'
}

/** The secret itself, as existing receivers expect it, and a signature for those who prefer not to have it on the wire. */
function signed(hub: Hub, hook: Selectable<WebhookTable>, { uid, payload }: DeliveryRow): Record<string, string> {
  const headers = { 'User-Agent': 'Portolan-Webhook/1', 'X-Webhook-Delivery': uid }
  if (hook.secret === null) return headers
  const secret = decryptAtRest(hub, 'webhook.secret', hook.uid, hook.secret)
  const at = String(Math.floor(hub.now().getTime() / 1000))
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return { ...headers, 'X-Webhook-Secret': secret, 'X-Webhook-Signature': `t=${at},v1=${signature}` }
}

/*
 * What became of a message. By uid: meanwhile both may have been deleted and their ids reused. The webhook's row first, as everywhere (`queue.ts`).
 */

async function refuse(tx: Tx, hub: Hub, { hook, row }: Taken, error: string): Promise<boolean> {
  countOutcome(tx, hub, 'refused')
  await lock(tx, hook.uid)
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'failed', finished: hub.now().getTime(), error })
    .where('uid', '=', row.uid)
    .execute()
  return true
}

async function putBack(tx: Tx, hub: Hub, { hook, row, lease }: Taken): Promise<boolean> {
  await release(tx, hook.uid, lease, hub.now().getTime())
  await tx
    .updateTable('webhook_delivery')
    .set({ attempts: row.attempts - 1 })
    .where('uid', '=', row.uid)
    .execute()
  return false
}

async function settle(tx: Tx, hub: Hub, { hook, row, lease }: Taken, result: PostResult): Promise<boolean> {
  const now = hub.now().getTime()
  const { status, duration, response, error } = result
  const isDelivered = status !== null && status >= 200 && status < 300
  const pause = isDelivered || !mayPass(status) ? undefined : waits[row.attempts - 1]
  const wait = pause && Math.max(pause, Math.min(result.retryAfterMs ?? 0, longestAskedMs))
  countOutcome(tx, hub, isDelivered ? 'delivered' : wait === undefined ? 'failed' : 'retried')
  const failures = await lock(tx, hook.uid, isDelivered ? 'delivered' : wait === undefined ? 'failed' : null)
  const outcome = wait === undefined ? { state: isDelivered ? 'delivered' : 'failed', finished: now } : { next_at: now + wait }
  await tx
    .updateTable('webhook_delivery')
    .set({ status, duration, response, error, ...outcome })
    .where('uid', '=', row.uid)
    .execute()
  if (wait !== undefined) await release(tx, hook.uid, lease, now + wait)
  if (failures >= failuresUntilOff && wait === undefined && !isDelivered) await switchOff(tx, hub, hook.uid, 'failures')
  return wait === undefined
}

/** Locks the webhook's row, and counts. @returns consecutive failures; 0 when it is gone */
async function lock(tx: Tx, uid: string, outcome: 'delivered' | 'failed' | null = null): Promise<number> {
  const failures = { delivered: sql<number>`0`, failed: sql<number>`failures + 1`, none: sql<number>`failures` }[outcome ?? 'none']
  const hook = await tx.updateTable('webhook').set({ failures }).where('uid', '=', uid).returning('failures').executeTakeFirst()
  return hook?.failures ?? 0
}

/** Worth retrying: no response, rate limited, or a server error. Any other rejection will be the same tomorrow. */
function mayPass(status: number | null): boolean {
  return status === null || status === 408 || status === 425 || status === 429 || status >= 500
}

/** Deletes old messages, also those that wait for a webhook which is switched off. @returns the number of rows */
export async function pruneDeliveries(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    const done = await tx
      .deleteFrom('webhook_delivery')
      .where('created', '<', hub.now().getTime() - keptMs)
      .where((eb) =>
        eb.or([eb('state', '!=', 'waiting'), eb('webhook_id', 'in', eb.selectFrom('webhook').select('id').where('disabled', '=', 1))]),
      )
      .executeTakeFirst()
    return Number(done.numDeletedRows)
  })
}
