import { sql } from 'kysely'
import { HubError } from '@portolan/contract'
import { gcLease, acquireLease, type Lease } from '../garbage-collection/index.ts'
import { openContent } from '../../foundation/contents/index.ts'
import { findDatabaseDamage } from '../../foundation/db/find-database-damage.ts'
import { readSnapshot } from '../../foundation/db/open-snapshot.ts'
import { Yielder } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { knownDamage, recordRun, type RunFigures, runLeases } from './backup-runs.ts'
import { copyBlobs, type CopiedBlobs } from './copy-blobs.ts'
import { packRows } from './dump.ts'
import { readLastIds } from './last-ids.ts'
import { type Manifest, nextName } from './manifest.ts'
import { chunkedContents, neededBlobs } from './needed-blobs.ts'
import { orAborted } from './or-aborted.ts'
import { type BackupPlace, intoPlace } from './place.ts'
import { type Cell, digested, listTables, readRows, RowDigest } from './tables.ts'

/** One that takes longer waits for a frozen Postgres. Milliseconds. */
const statementMs = 3_600_000

export interface MadeBackup {
  readonly name: string
  readonly manifest: Manifest
  readonly blobs: CopiedBlobs
  readonly figures: RunFigures
}

/**
 * Backs up a running hub: its tables as of one instant, and every blob they reference. Blobs that an earlier backup in the same place has are not
 * copied again. Garbage collection frees nothing in the meantime. The run is recorded.
 * @throws {HubError} `storage.unavailable` when garbage collection is running, `storage.damaged` when the database is damaged,
 *   `storage.full` when the place is
 */
export async function makeBackup(hub: Hub, place: BackupPlace): Promise<MadeBackup> {
  const made = await backUp(hub, { name: place.name, open: async () => place })
  if (made === 'busy')
    throw new HubError('storage.unavailable', { message: 'Garbage collection or another backup is running. Try again later.' })
  return made
}

/**
 * {@link makeBackup} to a place that is opened when it is needed.
 * @param options.isStillDue asked once no other process can begin a backup; without it, a backup is made in any case
 * @param options.signal ends it; what was written so far counts as unfinished
 * @returns `busy` when garbage collection or another backup is running, or it is no longer due
 */
export async function backUp(
  hub: Hub,
  place: { readonly name: string; open(): Promise<BackupPlace> },
  { isStillDue, signal }: { isStillDue?: () => Promise<boolean>; signal?: AbortSignal } = {},
): Promise<MadeBackup | 'busy'> {
  await using only = await acquireLease(hub, runLeases.backup)
  if (only === null || (await isStillDue?.()) === false) return 'busy'
  await using lease = await acquireLease(hub, gcLease)
  if (lease === null) return 'busy'
  // Awaited here: the lease is released when this function ends.
  return await recordRun(hub, { kind: 'backup', place: place.name, signal }, async (noteName) => {
    await orAborted(signal, requireSound(hub, signal))
    return orAborted(signal, writeBackup(hub, await place.open(), { lease, signal, noteName }))
  })
}

async function writeBackup(
  hub: Hub,
  place: BackupPlace,
  { lease, signal, noteName }: { lease: Lease; signal: AbortSignal | undefined; noteName: (name: string) => Promise<void> },
): Promise<MadeBackup> {
  const created = hub.now()
  const name = nextName(created, await place.list())
  await noteName(name)
  const { dialect } = hub.db
  let tableBytes = 0
  const snapshot = await readSnapshot(
    hub.db.location,
    async (db) => {
      const tables: Manifest['tables'] = []
      const all = await listTables(db, dialect)
      const lastIds = await readLastIds(db, dialect, all)
      for (const table of all) {
        lease.keep()
        const digest = new RowDigest()
        const file = `tables/${table.name}.ndjson.gz`
        const { sha256, size } = await intoPlace(
          place.name,
          place.write(`backups/${name}/${file}`, packRows(table.columns, digested(inTurns(readRows(db, dialect, table), signal), digest))),
        )
        tableBytes += size
        const lastId = lastIds.get(table.name)
        tables.push({
          name: table.name,
          columns: [...table.columns],
          file,
          sha256,
          rows: digest.rows,
          digest: digest.digest,
          ...(lastId === undefined ? {} : { lastId }),
        })
      }
      const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
      return { tables, migrations: rows.map((row) => row.name), blobs: await neededBlobs(db), chunked: await chunkedContents(db) }
    },
    statementMs,
  )
  const again = await knownDamage(hub, place.name)
  const copied = await intoPlace(place.name, copyBlobs(hub.blobs, place.blobs, snapshot.blobs, { signal, again }))
  const blobs = { ...copied, missing: await copyMoved(hub, place, copied.missing, snapshot.chunked) }
  signal?.throwIfAborted()
  // Otherwise garbage collection may have freed what the tables reference.
  await lease.confirm()
  const manifest: Manifest = {
    format: 'portolan-backup-1',
    created: created.toISOString(),
    dialect,
    migrations: snapshot.migrations,
    tables: snapshot.tables,
    blobs: { count: snapshot.blobs.length, missing: blobs.missing },
  }
  await intoPlace(place.name, place.write(`backups/${name}/manifest.json`, once(`${JSON.stringify(manifest, null, 2)}\n`)))
  const figures = {
    name,
    tables: snapshot.tables.length,
    rows: snapshot.tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: blobs.copied + blobs.kept,
    bytes: tableBytes + blobs.bytes + blobs.keptBytes,
    missing: blobs.missing.length,
  }
  return { name, manifest, blobs, figures }
}

/** Passes rows on, and lets the server that makes the backup answer requests in between. */
async function* inTurns(rows: AsyncIterable<Cell[]>, signal: AbortSignal | undefined): AsyncGenerator<Cell[]> {
  const yielder = new Yielder()
  for await (const row of rows) {
    signal?.throwIfAborted()
    yield row
    await yielder.yieldIfDue()
  }
}

/** A backup of a damaged database could not be restored, or would be restored with the damage. */
async function requireSound(hub: Hub, signal: AbortSignal | undefined): Promise<void> {
  const problems = await findDatabaseDamage(hub.db.location, signal)
  if (problems.length === 0) return
  throw new HubError('storage.damaged', {
    message: `The database is damaged, so it was not backed up; earlier backups are as they were. ${problems.slice(0, 5).join('; ')}. See \`portolan verify\`.`,
  })
}

/** Contents whose bytes moved into chunks after the instant of the backup: they are backed up as blobs, because its tables have no chunks for them. */
async function copyMoved(hub: Hub, place: BackupPlace, hashes: readonly string[], chunked: ReadonlySet<string>): Promise<string[]> {
  const missing: string[] = []
  for (const sha256 of hashes) {
    if (chunked.has(sha256)) continue
    const content = await openContent(hub, sha256)
    if (content === null || content.isBlob) missing.push(sha256)
    else await intoPlace(place.name, place.blobs.put(await content.read(), { sha256, size: content.size }))
  }
  return missing
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
