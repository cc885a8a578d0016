import { limits } from '@portolan/contract'
import { toWebhook, type Webhook, watches } from './webhook.ts'
import { loadActorWithRights } from '../../identity/accounts/index.ts'
import type { UserActor } from '../../foundation/actor/index.ts'
import { currentPosition, type EventPage, pageOfEvents, type StoredEvent, storedPositions } from '../../foundation/events/index.ts'
import type { Tx } from '../../foundation/db/db.ts'
import type { Hub } from '../../hub.ts'
import { canRead, type Repo, toRepo } from '../../repository/access/index.ts'
import { messageOf } from './payload.ts'
import { addMessages, countWaiting, switchOff } from './queue.ts'

/** The dispatcher's position in the outbox; a row of `setting`. */
const positionName = storedPositions.webhooks
/** Events per transaction. */
const eventsAtOnce = 500

/**
 * Turns new events into messages in the queues of webhooks, until it has seen all of them. Safe to run in every server process: the process that advances
 * the position writes the messages in the same transaction, so each event is dispatched once, even after a crash, and none is left out.
 * @param base URL of this hub, for links
 * @param options.maxWaiting a webhook for which more messages wait is switched off
 * @returns the number of messages written
 */
export async function dispatchWebhooks(
  hub: Hub,
  base: string,
  { maxWaiting = limits.webhookWaiting, stop }: { maxWaiting?: number; stop?: AbortSignal } = {},
): Promise<number> {
  let written = 0
  for (;;) {
    const position = await storedPosition(hub)
    const page = position === null ? null : await pageOfEvents(hub.db.read, hub.db.dialect, position, eventsAtOnce)
    if (position === null || page === null) {
      await beginAtEnd(hub, position)
      return written
    }
    if (page.events.length === 0 && !page.hasMore) return written
    const added = await dispatchPage(hub, position, page, base, maxWaiting)
    // Another server is at it.
    if (added === null) return written
    written += added
    if (!page.hasMore || stop?.aborted === true) return written
  }
}

async function storedPosition(hub: Hub): Promise<string | null> {
  const row = await hub.db.read.selectFrom('setting').select('value').where('name', '=', positionName).executeTakeFirst()
  return row?.value ?? null
}

/** @param unusable a position of another database, which this one was moved from */
async function beginAtEnd({ db, log }: Hub, unusable: string | null): Promise<void> {
  const value = await currentPosition(db.read, db.dialect)
  if (unusable !== null) log.warn('webhooks begin at the end of the log of events: their place in it is of another database')
  await db.write(async (tx) => {
    if (unusable === null)
      await tx
        .insertInto('setting')
        .values({ name: positionName, value })
        .onConflict((c) => c.doNothing())
        .execute()
    else await tx.updateTable('setting').set({ value }).where('name', '=', positionName).where('value', '=', unusable).execute()
  })
}

/** @returns the number of messages written; `null` when the position is no longer that one */
async function dispatchPage(hub: Hub, position: string, page: EventPage, base: string, maxWaiting: number): Promise<number | null> {
  const drafts = await draft(hub, page.events, base)
  return hub.db.write(async (tx) => {
    const moved = await tx
      .updateTable('setting')
      .set({ value: page.position })
      .where('name', '=', positionName)
      .where('value', '=', position)
      .executeTakeFirst()
    if (moved.numUpdatedRows !== 1n) return null
    let written = 0
    for (const { uid, bodies } of drafts) written += await enqueue(tx, hub, uid, bodies, maxWaiting)
    return written
  })
}

/** By uid: it may have been deleted since the draft. What does not fit is not written, which switches the webhook off. */
async function enqueue(tx: Tx, hub: Hub, uid: string, bodies: readonly string[], maxWaiting: number): Promise<number> {
  const hook = await tx.selectFrom('webhook').select('id').where('uid', '=', uid).where('disabled', '=', 0).executeTakeFirst()
  if (!hook) return 0
  const fitting = bodies.slice(0, Math.max(0, maxWaiting - (await countWaiting(tx, hook.id))))
  if (fitting.length > 0) await addMessages(tx, hub, hook.id, fitting)
  if (fitting.length < bodies.length) await switchOff(tx, hub, uid, 'backlog')
  return fitting.length
}

interface Drafts {
  readonly id: number
  readonly uid: string
  readonly bodies: string[]
}

/** The messages of each webhook, in order. */
async function draft(hub: Hub, events: readonly StoredEvent[], base: string): Promise<Drafts[]> {
  const { read } = hub.db
  const hooks = (await read.selectFrom('webhook').selectAll().where('disabled', '=', 0).execute()).map(toWebhook)
  if (hooks.length === 0) return []
  const drafts = new Map<string, Drafts>()
  const readerOf = readers(hub)
  for (const event of events) {
    if (event.repoId === null) continue
    const about = await repoOf(hub, event)
    if (about === null) continue
    const { repo, ownerUid, formerName } = about
    const message = await messageOf(read, event, repo, ownerUid, base)
    if (message === null) continue
    for (const hook of hooks) {
      const isWatched = watches(hook, repo) || (formerName !== null && watches(hook, { type: repo.type, fullName: formerName }))
      if (!isWatched || !hook.domains.includes(message.domain)) continue
      const reader = await readerOf(hook)
      if (reader === null || !canRead(reader, repo)) continue
      const mine = drafts.get(hook.uid) ?? { id: hook.id, uid: hook.uid, bodies: [] }
      drafts.set(hook.uid, mine)
      mine.bodies.push(JSON.stringify({ ...message.body, webhook: { id: hook.uid, version: 3 } }))
    }
  }
  // Always in the same order: whoever locks several webhooks locks them like this.
  return [...drafts.values()].toSorted((a, b) => a.id - b.id)
}

/** Whom a webhook reads as: its owner as of now, with the rights of the credential that made it. `null` for a suspended owner. */
function readers(hub: Hub): (hook: Webhook) => Promise<UserActor | null> {
  const known = new Map<string, Promise<UserActor | null>>()
  return (hook) => {
    const key = `${hook.userId} ${hook.rights}`
    const reader = known.get(key) ?? loadActorWithRights(hub.db.read, hook.userId, hook.rights)
    known.set(key, reader)
    return reader
  }
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
