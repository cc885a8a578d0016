import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { HubError } from '@portolan/contract'
import { PostgresAdapter, sql } from 'kysely'
import { type Db, toHex, type Tx } from '../db/db.ts'
import type { BlobStore, ExpectedBlob, StoredBlob } from './blob-store.ts'

/** How long a blob may be in the store before a row references it. Milliseconds. */
const intentMs = 24 * 3600 * 1000
/** How long an upload waits for a removal of the same blob to finish. */
const waitMs = 20_000
const lookEveryMs = 20
/** A removal takes seconds. One this old, in wall-clock time, belongs to a dead process. */
const deadFreeingMs = 10 * 60 * 1000
/** One key for all blobs: uploads share the lock, garbage collection takes it exclusively, for one short transaction. Any otherwise unused number. */
const lockKey = 7_166_382_001

/**
 * A store in which uploads and removals of the same blob never race. Before a blob becomes visible, a row announces it (`blob_upload`); garbage collection
 * keeps blobs with such a row, and while it is removing one (`blob_freeing`), uploads of it wait. After storing a blob, a writer has a day to reference it.
 * @param requireRoom rejects when so many bytes may not be added to the store
 */
export function guardBlobs(db: Db, store: BlobStore, now: () => Date, requireRoom: (bytes: number) => Promise<void>): BlobStore {
  const announce = announcer(db, store, now)
  const guard = async <T extends ExpectedBlob>(expected: T, work: (guarded: T) => Promise<StoredBlob>): Promise<StoredBlob> => {
    await requireRoom(expected.size ?? 0)
    const intent = randomBytes(12).toString('hex')
    const blob = await work({
      ...expected,
      beforePublish: async (whole: StoredBlob) => {
        await expected.beforePublish?.(whole)
        await announce(whole.sha256, intent)
      },
    })
    return { ...blob, intent }
  }
  return {
    put: (content, expected) => guard(expected, (guarded) => store.put(content, guarded)),
    freeBytes: () => store.freeBytes(),
    stat: (sha256) => store.stat(sha256),
    read: (sha256, range) => store.read(sha256, range),
    localPath: (sha256) => store.localPath(sha256),
    delete: (sha256) => store.delete(sha256),
    list: () => store.list(),
    sweep: () => store.sweep(),
    links: store.links,
    parts: {
      async put(id, number, content, expected) {
        await requireRoom(expected.size)
        return store.parts.put(id, number, content, expected)
      },
      list: (id) => store.parts.list(id),
      complete: (id, parts, expected) => guard(expected, (guarded) => store.parts.complete(id, parts, guarded)),
      drop: (id) => store.parts.drop(id),
      uploads: () => store.parts.uploads(),
    },
  }
}

/** Announces blobs that are about to become visible; concurrent ones share a transaction. */
function announcer(db: Db, store: BlobStore, now: () => Date): (sha256: string, intent: string) => Promise<void> {
  let waiting: (Intent & { readonly done: PromiseWithResolvers<boolean> })[] = []
  let running = false
  const flush = async () => {
    running = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        const free = await db.write((tx) => insertIntents(tx, db, now().getTime(), batch))
        for (const { sha256, done } of batch) done.resolve(free.has(sha256))
      } catch (error) {
        for (const { done } of batch) done.reject(error)
      }
    }
    running = false
  }
  const tryOnce = (sha256: string, id: string): Promise<boolean> => {
    const done = Promise.withResolvers<boolean>()
    waiting.push({ sha256, id, done })
    if (!running) void flush()
    return done.promise
  }
  return async (sha256, intent) => {
    // The real clock: a test's frozen clock would never end the wait.
    const until = performance.now() + waitMs
    while (!(await tryOnce(sha256, intent))) {
      await endDeadFreeing(db, store, sha256)
      if (performance.now() > until)
        throw new HubError('storage.unavailable', { message: 'This file is being removed. Try again in a moment.', sha256 })
      await delay(lookEveryMs)
    }
  }
}

interface Intent {
  readonly id: string
  readonly sha256: string
}

/** @returns the hashes that are not being freed at the moment: they are now announced */
async function insertIntents(tx: Tx, db: Db, now: number, intents: readonly Intent[]): Promise<Set<string>> {
  await lockBlobs(tx, 'shared')
  const keys = intents.map(({ sha256 }) => Buffer.from(sha256, 'hex'))
  const freeing = await tx.selectFrom('blob_freeing').select('sha256').where('sha256', 'in', keys).execute()
  const busy = new Set(freeing.map(({ sha256 }) => toHex(sha256)))
  const free = intents.filter(({ sha256 }) => !busy.has(sha256))
  if (free.length > 0) {
    await tx
      .insertInto('blob_upload')
      .values(free.map(({ id, sha256 }) => ({ id, sha256: Buffer.from(sha256, 'hex'), expires: now + intentMs })))
      .execute()
  }
  return new Set(free.map(({ sha256 }) => sha256))
}

/**
 * Finishes removals whose process died, so that nothing is left of them. Garbage collection calls this at the end of a run: whoever removed blobs before
 * has lost the lease. It may only be slow, so uploads of a blob wait until its removal is certainly dead, but its bytes go now.
 */
export async function endDeadFreeings(db: Db, store: BlobStore): Promise<void> {
  const rows = await db.read.selectFrom('blob_freeing').select(['sha256', 'since']).execute()
  for (const { sha256, since } of rows) {
    if (isDead(since)) await endDeadFreeing(db, store, toHex(sha256))
    // Nobody can reference or upload the blob while the row is there.
    else if (await takeOverFreeing(db, sha256, since)) await store.delete(toHex(sha256))
  }
}

/** Makes sure that the process that began a removal does not end it: it ends only the one with its own time. @returns false when it has ended */
async function takeOverFreeing(db: Db, sha256: Uint8Array, since: number): Promise<boolean> {
  const key = Buffer.from(sha256)
  const { numUpdatedRows } = await db.write((tx) =>
    tx
      .updateTable('blob_freeing')
      .set({ since: since + 1 })
      .where('sha256', '=', key)
      .where('since', '=', since)
      .executeTakeFirstOrThrow(),
  )
  return numUpdatedRows > 0n
}

/** Also when it began in the future: the clock has been set back since. */
function isDead(since: number): boolean {
  return Math.abs(Date.now() - since) >= deadFreeingMs
}

/** A process that died in the middle of a removal leaves its row: this finishes the removal. */
async function endDeadFreeing(db: Db, store: BlobStore, sha256: string): Promise<void> {
  const key = Buffer.from(sha256, 'hex')
  const row = await db.read.selectFrom('blob_freeing').select('since').where('sha256', '=', key).executeTakeFirst()
  if (row === undefined || !isDead(row.since)) return
  await store.delete(sha256)
  await db.write((tx) => tx.deleteFrom('blob_freeing').where('sha256', '=', key).where('since', '=', row.since).execute())
}

/** Call in the transaction that references a blob: it needs no other protection from then on. Other uploads of the same bytes keep theirs. */
export async function forgetIntent(tx: Tx, { intent }: StoredBlob): Promise<void> {
  if (intent !== undefined) await tx.deleteFrom('blob_upload').where('id', '=', intent).execute()
}

/**
 * Removes an unreferenced blob: first from the tables, after a final check under a lock, then from the store.
 * @param isNeeded checks, in the transaction, whether anything references it
 * @param isElsewhere the same bytes are also stored as chunks: the file's records stay
 * @returns false when it is, or is about to be, referenced after all
 */
export async function freeBlob(
  db: Db,
  store: BlobStore,
  now: number,
  sha256: string,
  isNeeded: (tx: Tx) => Promise<boolean>,
  isElsewhere = false,
): Promise<boolean> {
  const key = Buffer.from(sha256, 'hex')
  const since = Date.now()
  const mayGo = await db.write(async (tx) => {
    await lockBlobs(tx, 'alone')
    const intent = await tx
      .selectFrom('blob_upload')
      .select('expires')
      .where('sha256', '=', key)
      .where('expires', '>', now)
      .executeTakeFirst()
    if (intent !== undefined || (await isNeeded(tx))) return false
    const other = await tx.selectFrom('blob_freeing').select('since').where('sha256', '=', key).executeTakeFirst()
    if (other !== undefined && !isDead(other.since)) return false
    await tx.deleteFrom('blob_upload').where('sha256', '=', key).execute()
    if (!isElsewhere) await tx.deleteFrom('lfs_blob').where('sha256', '=', key).execute()
    await tx
      .insertInto('blob_freeing')
      .values({ sha256: key, since })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ since }))
      .execute()
    return true
  })
  if (!mayGo) return false
  // An upload takes over older removals. Nothing is sent to the store that late.
  if (Date.now() - since > deadFreeingMs / 2) return false
  await store.delete(sha256)
  await db.write((tx) => tx.deleteFrom('blob_freeing').where('sha256', '=', key).where('since', '=', since).execute())
  return true
}

/**
 * Separates those that announce what they need from the store (`shared`) from those that remove what is unreferenced (`alone`), until the transaction ends.
 * SQLite has one writer at a time: the transaction is the lock.
 */
export async function lockBlobs(tx: Tx, how: 'shared' | 'alone'): Promise<void> {
  if (!(tx.getExecutor().adapter instanceof PostgresAdapter)) return
  await (
    how === 'alone' ? sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})` : sql`select pg_advisory_xact_lock_shared(${sql.lit(lockKey)})`
  ).execute(tx)
}
