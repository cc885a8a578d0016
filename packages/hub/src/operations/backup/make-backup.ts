import { sql } from 'kysely'
import { HubError } from '@portolan/contract'
import { gcLease, acquireLease } from '../garbage-collection/index.ts'
import { openContent } from '../../foundation/contents/index.ts'
import { readSnapshot } from '../../foundation/db/open-snapshot.ts'
import type { Hub } from '../../hub.ts'
import { copyBlobs, type CopiedBlobs } from './copy-blobs.ts'
import { packRows } from './dump.ts'
import { readLastIds } from './last-ids.ts'
import { type Manifest, nameOf } from './manifest.ts'
import { chunkedContents, neededBlobs } from './needed-blobs.ts'
import type { BackupPlace } from './place.ts'
import { digested, listTables, readRows, RowDigest } from './tables.ts'

/**
 * Backs up a running hub: its tables as of one instant, and every blob they reference. Blobs that an earlier backup in the same place has are not
 * copied again. Garbage collection frees nothing in the meantime.
 * @throws {HubError} `storage.unavailable` when garbage collection is running
 */
export async function makeBackup(hub: Hub, place: BackupPlace): Promise<{ name: string; manifest: Manifest; blobs: CopiedBlobs }> {
  await using lease = await acquireLease(hub, gcLease)
  if (lease === null)
    throw new HubError('storage.unavailable', { message: 'Garbage collection, or another backup, is running; try again later.' })
  const created = hub.now()
  const name = nameOf(created)
  const { dialect } = hub.db
  const snapshot = await readSnapshot(hub.db.location, async (db) => {
    const tables: Manifest['tables'] = []
    const all = await listTables(db, dialect)
    const lastIds = await readLastIds(db, dialect, all)
    for (const table of all) {
      lease.keep()
      const digest = new RowDigest()
      const file = `tables/${table.name}.ndjson.gz`
      const { sha256 } = await place.write(
        `backups/${name}/${file}`,
        packRows(table.columns, digested(readRows(db, dialect, table), digest)),
      )
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
  })
  const copied = await copyBlobs(hub.blobs, place.blobs, snapshot.blobs)
  const blobs = { ...copied, missing: await copyMoved(hub, place, copied.missing, snapshot.chunked) }
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
  await place.write(`backups/${name}/manifest.json`, once(`${JSON.stringify(manifest, null, 2)}\n`))
  return { name, manifest, blobs }
}

/** Contents whose bytes moved into chunks after the instant of the backup: they are backed up as blobs, because its tables have no chunks for them. */
async function copyMoved(hub: Hub, place: BackupPlace, hashes: readonly string[], chunked: ReadonlySet<string>): Promise<string[]> {
  const missing: string[] = []
  for (const sha256 of hashes) {
    if (chunked.has(sha256)) continue
    const content = await openContent(hub, sha256)
    if (content === null || content.isBlob) missing.push(sha256)
    else await place.blobs.put(await content.read(), { sha256, size: content.size })
  }
  return missing
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
