import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { HubError, isHubError } from '@portolan/contract'
import type { Tx } from '../../foundation/db/db.ts'
import { migrations } from '../../foundation/db/migrate.ts'
import { migrateEmpty } from '../../foundation/db/migrate-empty.ts'
import type { Hub } from '../../hub.ts'
import { advanceXetEpoch } from '../../repository/xet/index.ts'
import { copyBlobs, type CopiedBlobs } from './copy-blobs.ts'
import { openDump } from './dump.ts'
import { fillTables, requireEmpty } from './fill-tables.ts'
import { backupName, Manifest } from './manifest.ts'
import { neededBlobs } from './needed-blobs.ts'
import type { BackupPlace } from './place.ts'
import type { Cell } from './tables.ts'
import { afterUnreleased, isUnreleased, upgraded } from './unreleased-backup.ts'

/** Finished backups, oldest first. */
export async function listBackups(place: BackupPlace): Promise<{ name: string; manifest: Manifest }[]> {
  const found: { name: string; manifest: Manifest }[] = []
  for (const name of await place.list()) {
    const manifest = backupName.test(name) ? await readManifest(place, name) : null
    if (manifest !== null) found.push({ name, manifest })
  }
  return found
}

/**
 * Fills an empty hub from a backup: the tables in one transaction, compared with what was saved, and every blob verified by its hash. Backups of older
 * versions are migrated. Blobs come first: if it fails, the hub is still empty.
 * @param name defaults to the latest
 * @throws {HubError} `storage.not_empty`, `storage.damaged`
 */
export async function restoreBackup(
  hub: Hub,
  place: BackupPlace,
  name?: string,
): Promise<{ name: string; tables: number; rows: number; blobs: CopiedBlobs }> {
  await requireEmpty(hub)
  const all = await listBackups(place)
  const backup = name === undefined ? all.at(-1) : all.find((each) => each.name === name)
  if (backup === undefined) throw new HubError('storage.damaged', { message: 'There is no complete backup with that name here.' })
  const { manifest } = backup
  const old = isUnreleased(manifest)
  const strange = old ? [] : manifest.migrations.filter((migration) => migrations[migration] === undefined)
  if (strange.length > 0)
    throw new HubError('storage.damaged', { message: `The backup was made by a newer version, which has ${strange.join(', ')}.` })
  const stored: string[] = []
  for await (const { sha256 } of place.blobs.list()) stored.push(sha256)
  const blobs = await copyBlobs(place.blobs, hub.blobs, await namedBlobs(place, backup.name, manifest, new Set(stored)))
  if (blobs.missing.length > 0)
    throw new HubError('storage.damaged', {
      message: `${blobs.missing.length} blobs of the backup are damaged: ${blobs.missing.slice(0, 5).join(', ')}`,
      blobs: blobs.missing,
    })
  const sources = manifest.tables.map((table) => ({
    name: table.name,
    columns: table.columns,
    lastId: table.lastId,
    expected: { rows: table.rows, digest: table.digest },
    rows: () => rowsOf(place, backup.name, table),
  }))
  // Clients remember chunks that they uploaded after the backup. At another address they ask again.
  const finish = (tx: Tx) => advanceXetEpoch(tx, Math.ceil(hub.now().getTime() / 1000))
  const filled = old
    ? await migrateEmpty(hub.db.location, afterUnreleased, () =>
        fillTables(
          hub,
          upgraded(manifest, sources, (table) => rowsOf(place, backup.name, table)),
          finish,
        ),
      )
    : await migrateEmpty(hub.db.location, manifest.migrations, () => fillTables(hub, sources, finish))
  const missing = (await neededBlobs(hub.db.read)).length
  if (missing !== manifest.blobs.count)
    throw new HubError('storage.damaged', { message: 'The blobs that the tables refer to do not match the backup.' })
  return { name: backup.name, ...filled, blobs }
}

/** The blobs in the store that this backup references. One that is missing was already missing when the backup was made, or has been lost. */
export async function namedBlobs(place: BackupPlace, name: string, manifest: Manifest, stored: ReadonlySet<string>): Promise<string[]> {
  const named = new Set<string>()
  for (const [tableName, column] of [
    ['lfs_blob', 'sha256'],
    ['xet_xorb', 'blob'],
  ] as const) {
    const table = manifest.tables.find((each) => each.name === tableName)
    if (table === undefined) continue
    const at = table.columns.indexOf(column)
    for await (const row of await rowsOf(place, name, table)) {
      const cell = row[at]
      if (cell !== null && typeof cell === 'object') named.add(Buffer.from(cell.base64, 'base64').toString('hex'))
    }
  }
  const chunked = new Set<string>()
  const files = manifest.tables.find((each) => each.name === 'xet_file')
  if (files !== undefined) {
    const at = files.columns.indexOf('sha256')
    for await (const row of await rowsOf(place, name, files)) {
      const cell = row[at]
      if (cell !== null && typeof cell === 'object') chunked.add(Buffer.from(cell.base64, 'base64').toString('hex'))
    }
  }
  const known = new Set([...manifest.blobs.missing, ...chunked])
  return [...named].filter((sha256) => stored.has(sha256) || !known.has(sha256))
}

/** @throws {HubError} `storage.damaged` when the file is not the one that was written */
async function rowsOf(place: BackupPlace, name: string, table: Manifest['tables'][number]): Promise<AsyncIterable<Cell[]>> {
  const path = `backups/${name}/${table.file}`
  const hash = createHash('sha256')
  for await (const piece of await place.read(path)) hash.update(piece as Uint8Array)
  if (hash.digest('hex') !== table.sha256) throw new HubError('storage.damaged', { message: `${path} is damaged. Nothing was changed.` })
  const { columns, rows } = await openDump(await place.read(path))
  if (JSON.stringify(columns) !== JSON.stringify(table.columns))
    throw new HubError('storage.damaged', { message: `The columns of ${path} do not match the manifest.` })
  return rows
}

async function readManifest(place: BackupPlace, name: string): Promise<Manifest | null> {
  let found: string
  try {
    found = await text(Readable.from(await place.read(`backups/${name}/manifest.json`)))
  } catch (error) {
    // Never finished. Any other error says nothing about the backup.
    if (isHubError(error, 'blob.not_found') || ['ENOENT', 'ENOTDIR'].includes(String((error as { code?: unknown }).code))) return null
    throw error
  }
  const parsed = Manifest.safeParse(parseJson(found))
  if (!parsed.success) throw new HubError('storage.damaged', { message: `The manifest of ${name} is damaged.` })
  return parsed.data
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return null
  }
}
