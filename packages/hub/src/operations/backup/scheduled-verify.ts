import { findDatabaseDamage } from '../../foundation/db/find-database-damage.ts'
import { toHex } from '../../foundation/db/db.ts'
import { typeOf } from '../../foundation/db/repo-kind.ts'
import type { Hub } from '../../hub.ts'
import { advanceXetEpoch } from '../../repository/xet/index.ts'
import { visibility } from '../../repository/access/index.ts'
import { acquireLease } from '../garbage-collection/index.ts'
import type { Damage } from './damage.ts'
import { orAborted } from './or-aborted.ts'
import { Pace } from './pace.ts'
import { placesOfAll, verifyLargeFile, verifyRepoTwice } from './verify.ts'
import { verifyTerms, verifyXorb } from './verify-chunks.ts'

/*
 * Verification in the background: one round reads everything that is stored once, a slice of it every day. A round has a fixed number of parts, each with a
 * share of the repos (by row id), large files and chunks (by hash). The table remembers the next part, so a restart repeats little.
 */

/** A power of two below 2¹⁶: a part is a range of the first bits of a hash. */
const parts = 1024
const dayMs = 86_400_000
/** How fast a server reads for it. Bytes per second: 4 TB a day. */
const bytesPerSecond = 50 * 1024 * 1024
/** More damage than this is one event: it is not listed further. */
const maxDamages = 10_000
const row = 'storage'
const lease = 'verify'
/** Found again in no time, so it is looked for at each call; for the rest, everything is read again once a day. */
const quicklyFound = 'is recorded but not stored'

type Kind = 'database' | 'repository' | 'large file' | 'xorb' | 'chunks'

/** What is verified at once; what damages are recorded for. */
interface Item {
  readonly kind: Kind
  /** The uid of a repo, a sha-256, the id of a xorb. */
  readonly item: string
}

/** Damage that is still there. */
export interface KnownDamage extends Damage {
  readonly foundAt: Date
  readonly checkedAt: Date
}

/** How far the scheduled verification has come. */
export interface Verification {
  /** When this round began. */
  readonly startedAt: Date
  /** How much of it is done: 0 to 1. */
  readonly share: number
  /** When the last complete round ended. */
  readonly endedAt: Date | null
  /** Repos, large files and xorbs verified in this round so far, and bytes read. */
  readonly items: number
  readonly bytes: number
}

/** `null` before the first slice. */
export async function readVerification(hub: Hub): Promise<Verification | null> {
  const found = await hub.db.read.selectFrom('verify_progress').selectAll().where('name', '=', row).executeTakeFirst()
  if (found === undefined) return null
  const { items = 0, bytes = 0 } = JSON.parse(found.report) as { items?: number; bytes?: number }
  return {
    startedAt: new Date(found.started),
    share: found.part / parts,
    endedAt: found.ended === null ? null : new Date(found.ended),
    items,
    bytes,
  }
}

/** Damages that are still there, oldest first, and how many there are. */
export async function listDamages(hub: Hub, limit: number): Promise<{ damages: KnownDamage[]; total: number }> {
  const rows = await hub.db.read.selectFrom('storage_damage').selectAll().orderBy('found').orderBy('place').limit(limit).execute()
  const { n } = await hub.db.read
    .selectFrom('storage_damage')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .executeTakeFirstOrThrow()
  const damages = rows.map(({ place, what, affects, found, checked }) => ({
    where: place,
    what,
    affects: JSON.parse(affects) as string[],
    foundAt: new Date(found),
    checkedAt: new Date(checked),
  }))
  return { damages, total: Number(n) }
}

/**
 * Verifies what is due: known damages again, and the parts of today's slice that are not done yet. Any process may call it at any time: only one of them
 * does it.
 * @param signal ends it; the part it is in is verified again next time
 * @throws {HubError} `storage.unavailable`, `database.unavailable`: the rest is left to the next call
 */
export async function verifyWhenDue(hub: Hub, signal?: AbortSignal): Promise<void> {
  const roundMs = hub.config.verifyRoundMs
  if (roundMs === 0) return
  await using held = await acquireLease(hub, lease)
  if (held === null) return
  const pace = new Pace(bytesPerSecond, { signal })
  const known = await recheck(hub, pace, () => held.keep(), signal)
  const round = await beginRound(hub, roundMs)
  const { started } = round
  let { part, ended, report } = round
  const due = dueParts(hub.now().getTime() - started, roundMs)
  while (part < due) {
    let items = 0
    const before = pace.bytes
    for await (const item of itemsOf(hub, part)) {
      signal?.throwIfAborted()
      held.keep()
      await verifyAndRecord(hub, item, known, pace, signal)
      items++
    }
    part++
    report = { items: report.items + items, bytes: report.bytes + pace.bytes - before }
    if (part === parts) ended = hub.now().getTime()
    const values = { started, part, ended, report: JSON.stringify(report) }
    await hub.db.write((tx) => tx.updateTable('verify_progress').set(values).where('name', '=', row).execute())
  }
}

/** The state of the current round; a new one when there is none, or the last one is over and long enough ago. */
async function beginRound(
  hub: Hub,
  roundMs: number,
): Promise<{ started: number; part: number; ended: number | null; report: { items: number; bytes: number } }> {
  const now = hub.now().getTime()
  const found = await hub.db.read.selectFrom('verify_progress').selectAll().where('name', '=', row).executeTakeFirst()
  // One that began in the future began while the clock was wrong.
  if (found !== undefined && found.started <= now && (found.part < parts || now - found.started < roundMs))
    return { ...found, report: { items: 0, bytes: 0, ...(JSON.parse(found.report) as object) } }
  const state = { started: now, part: 0, ended: found?.ended ?? null }
  await hub.db.write((tx) =>
    tx
      .insertInto('verify_progress')
      .values({ name: row, ...state, report: '{}' })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...state, report: '{}' }))
      .execute(),
  )
  return { ...state, report: { items: 0, bytes: 0 } }
}

/** How many parts are done at the end of the day that `elapsed` lies in. Milliseconds. */
function dueParts(elapsed: number, roundMs: number): number {
  const perDay = Math.ceil((parts * dayMs) / roundMs)
  return Math.min(parts, perDay * (Math.floor(elapsed / dayMs) + 1))
}

async function* itemsOf(hub: Hub, part: number): AsyncGenerator<Item> {
  const { read } = hub.db
  if (part === 0) yield { kind: 'database', item: '' }
  const repos = await read
    .selectFrom('repo')
    .select('uid')
    .where((eb) => eb(eb('id', '%', parts), '=', part))
    .where('vis', '<', visibility.beingFreed)
    .orderBy('id')
    .execute()
  for (const { uid } of repos) yield { kind: 'repository', item: uid }
  const [low, high] = [boundary(part), boundary(part + 1)]
  const files = await read
    .selectFrom('lfs_blob')
    .select('sha256')
    .where('sha256', '>=', low)
    .$if(part + 1 < parts, (query) => query.where('sha256', '<', high))
    .execute()
  for (const { sha256 } of files) yield { kind: 'large file', item: toHex(sha256) }
  const xorbs = await read
    .selectFrom('xet_xorb')
    .select('id')
    .where('blob', '>=', low)
    .$if(part + 1 < parts, (query) => query.where('blob', '<', high))
    .execute()
  for (const { id } of xorbs) yield { kind: 'xorb', item: String(id) }
  const chunked = await read
    .selectFrom('xet_file')
    .select('sha256')
    .where('sha256', '>=', low)
    .$if(part + 1 < parts, (query) => query.where('sha256', '<', high))
    .execute()
  for (const { sha256 } of chunked) yield { kind: 'chunks', item: toHex(sha256) }
}

/** The first hash of a part. */
function boundary(part: number): Buffer {
  const bytes = Buffer.alloc(2)
  if (part < parts) bytes.writeUInt16BE(part * (65_536 / parts))
  return bytes
}

async function verifyItem(hub: Hub, { kind, item }: Item, pace: Pace, signal: AbortSignal | undefined): Promise<readonly Damage[]> {
  const affected = (contents: readonly string[]) => placesOfAll(hub, contents)
  switch (kind) {
    case 'database':
      return (await orAborted(signal, findDatabaseDamage(hub.db.location, signal))).map((what) => ({ where: 'database', what }))
    case 'repository': {
      const repo = await hub.db.read
        .selectFrom('repo')
        .select(['id', 'kind', 'owner', 'name'])
        .where('uid', '=', item)
        .where('vis', '<', visibility.beingFreed)
        .executeTakeFirst()
      return repo === undefined
        ? []
        : (await verifyRepoTwice(hub, repo.id, `${typeOf(repo.kind)} ${repo.owner}/${repo.name}`, pace)).damages
    }
    case 'large file': {
      const file = await hub.db.read.selectFrom('lfs_blob').select('size').where('sha256', '=', Buffer.from(item, 'hex')).executeTakeFirst()
      return file === undefined ? [] : verifyLargeFile(hub, { sha256: item, size: file.size }, 'all', pace)
    }
    case 'xorb':
      return verifyXorb(hub, Number(item), affected, pace)
    case 'chunks':
      return verifyTerms(hub, item, affected)
  }
}

/** @param known keys of the items with recorded damage; kept up to date */
async function verifyAndRecord(hub: Hub, item: Item, known: Set<string>, pace: Pace, signal: AbortSignal | undefined): Promise<void> {
  const key = keyOf(item)
  const first = await verifyItem(hub, item, pace, signal)
  if (first.length === 0 && !known.has(key)) return
  // Whatever changed while it was read is not damage.
  const again = first.length === 0 ? [] : await verifyItem(hub, item, pace, signal)
  const damages = first.filter(({ what }) => again.some((other) => other.what === what))
  if (damages.length > 0 && !known.has(key) && known.size >= maxDamages) return
  const now = hub.now().getTime()
  await hub.db.write(async (tx) => {
    let gone = tx.deleteFrom('storage_damage').where('kind', '=', item.kind).where('item', '=', item.item)
    if (damages.length > 0)
      gone = gone.where(
        'what',
        'not in',
        damages.map(({ what }) => what),
      )
    await gone.execute()
    if (damages.length > 0 && !known.has(key) && (item.kind === 'xorb' || item.kind === 'large file')) await advanceXetEpoch(tx)
    for (const { where, what, affects = [] } of damages) {
      const values = { place: where, affects: JSON.stringify(affects), checked: now }
      await tx
        .insertInto('storage_damage')
        .values({ ...item, what, ...values, found: now })
        .onConflict((conflict) => conflict.columns(['kind', 'item', 'what']).doUpdateSet(values))
        .execute()
    }
  })
  if (damages.length > 0) known.add(key)
  else known.delete(key)
}

/**
 * Remembers damaged large files, so that clients that have the bytes are asked to upload them again. The scheduled verification checks them until they
 * are repaired.
 */
export async function recordDamagedFiles(hub: Hub, damages: readonly Damage[]): Promise<void> {
  const now = hub.now().getTime()
  for (const { sha256, where, what, affects = [] } of damages) {
    if (sha256 === undefined) continue
    const values = { place: where, affects: JSON.stringify(affects), checked: now }
    await hub.db.write(async (tx) => {
      // Clients that remember the chunks would not send them again.
      await advanceXetEpoch(tx)
      await tx
        .insertInto('storage_damage')
        .values({ kind: 'large file', item: sha256, what, ...values, found: now })
        .onConflict((conflict) => conflict.columns(['kind', 'item', 'what']).doUpdateSet(values))
        .execute()
    })
  }
}

/** Verifies known damages again. @returns the keys of the items that are still damaged */
async function recheck(hub: Hub, pace: Pace, keepLease: () => void, signal: AbortSignal | undefined): Promise<Set<string>> {
  const rows = await hub.db.read.selectFrom('storage_damage').select(['kind', 'item', 'what', 'checked']).execute()
  const known = new Set(rows.map((each) => keyOf(each as Item)))
  const dayAgo = hub.now().getTime() - dayMs
  const due = new Map<string, Item>()
  for (const each of rows)
    if (each.checked <= dayAgo || each.what === quicklyFound) due.set(keyOf(each as Item), { kind: each.kind as Kind, item: each.item })
  for (const item of due.values()) {
    signal?.throwIfAborted()
    keepLease()
    await verifyAndRecord(hub, item, known, pace, signal)
  }
  return known
}

function keyOf({ kind, item }: Item): string {
  return `${kind} ${item}`
}
