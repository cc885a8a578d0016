import { toWebhook, type Webhook, watches } from './webhook.ts'
import { loadActor } from '../../identity/accounts/index.ts'
import { currentPosition, eventsSince, type StoredEvent } from '../../foundation/events/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, toRepo } from '../../repository/access/index.ts'
import { messageOf } from './payload.ts'

/** The dispatcher's position in the outbox; a row of `setting`. */
const positionName = 'webhooks.position'
const eventsAtOnce = 2_000
const day = 24 * 3600 * 1000
/** Maximum messages per webhook and day; more are dropped and logged. */
export const deliveriesPerDay = 1_000

interface Drafted {
  readonly hook: Webhook
  readonly body: object
}

/**
 * Turns new events into webhook messages. Safe to run in every server process: the process that advances the position
 * writes the messages in the same transaction, so each event is dispatched once, even after a crash.
 * @param base URL of this hub, for links
 * @returns the number of messages written
 */
export async function dispatchWebhooks(hub: Hub, base: string): Promise<number> {
  const { db } = hub
  const stored = await db.read.selectFrom('setting').select('value').where('name', '=', positionName).executeTakeFirst()
  if (!stored) {
    const value = await currentPosition(db.read, db.dialect)
    await db.write((tx) =>
      tx
        .insertInto('setting')
        .values({ name: positionName, value })
        .onConflict((c) => c.doNothing())
        .execute(),
    )
    return 0
  }
  const batch = await eventsSince(db.read, db.dialect, stored.value, eventsAtOnce)
  if (batch.isCut) hub.log.warn('webhooks fell far behind: part of what happened is not told', { events: batch.events.length })
  if (batch.position === stored.value) return 0
  const drafts = await draft(hub, batch.events, base)
  return db.write(async (tx) => {
    const moved = await tx
      .updateTable('setting')
      .set({ value: batch.position })
      .where('name', '=', positionName)
      .where('value', '=', stored.value)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n) return 0
    const now = hub.now().getTime()
    const room = new Map<string, { readonly id: number; left: number }>()
    let written = 0
    for (const { hook, body } of drafts) {
      // Current state: it may have been deleted since the draft.
      const found = room.get(hook.uid) ?? (await roomFor(tx, hook.uid, now))
      if (found === null) continue
      room.set(hook.uid, found)
      if (found.left-- <= 0) continue
      await tx
        .insertInto('webhook_delivery')
        .values({ uid: hub.newId(), webhook_id: found.id, created: now, payload: JSON.stringify(body), state: 'waiting', next_at: now })
        .execute()
      written++
    }
    return written
  })
}

/** Its row, and its remaining messages for today. */
async function roomFor(tx: Tx, webhookUid: string, now: number): Promise<{ readonly id: number; left: number } | null> {
  const row = await tx.selectFrom('webhook').select('id').where('uid', '=', webhookUid).executeTakeFirst()
  return row ? { id: row.id, left: deliveriesPerDay - (await countSince(tx, row.id, now - day)) } : null
}

async function countSince(db: Tx, webhookId: number, since: number): Promise<number> {
  const row = await db
    .selectFrom('webhook_delivery')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('webhook_id', '=', webhookId)
    .where('created', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

async function draft(hub: Hub, events: readonly StoredEvent[], base: string): Promise<Drafted[]> {
  const hooks = (await hub.db.read.selectFrom('webhook').selectAll().where('disabled', '=', 0).execute()).map(toWebhook)
  if (hooks.length === 0) return []
  const drafts: Drafted[] = []
  const readers = new Map<number, Awaited<ReturnType<typeof loadActor>>>()
  for (const event of events) {
    if (event.repoId === null) continue
    const about = await repoOf(hub, event)
    if (about === null) continue
    const { repo, ownerUid, formerName } = about
    const message = await messageOf(hub.db.read, event, repo, ownerUid, base)
    if (message === null) continue
    for (const hook of hooks) {
      const isWatched = watches(hook, repo) || (formerName !== null && watches(hook, { type: repo.type, fullName: formerName }))
      if (!isWatched || !hook.domains.includes(message.domain)) continue
      if (!readers.has(hook.userId)) readers.set(hook.userId, await loadActor(hub.db.read, hook.userId, null))
      const reader = readers.get(hook.userId)
      if (!reader || !canRead(reader, repo)) continue
      drafts.push({ hook, body: { ...message.body, webhook: { id: hook.uid, version: 3 } } })
    }
  }
  return drafts
}

/** The repo's current state; for a deleted one, its last known state. */
async function repoOf(hub: Hub, event: StoredEvent): Promise<{ repo: Repo; ownerUid: string; formerName: string | null } | null> {
  const row = await hub.db.read
    .selectFrom('repo')
    .innerJoin('account', 'account.id', 'repo.owner_id')
    .selectAll('repo')
    .select('account.uid as owner_uid')
    .where('repo.id', '=', event.repoId ?? 0)
    .executeTakeFirst()
  if (!row) return null
  const wasPublic = event.topic === 'repo.deleted' && event.payload['visibility'] === 'public'
  const repo = toRepo(row)
  const formerName = event.topic === 'repo.moved' ? String(event.payload['from']) : null
  return { repo: wasPublic ? { ...repo, visibility: 'public' } : repo, ownerUid: row.owner_uid, formerName }
}
