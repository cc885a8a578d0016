import { isHubError } from '@portolan/contract'
import type { Hub } from '../../hub.ts'
import { type BackupRun, listBackupRuns, notePruning } from './backup-runs.ts'
import { backUp } from './make-backup.ts'
import type { BackupPlace } from './place.ts'
import { pruneBackups } from './prune-backups.ts'

/** After a failure, the next attempt does not wait for the whole period. Milliseconds. */
const retryMs = 3_600_000
const busyPlace = 'another backup seems to be written there, or a restore is rehearsed.'

/**
 * Backs up when the last backup to the place of the settings was long enough ago, and then removes the oldest ones. Any process may call it at any time:
 * only one of them does it.
 * @param open opens that place
 * @param signal ends it
 */
export async function backUpWhenDue(hub: Hub, open: () => Promise<BackupPlace>, signal?: AbortSignal): Promise<void> {
  const schedule = hub.config.backups
  if (schedule === null) return
  const { place: name, everyMs, keep } = schedule
  const isStillDue = () => isDue(hub, name, everyMs)
  if (!(await isStillDue())) return
  let opened: BackupPlace | undefined
  try {
    const place = { name, open: async () => (opened = await open()) }
    const made = await backUp(hub, place, { isStillDue, ...(signal === undefined ? {} : { signal }) }).catch(async (error: unknown) => {
      // Perhaps more is there than is to be kept: then the next attempt has room.
      if (isHubError(error, 'storage.full') && opened !== undefined && keep > 0) await pruneBackups(hub, opened, keep, signal)
      throw error
    })
    if (made === 'busy' || opened === undefined || keep === 0) return
    const pruned = await pruneBackups(hub, opened, keep, signal).catch((error: unknown) => error)
    signal?.throwIfAborted()
    const failure = pruned === null ? new Error(busyPlace) : pruned instanceof Error ? pruned : null
    await notePruning(hub, name, failure?.message ?? null)
    if (pruned !== null && failure !== null) throw failure
  } finally {
    opened?.close()
  }
}

async function isDue(hub: Hub, place: string, everyMs: number): Promise<boolean> {
  const now = hub.now().getTime()
  // A run in the future was made while the clock was wrong.
  const isRecent = ({ startedAt }: BackupRun, ms: number) => startedAt.getTime() <= now && now - startedAt.getTime() < ms
  const [done] = await listBackupRuns(hub, { kind: 'backup', place, state: 'done', limit: 1 })
  if (done !== undefined && isRecent(done, everyMs)) return false
  // One that was stopped with its server begins again with the next one.
  const tried = (await listBackupRuns(hub, { kind: 'backup', place })).find(({ state }) => state !== 'stopped')
  return tried === undefined || tried.id === done?.id || !isRecent(tried, Math.min(everyMs, retryMs))
}
