import { HubError } from '@portolan/contract'
import { type Account, invalidateActors, requireAccount, toAccount } from '../accounts/index.ts'
import { type Actor, requireHubAdmin, requirePermission, requireUser, requireWriter } from '../../foundation/actor/index.ts'
import type { Reader, Tx } from '../../foundation/db/db.ts'
import { visibility } from '../../foundation/db/visibility.ts'
import { recordEvent } from '../../foundation/events/index.ts'
import { requireDisk } from '../../foundation/blobs/disk-reserve.ts'
import type { Hub } from '../../hub.ts'
import { ownerUse, storedUse, type StorageUse } from './usage.ts'

/** `account.storage_quota` of an account without a limit. */
const unlimited = -1

export interface Quota {
  /** Total quota of the account's repos, public and private alike, in bytes; `null` for no limit. */
  readonly limitBytes: number | null
  /** Whether it is the hub's default rather than the account's own. */
  readonly isDefault: boolean
}

/** Storage quota and usage of an account. */
export async function quotaOf(db: Reader | Tx, hub: Hub, ownerId: number): Promise<Quota> {
  const row = await db.selectFrom('account').select(['kind', 'storage_quota']).where('id', '=', ownerId).executeTakeFirst()
  return toQuota(hub, row?.kind ?? 'user', row?.storage_quota ?? null)
}

function toQuota(hub: Hub, kind: 'user' | 'org', own: number | null): Quota {
  if (own !== null) return { limitBytes: own === unlimited ? null : own, isDefault: false }
  return { limitBytes: kind === 'org' ? hub.config.orgQuotaBytes : hub.config.userQuotaBytes, isDefault: true }
}

/**
 * Before bytes are sent: checks whether there is room for them. Others may use it up in the meantime; {@link reserveStorage} checks again.
 * @param bytes at least one: an account already over its quota may not add anything
 * @throws {HubError} `storage.quota_exceeded`; `storage.full` when the disk of the hub has no room for anybody
 */
export async function requireFreeSpace(hub: Hub, ownerId: number, bytes: number): Promise<void> {
  await requireDisk(hub, 0)
  const { limitBytes } = await quotaOf(hub.db.read, hub, ownerId)
  if (limitBytes === null || bytes <= 0) return
  const { bytes: used } = await ownerUse(hub, ownerId)
  if (used + bytes > limitBytes) throw await exceeded(hub.db.read, ownerId, used, limitBytes)
}

/**
 * In the transaction that records the bytes: locks the account until it ends, so that of two concurrent uploads the second sees what the first used.
 * @throws {HubError} `storage.quota_exceeded`
 */
export async function reserveStorage(tx: Tx, hub: Hub, ownerId: number, bytes: number): Promise<void> {
  const { limitBytes } = await quotaOf(tx, hub, ownerId)
  if (limitBytes === null || bytes <= 0) return
  await tx
    .updateTable('account')
    .set((eb) => ({ storage_quota: eb.ref('storage_quota') }))
    .where('id', '=', ownerId)
    .execute()
  const { bytes: used } = await storedUse(tx, ownerId)
  if (used + bytes > limitBytes) throw await exceeded(tx, ownerId, used, limitBytes)
}

/** Like {@link reserveStorage}, for the owner of a repo. */
export async function reserveStorageOfRepo(tx: Tx, hub: Hub, repoId: number, bytes: number): Promise<void> {
  if (bytes <= 0) return
  const row = await tx.selectFrom('repo').select('owner_id').where('id', '=', repoId).executeTakeFirst()
  if (row) await reserveStorage(tx, hub, row.owner_id, bytes)
}

async function exceeded(db: Reader | Tx, ownerId: number, used: number, limitBytes: number): Promise<HubError> {
  const row = await db.selectFrom('account').select('name').where('id', '=', ownerId).executeTakeFirst()
  return new HubError('storage.quota_exceeded', {
    message: `Storage limit reached: ${row?.name ?? 'the account'} uses ${inUnits(used)} of ${inUnits(limitBytes)}. Delete files or repositories, or ask an administrator of this hub for more storage`,
    used,
    limit: limitBytes,
  })
}

/** `1.5 GB`: decimal units, as clients print sizes. */
export function inUnits(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB']
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}

export interface OwnerStorage extends StorageUse, Quota {
  readonly account: Account
}

/**
 * Usage and quota of an account, for its members and for administrators of the hub.
 * @throws {HubError} `auth.required`, `auth.forbidden`, `auth.missing_permission`, `account.not_found`
 */
export async function readStorage(hub: Hub, actor: Actor, name: string): Promise<OwnerStorage> {
  const user = requireUser(actor)
  const account = await requireAccount(hub, name)
  requirePermission(user, account.kind === 'org' ? 'org.read' : 'repo.content.read', { ownerId: account.id })
  if (!maySeeStorage(user, account.id)) throw new HubError('auth.forbidden')
  return storageOf(hub, account)
}

/** Whether the actor may see an account's usage. */
export function maySeeStorage(actor: Actor, accountId: number): boolean {
  return actor.kind === 'user' && (actor.isAdmin || actor.userId === accountId || actor.orgs.some(({ orgId }) => orgId === accountId))
}

/** Usage and quota of an account. The caller checks permission. */
export async function storageOf(hub: Hub, account: Account): Promise<OwnerStorage> {
  return { account, ...(await ownerUse(hub, account.id)), ...(await quotaOf(hub.db.read, hub, account.id)) }
}

/**
 * Accounts that use storage or have their own quota, largest usage first; for administrators of the hub.
 * @param options.cursor number of accounts to skip
 * @throws {HubError} `auth.required`, `auth.forbidden`
 */
export async function listStorageOwners(
  hub: Hub,
  actor: Actor,
  options: { search?: string; limit: number; skip: number },
): Promise<{ owners: OwnerStorage[]; hasMore: boolean }> {
  requireHubAdmin(actor)
  let query = hub.db.read
    .selectFrom('account')
    .leftJoin('repo', (join) => join.onRef('repo.owner_id', '=', 'account.id').on('repo.vis', '<', visibility.deleted))
    .leftJoin('repo_usage', 'repo_usage.repo_id', 'repo.id')
    .selectAll('account')
    .where('account.name', 'not like', '~%')
    .groupBy('account.id')
  const words = options.search?.trim().toLowerCase() ?? ''
  if (words !== '')
    query = query.where((eb) => eb(eb.fn<string>('lower', ['account.name']), 'like', `%${words.replaceAll(/[\\%_]/g, '')}%`))
  const rows = await query
    .orderBy((eb) => eb.fn.coalesce(eb.fn.sum('repo_usage.large_bytes'), eb.lit(0)), 'desc')
    .orderBy('account.id')
    .limit(options.limit + 1)
    .offset(options.skip)
    .execute()
  const owners: OwnerStorage[] = []
  for (const row of rows.slice(0, options.limit))
    owners.push({
      account: { ...toAccount(row), email: null },
      ...(await ownerUse(hub, row.id)),
      ...toQuota(hub, row.kind, row.storage_quota),
    })
  return { owners, hasMore: rows.length > options.limit }
}

/**
 * Sets an account's quota; existing data stays. Administrators of the hub only.
 * @param limitBytes `null` for no limit, `default` for the hub's default
 * @throws {HubError} `auth.required`, `auth.forbidden`, `account.not_found`, `body.invalid`
 */
export async function setQuota(hub: Hub, actor: Actor, name: string, limitBytes: number | null | 'default'): Promise<OwnerStorage> {
  const user = requireWriter(actor)
  requireHubAdmin(user)
  const account = await requireAccount(hub, name)
  if (typeof limitBytes === 'number' && (!Number.isSafeInteger(limitBytes) || limitBytes < 0))
    throw new HubError('body.invalid', { message: 'A quota must be a whole number of bytes', field: 'limitBytes' })
  const stored = limitBytes === 'default' ? null : (limitBytes ?? unlimited)
  await hub.db.write(async (tx) => {
    await tx.updateTable('account').set({ storage_quota: stored }).where('id', '=', account.id).execute()
    await recordEvent(tx, hub, { topic: 'account.quota_changed', actor: user.name, payload: { account: account.name, limitBytes } })
  })
  invalidateActors(hub)
  return storageOf(hub, account)
}
