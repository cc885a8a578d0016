import { createHmac } from 'node:crypto'
import { RequestQueue } from '@portolan/client'
import type { Hub } from '../../hub.ts'
import { type PostResult, postJson } from './post.ts'
import { toWebhook, type Webhook } from './webhook.ts'

const minute = 60_000
/** Delays between attempts for one message. */
const waits = [10_000, minute, 5 * minute, 30 * minute] as const
/** Maximum delay honored when a receiver asks for more time in Retry-After. */
const longestAskedMs = 60 * minute
/** A sender that has not finished after this time is considered dead. */
const leaseMs = 2 * minute
/** A webhook is disabled after this many consecutive failed messages. */
export const failuresUntilOff = 10
const keptMs = 30 * 24 * 60 * minute

export type WebhookReach = 'public' | 'local' | 'any'

/**
 * Sends due messages: one at a time per webhook, several webhooks at once. Safe to run in every server process: messages are claimed by a conditional update.
 * @param stop once aborted, no new message is started; those in flight complete
 * @returns the number of messages attempted
 */
export async function deliverWebhooks(hub: Hub, reach: WebhookReach, limit = 20, stop?: AbortSignal): Promise<number> {
  // The delays between attempts may exceed a process's lifetime: they are kept in the table, and the queue makes each call once.
  const queue = new RequestQueue({ maxConcurrency: limit, maxRetries: 0 })
  const due = await hub.db.read
    .selectFrom('webhook_delivery')
    .select(['uid', 'webhook_id', 'next_at'])
    .where('state', '=', 'waiting')
    .where('next_at', '<=', hub.now().getTime())
    .orderBy('next_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const tried = await Promise.all(
    [...Map.groupBy(due, ({ webhook_id }) => webhook_id).values()].map(async (messages) => {
      let done = 0
      for (const { uid, next_at } of messages) {
        if (stop?.aborted === true) break
        if (await attempt(hub, queue, uid, next_at, reach)) done++
      }
      return done
    }),
  )
  return tried.reduce((sum, done) => sum + done, 0)
}

async function attempt(hub: Hub, queue: RequestQueue, uid: string, dueAt: number, reach: WebhookReach): Promise<boolean> {
  const taken = await hub.db.write(async (tx) => {
    const row = await tx
      .updateTable('webhook_delivery')
      .set((eb) => ({ next_at: hub.now().getTime() + leaseMs, attempts: eb('attempts', '+', 1) }))
      .where('uid', '=', uid)
      .where('state', '=', 'waiting')
      .where('next_at', '=', dueAt)
      .returningAll()
      .executeTakeFirst()
    const hook = row && (await tx.selectFrom('webhook').selectAll().where('id', '=', row.webhook_id).executeTakeFirst())
    return row && hook ? { row, hook: toWebhook(hook) } : null
  })
  if (!taken) return false
  const { row, hook } = taken
  const result = hook.isDisabled
    ? { status: null, response: null, error: 'The webhook was switched off', retryAfterMs: null, duration: 0 }
    : await postJson(queue, hook.url, row.payload, signed(hook, row.uid, row.payload, hub.now()), reach)
  await settle(hub, hook, row, result)
  return true
}

/** The secret itself, as existing receivers expect it, and a signature for those who prefer not to have it on the wire. */
function signed(hook: Webhook, uid: string, payload: string, now: Date): Record<string, string> {
  const headers = { 'User-Agent': 'Portolan-Webhook/1', 'X-Webhook-Delivery': uid }
  if (hook.secret === null) return headers
  const at = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', hook.secret).update(`${at}.${payload}`).digest('hex')
  return { ...headers, 'X-Webhook-Secret': hook.secret, 'X-Webhook-Signature': `t=${at},v1=${signature}` }
}

/** By uid: while the receiver was responding, both may have been deleted and their ids reused. */
async function settle(hub: Hub, hook: Webhook, row: { uid: string; attempts: number }, result: PostResult): Promise<void> {
  const now = hub.now().getTime()
  const { status, duration, response, error } = result
  const isDelivered = status !== null && status >= 200 && status < 300
  const pause = isDelivered || hook.isDisabled || !mayPass(status) ? undefined : waits[row.attempts - 1]
  const wait = pause && Math.max(pause, Math.min(result.retryAfterMs ?? 0, longestAskedMs))
  await hub.db.write(async (tx) => {
    const outcome = wait === undefined ? { state: isDelivered ? 'delivered' : 'failed', finished: now } : { next_at: now + wait }
    await tx
      .updateTable('webhook_delivery')
      .set({ status, duration, response, error, ...outcome })
      .where('uid', '=', row.uid)
      .execute()
    if (isDelivered) await tx.updateTable('webhook').set({ failures: 0 }).where('uid', '=', hook.uid).where('failures', '>', 0).execute()
    if (isDelivered || wait !== undefined || hook.isDisabled) return
    const counted = await tx
      .updateTable('webhook')
      .set((eb) => ({ failures: eb('failures', '+', 1) }))
      .where('uid', '=', hook.uid)
      .returning('failures')
      .executeTakeFirst()
    if (counted && counted.failures >= failuresUntilOff)
      await tx.updateTable('webhook').set({ disabled: 1 }).where('uid', '=', hook.uid).execute()
  })
}

/** Worth retrying: no response, rate limited, or a server error. Any other rejection will be the same tomorrow. */
function mayPass(status: number | null): boolean {
  return status === null || status === 408 || status === 425 || status === 429 || status >= 500
}

/** Deletes old messages. @returns the number of rows */
export async function pruneDeliveries(hub: Hub): Promise<number> {
  return hub.db.write(async (tx) => {
    const done = await tx
      .deleteFrom('webhook_delivery')
      .where('state', '!=', 'waiting')
      .where('created', '<', hub.now().getTime() - keptMs)
      .executeTakeFirst()
    return Number(done.numDeletedRows)
  })
}
