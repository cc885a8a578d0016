import { HubError } from '@portolan/contract'
import { sql } from 'kysely'
import { type Actor, requireHubAdmin, requireWriter } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import type { Hub } from '../../hub.ts'

/** The name of a deleted account or organization that nobody else can take yet. */
export interface FormerName {
  readonly name: string
  readonly kind: 'user' | 'org'
  readonly deletedAt: Date
  /** When it becomes available; `null` while the account is still being deleted. */
  readonly until: Date | null
}

/** Whether the name belonged to a deleted account and is not available yet. */
export async function isFormerName(db: Reader, hub: Hub, name: string): Promise<boolean> {
  const row = await db.selectFrom('former_name').select('until').where('name', '=', name.toLowerCase()).executeTakeFirst()
  return row !== undefined && (row.until === null || row.until > hub.now().getTime())
}

/**
 * Keeps the name of an account that is deleted in this transaction. A name that was kept before for another account is this one's now.
 * @param until when it becomes available; `null` for not before {@link limitFormerName}
 */
export async function keepFormerName(tx: Tx, hub: Hub, account: { id: number; name: string }, until: number | null): Promise<void> {
  const row = { shown: account.name, account_id: account.id, since: hub.now().getTime(), until }
  await tx
    .insertInto('former_name')
    .values({ name: account.name.toLowerCase(), ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** When a name becomes available that is given up now. Milliseconds since 1970. */
export function formerNameUntil(hub: Hub): number {
  return hub.now().getTime() + hub.config.formerNameMs
}

/**
 * Names of deleted accounts that are not available yet, by name.
 * @param query.search a piece of the name, in any letter case
 * @throws {HubError} `auth.required`, `auth.forbidden` for anybody but administrators of the hub
 */
export async function listFormerNames(
  hub: Hub,
  actor: Actor,
  query: { search?: string; limit: number; skip: number },
): Promise<{ names: FormerName[]; hasMore: boolean }> {
  requireHubAdmin(actor)
  const now = hub.now().getTime()
  let select = hub.db.read
    .selectFrom('former_name')
    .innerJoin('account', 'account.id', 'former_name.account_id')
    .select(['former_name.shown', 'former_name.since', 'former_name.until', 'account.kind'])
    .where((eb) => eb.or([eb('former_name.until', 'is', null), eb('former_name.until', '>', now)]))
  if (query.search) {
    const pattern = `%${query.search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    select = select.where(sql<boolean>`former_name.name like ${pattern} escape '\\'`)
  }
  const rows = await select
    .orderBy('former_name.name')
    .limit(query.limit + 1)
    .offset(query.skip)
    .execute()
  const names = rows.slice(0, query.limit).map(({ shown, since, until, kind }) => {
    return { name: shown, kind, deletedAt: new Date(since), until: until === null ? null : new Date(until) }
  })
  return { names, hasMore: rows.length > query.limit }
}

/**
 * Makes a name available before its time.
 * @throws {HubError} `auth.forbidden`, `account.not_found` when no deleted account had it, `account.being_deleted`
 */
export async function releaseFormerName(hub: Hub, actor: Actor, name: string): Promise<void> {
  requireWriter(actor)
  const admin = requireHubAdmin(actor)
  await hub.db.write(async (tx) => {
    const row = await tx.deleteFrom('former_name').where('name', '=', name.toLowerCase()).returning(['shown', 'until']).executeTakeFirst()
    if (!row) throw new HubError('account.not_found', { message: 'No deleted account had this name.', name })
    if (row.until === null) throw new HubError('account.being_deleted', { name: row.shown })
    await recordEvent(tx, hub, { topic: 'account.name_released', actor: admin.name, payload: { account: row.shown } })
  })
}

/** Forgets names that have become available. */
export async function pruneFormerNames(hub: Hub): Promise<void> {
  await hub.db.write((tx) => tx.deleteFrom('former_name').where('until', '<=', hub.now().getTime()).execute())
}
