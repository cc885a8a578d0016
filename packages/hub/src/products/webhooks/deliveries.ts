import { HubError } from '@portolan/contract'
import type { Selectable } from 'kysely'
import { type Actor, requirePermission } from '../../foundation/actor/index.ts'
import type { WebhookDeliveryTable } from '../../foundation/db/schema.ts'
import type { Hub } from '../../hub.ts'
import { requireWebhook } from './manage-webhooks.ts'
import { mayHear } from './may-hear.ts'
import { testMessage } from './payload.ts'
import { addMessages, requireRoom } from './queue.ts'

/** How many recent messages are shown. */
const shown = 100

export interface WebhookDelivery {
  readonly uid: string
  readonly createdAt: Date
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  /** When the next attempt is due; `null` when there is none. */
  readonly nextAt: Date | null
  readonly status: number | null
  /** Duration of the last attempt. Milliseconds. */
  readonly duration: number | null
  readonly error: string | null
  /** The first bytes of the last response. */
  readonly response: string | null
  /** The JSON that was sent. `null`, as is the response, when the caller may not read the repo that it is about. */
  readonly payload: string | null
}

/** The most recent messages to a webhook, newest first. @throws {HubError} `webhook.not_found` */
export async function listDeliveries(hub: Hub, actor: Actor, webhookUid: string): Promise<WebhookDelivery[]> {
  const { id } = await requireWebhook(hub, actor, webhookUid)
  const rows = await hub.db.read
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', id)
    .orderBy('id', 'desc')
    .limit(shown)
    .execute()
  const may = await mayHear(
    hub.db.read,
    actor,
    rows.map(({ payload }) => payload),
  )
  return rows.map((row, at) => (may[at] === true ? toDelivery(row) : { ...toDelivery(row), payload: null, response: null }))
}

/** Sends a test message, after what waits already. @throws {HubError} `webhook.not_found`, `webhook.too_many_waiting` */
export async function testWebhook(hub: Hub, actor: Actor, webhookUid: string, base: string): Promise<WebhookDelivery> {
  requirePermission(actor, 'user.webhooks.write')
  const { uid } = await requireWebhook(hub, actor, webhookUid)
  return enqueue(hub, uid, JSON.stringify({ ...testMessage(base), webhook: { id: uid, version: 3 } }))
}

/** Resends a message unchanged, as a new delivery. @throws {HubError} `webhook.not_found`, `webhook.too_many_waiting` */
export async function redeliver(hub: Hub, actor: Actor, webhookUid: string, deliveryUid: string): Promise<WebhookDelivery> {
  requirePermission(actor, 'user.webhooks.write')
  const { id, uid } = await requireWebhook(hub, actor, webhookUid)
  const row = await hub.db.read
    .selectFrom('webhook_delivery')
    .select('payload')
    .where('uid', '=', deliveryUid)
    .where('webhook_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HubError('webhook.not_found', { message: 'There is no such delivery' })
  return enqueue(hub, uid, row.payload)
}

function enqueue(hub: Hub, webhookUid: string, payload: string): Promise<WebhookDelivery> {
  return hub.db.write(async (tx) => {
    const hook = await tx.selectFrom('webhook').select('id').where('uid', '=', webhookUid).executeTakeFirst()
    if (!hook) throw new HubError('webhook.not_found')
    await requireRoom(tx, hook.id)
    const [uid = ''] = await addMessages(tx, hub, hook.id, [payload])
    return toDelivery(await tx.selectFrom('webhook_delivery').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow())
  })
}

function toDelivery(row: Selectable<WebhookDeliveryTable>): WebhookDelivery {
  const state = row.state === 'delivered' || row.state === 'failed' ? row.state : 'waiting'
  return {
    uid: row.uid,
    createdAt: new Date(row.created),
    state,
    attempts: row.attempts,
    nextAt: state === 'waiting' ? new Date(row.next_at) : null,
    status: row.status,
    duration: row.duration,
    error: row.error,
    response: row.response,
    payload: row.payload,
  }
}
