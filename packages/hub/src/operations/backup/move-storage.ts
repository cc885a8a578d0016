import { readSnapshot } from '../../foundation/db/open-snapshot.ts'
import type { Hub } from '../../hub.ts'
import { HubError } from '@portolan/contract'
import { copyBlobs, type CopiedBlobs } from './copy-blobs.ts'
import { fillTables, requireEmpty, type Source } from './fill-tables.ts'
import { readLastIds } from './last-ids.ts'
import { chunkedContents, neededBlobs } from './needed-blobs.ts'
import { listTables, readRows } from './tables.ts'

/**
 * Copies everything from a hub that nobody is writing to into an empty one, on any engine and store: first the blobs, each verified, then the tables in
 * one transaction. If interrupted, the target is still empty except for blobs, and the next attempt resumes with those. The source is unchanged.
 * @throws {HubError} `storage.not_empty`, `storage.damaged` when blobs are missing in the source or rows differ
 */
export async function moveStorage(from: Hub, to: Hub): Promise<{ tables: number; rows: number; blobs: CopiedBlobs }> {
  await requireEmpty(to)
  return readSnapshot(from.db.location, async (db) => {
    const { dialect } = from.db
    const chunked = await chunkedContents(db)
    const blobs = await copyBlobs(from.blobs, to.blobs, await neededBlobs(db))
    const missing = blobs.missing.filter((sha256) => !chunked.has(sha256))
    if (missing.length > 0)
      throw new HubError('storage.damaged', {
        message: `${missing.length} blobs are missing from the source: ${missing.slice(0, 5).join(', ')}. Nothing was copied.`,
      })
    const sources: Source[] = []
    const tables = await listTables(db, dialect)
    const lastIds = await readLastIds(db, dialect, tables)
    for (const table of tables)
      sources.push({ name: table.name, columns: table.columns, lastId: lastIds.get(table.name), rows: () => readRows(db, dialect, table) })
    return { ...(await fillTables(to, sources)), blobs }
  })
}
