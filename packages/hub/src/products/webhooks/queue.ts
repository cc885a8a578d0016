import { EventEmitter } from 'node:events'
import { HubError, limits } from '@portolan/contract'
import type { Insertable } from 'kysely'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import type { WebhookDeliveryTable } from '../../foundation/db/schema.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'
import type { DisabledReason } from './webhook.ts'

/*
 * Each webhook has a queue: its waiting messages, by id. `webhook.due_at` says when to look at the queue next. Whoever changes a queue locks the row of its
 * webhook first, so that a sender which finds the queue empty and one who adds to it never miss each other.
 */

/** Messages inserted by one statement. */
const atOnce = 100

const newsOf = hubState('webhook-news', () => new EventEmitter<{ message: [] }>())

/** Calls back when a queue of this process has something to send. @returns a function that unsubscribes */
export function onMessage(hub: Hub, call: () => void): () => void {
  const news = newsOf(hub)
  news.on('message', call)
  return () => news.off('message', call)
}

/** Makes the queue due, and wakes senders of this process after the commit. Locks the webhook's row. */
export async function makeDue(tx: Tx, hub: Hub, webhookId: number): Promise<void> {
  const now = hub.now().getTime()
  await tx
    .updateTable('webhook')
    .set((eb) => ({ due_at: eb.fn.coalesce('due_at', eb.val(now)) }))
    .where('id', '=', webhookId)
    .execute()
  hub.db.afterCommit(tx, () => newsOf(hub).emit('message'))
}

/** Messages that wait for one receiver. */
export async function countWaiting(db: Reader, webhookId: number): Promise<number> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Adds messages to the end of a queue, in this order. @param bodies JSON @returns their uids */
export async function addMessages(tx: Tx, hub: Hub, webhookId: number, bodies: readonly string[]): Promise<string[]> {
  const now = hub.now().getTime()
  await makeDue(tx, hub, webhookId)
  const rows = bodies.map((payload): Insertable<WebhookDeliveryTable> => {
    return { uid: hub.newId(), webhook_id: webhookId, created: now, payload, state: 'waiting', next_at: now }
  })
  for (let at = 0; at < rows.length; at += atOnce)
    await tx
      .insertInto('webhook_delivery')
      .values(rows.slice(at, at + atOnce))
      .execute()
  return rows.map(({ uid }) => uid)
}

/** @throws {HubError} `webhook.too_many_waiting` */
export async function requireRoom(db: Reader, webhookId: number): Promise<void> {
  if ((await countWaiting(db, webhookId)) >= limits.webhookWaiting)
    throw new HubError('webhook.too_many_waiting', { limit: limits.webhookWaiting })
}

/** Switches a webhook off on the hub's own account, for a reason that its owner sees. What waits goes on waiting. */
export async function switchOff(tx: Tx, hub: Hub, uid: string, reason: DisabledReason): Promise<void> {
  await tx.updateTable('webhook').set({ disabled: 1, disabled_reason: reason }).where('uid', '=', uid).execute()
  await recordEvent(tx, hub, { topic: 'webhook.changed', actor: null, payload: { uid, change: 'disabled', reason } })
  hub.log.warn('a webhook was switched off', { webhook: uid, reason })
}
