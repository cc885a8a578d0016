import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HubError, isHubError } from '@portolan/contract'
import type { BlobStore } from '../../foundation/blobs/blob-store.ts'
import { openMemoryBlobStore } from '../../foundation/blobs/memory-blob-store.ts'
import { encryptionState, keyringOf, unreadableValues } from '../../foundation/encryption/index.ts'
import { openSqlite } from '../../foundation/db/open-sqlite.ts'
import type { Hub } from '../../hub.ts'
import { HubStates } from '../../hub-state.ts'
import { acquireLease } from '../garbage-collection/index.ts'
import { recordRun, type RunFigures, runLeases } from './backup-runs.ts'
import type { BackupPlace } from './place.ts'
import { listBackups, restoreBackup } from './restore-backup.ts'

/** A backup that would restore. */
export interface Rehearsal {
  readonly name: string
  readonly figures: RunFigures
}

/**
 * Restores a backup into a temporary SQLite database in the data folder, exactly as {@link restoreBackup} does, except that large files are hashed and not
 * kept. Everything temporary is removed. The run is recorded.
 * @param name defaults to the latest
 * @throws {HubError} `storage.damaged` when it could not be restored, or the hub lacked large files when it was made; `storage.unavailable` while another
 *   rehearsal is running
 */
export async function rehearseBackup(hub: Hub, place: BackupPlace, name?: string): Promise<Rehearsal> {
  await using lease = await acquireLease(hub, runLeases.rehearsal)
  if (lease === null)
    throw new HubError('storage.unavailable', { message: 'Another rehearsal is running, or backups are being removed; try again later.' })
  // Awaited here: the lease is released when this function ends.
  return await recordRun(hub, { kind: 'rehearsal', place: place.name }, async (noteName) => {
    const all = await listBackups(place)
    const backup = name === undefined ? all.at(-1) : all.find((each) => each.name === name)
    if (backup === undefined) throw new HubError('storage.damaged', { message: 'There is no finished backup of that name here.' })
    await noteName(backup.name)
    const figures = await rehearse(hub, place, backup.name)
    const { missing } = backup.manifest.blobs
    if (missing.length > 0)
      throw new HubError('storage.damaged', {
        message: `It lacks ${missing.length} large files that the hub lacked when it was made: ${missing.slice(0, 5).join(', ')}`,
      })
    return { name: backup.name, figures }
  })
}

async function rehearse(hub: Hub, place: BackupPlace, name: string): Promise<RunFigures> {
  const parent = join(hub.config.dataDir, 'rehearsal')
  // Left there by a process that died: nobody else is rehearsing.
  await rm(parent, { recursive: true, force: true })
  await mkdir(parent, { recursive: true })
  const dataDir = await mkdtemp(join(parent, 'hub-'))
  try {
    await using db = await openSqlite(join(dataDir, 'hub.db'), { isThrowAway: true })
    const blobs = hashingStore()
    const states: HubStates = new HubStates(() => trial)
    await using _states = states
    const trial: Hub = {
      ...hub,
      config: { ...hub.config, dataDir, databaseUrl: null, s3: null },
      db,
      blobs,
      rawBlobs: blobs,
      states,
    }
    const { tables, rows, blobs: copied } = await restoreBackup(trial, place, name)
    const lostSecrets = unreadableValues(await encryptionState(db.read, keyringOf(hub)))
    if (lostSecrets !== null) throw new HubError('storage.damaged', { message: `It would be incomplete: ${lostSecrets}` })
    return { name, tables, rows, blobs: copied.copied, bytes: copied.bytes, missing: 0 }
  } catch (error) {
    if (isHubError(error)) throw error
    throw new HubError('storage.damaged', { message: `It cannot be restored: ${(error as Error).message}` }, { cause: error })
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Hashes what it is given, and remembers only the sizes. */
function hashingStore(): BlobStore {
  const sizes = new Map<string, number>()
  return {
    ...openMemoryBlobStore(),
    async put(content, expected) {
      const hash = createHash('sha256')
      let size = 0
      for await (const piece of content as AsyncIterable<Uint8Array>) {
        hash.update(piece)
        size += piece.byteLength
      }
      const sha256 = hash.digest('hex')
      if (expected.size !== undefined && size !== expected.size)
        throw new HubError('lfs.size_mismatch', { expected: expected.size, received: size })
      if (expected.sha256 !== undefined && sha256 !== expected.sha256)
        throw new HubError('lfs.hash_mismatch', { expected: expected.sha256, received: sha256 })
      sizes.set(sha256, size)
      return { sha256, size }
    },
    async stat(sha256) {
      const size = sizes.get(sha256)
      return size === undefined ? null : { sha256, size }
    },
    async *list() {
      for (const [sha256, size] of sizes) yield { sha256, size }
    },
  }
}
