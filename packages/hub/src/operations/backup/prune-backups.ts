import { HubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import { acquireLease } from '../garbage-collection/index.ts'
import { listBackupRuns, runLeases } from './backup-runs.ts'
import { backupName, type Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { listBackups, namedBlobs } from './restore-backup.ts'

/** An unfinished backup that this hub did not write is somebody else's, and may still be written, for this long. Milliseconds. */
const unfinishedMs = 7 * 86_400_000
const deletesAtOnce = 8

export interface Pruned {
  /** Names of the backups that were removed. */
  readonly backups: readonly string[]
  /** Blobs that no remaining backup references, and their size. */
  readonly blobs: number
  readonly bytes: number
}

/**
 * Removes all but the newest backups of a place, unfinished ones, what dead processes left, and the blobs that no remaining backup references. Keeps the newest backup that has all
 * its large files, however old. Removes nothing while a backup is written or rehearsed.
 * @param keep how many finished backups to keep, at least 1
 * @returns `null` when a backup may be being written or is rehearsed
 * @throws {HubError} `storage.damaged` when a backup to keep cannot be read, or none is complete; nothing was removed then
 */
export async function pruneBackups(hub: Hub, place: BackupPlace, keep: number, signal?: AbortSignal): Promise<Pruned | null> {
  await using writing = await acquireLease(hub, runLeases.backup)
  if (writing === null) return null
  await using rehearsing = await acquireLease(hub, runLeases.rehearsal)
  if (rehearsing === null) return null
  await place.sweep()
  const finished = await listBackups(place)
  const unfinished = (await place.list()).filter((name) => backupName.test(name) && !finished.some((each) => each.name === name))
  if (await mayBeWritten(hub, place, unfinished)) return null
  if (finished.length <= Math.max(1, keep) && unfinished.length === 0) return { backups: [], blobs: 0, bytes: 0 }

  const stored = new Map<string, number>()
  for await (const { sha256, size } of place.blobs.list()) stored.set(sha256, size)
  const { kept, needed } = await toKeep(finished, Math.max(1, keep), place, new Set(stored.keys()))
  const backups = [...finished.map(({ name }) => name).filter((name) => !kept.has(name)), ...unfinished]
  const guard = () => {
    signal?.throwIfAborted()
    for (const lease of [writing, rehearsing]) lease.keep()
  }
  for (const name of backups) {
    guard()
    await place.remove(name)
  }
  // Somebody else began one in the meantime: its blobs are not known yet.
  if ((await place.list()).some((name) => backupName.test(name) && !kept.has(name))) return { backups, blobs: 0, bytes: 0 }
  return { backups, ...(await removeBlobs(place, stored, needed, guard)) }
}

/** Unfinished backups of this hub are dead: whoever wrote one had the lease. */
async function mayBeWritten(hub: Hub, place: BackupPlace, unfinished: readonly string[]): Promise<boolean> {
  const own = new Set((await listBackupRuns(hub, { kind: 'backup', place: place.name, limit: 1_000 })).map(({ name }) => name))
  const since = new Date(hub.now().getTime() - unfinishedMs).toISOString().replace(/[-:.]/g, '')
  return unfinished.some((name) => !own.has(name) && name > since)
}

/** The newest backups, and all down to the newest complete one; and the blobs that they reference. */
async function toKeep(
  finished: readonly { name: string; manifest: Manifest }[],
  keep: number,
  place: BackupPlace,
  stored: ReadonlySet<string>,
): Promise<{ kept: Set<string>; needed: Set<string> }> {
  const kept = new Set<string>()
  const needed = new Set<string>()
  let hasComplete = false
  for (const { name, manifest } of finished.toReversed()) {
    if (kept.size >= keep && hasComplete) break
    const blobs = await namedBlobs(place, name, manifest, stored)
    kept.add(name)
    for (const sha256 of blobs) needed.add(sha256)
    hasComplete ||= manifest.blobs.missing.length === 0 && blobs.every((sha256) => stored.has(sha256))
  }
  if (!hasComplete && finished.length > 0)
    throw new HubError('storage.damaged', { message: 'No backup has all its large files, so none was removed.' })
  return { kept, needed }
}

async function removeBlobs(
  place: BackupPlace,
  stored: ReadonlyMap<string, number>,
  needed: ReadonlySet<string>,
  guard: () => void,
): Promise<{ blobs: number; bytes: number }> {
  const removed = { blobs: 0, bytes: 0 }
  const work = [...stored].filter(([sha256]) => !needed.has(sha256)).values()
  const worker = async () => {
    for (const [sha256, size] of work) {
      guard()
      await place.blobs.delete(sha256)
      removed.blobs++
      removed.bytes += size
    }
  }
  await Promise.all(Array.from({ length: deletesAtOnce }, worker))
  return removed
}
