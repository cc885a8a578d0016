import {
  type BackupPlace,
  backUpWhenDue,
  chunkStoredFiles,
  collectWhenDue,
  embedCards,
  flushDownloads,
  flushUsage,
  type Hub,
  type Job,
  pruneAudit,
  pruneEvents,
  pruneOAuth,
  pruneProgress,
  pruneRateLimits,
  pruneRepoChanges,
  refreshListings,
  rollDownloads,
  sweepUploads,
  sweepXet,
  verifyWhenDue,
} from '@portolan/hub'

const second = 1000

/** The hub's periodic maintenance jobs. */
export function housekeepingJobs(hub: Hub, settings: { auditDays: number; openBackups: () => Promise<BackupPlace> }): Job[] {
  const job = (name: string, everyMs: number, run: Job['run']): Job => ({ name, everyMs, jitter: everyMs < 600 * second ? 0 : 0.1, run })
  return [
    job('refresh listings', second, () => refreshListings(hub)),
    job('embed cards', 5 * second, () => embedCards(hub)),
    job('prune the change log', 3600 * second, () => pruneRepoChanges(hub)),
    job('prune the outbox', 3600 * second, () => pruneEvents(hub)),
    ...(settings.auditDays > 0 ? [job('prune the audit log', 3600 * second, () => pruneAudit(hub, settings.auditDays))] : []),
    job('prune the progress of finished work', 3600 * second, () => pruneProgress(hub)),
    job('prune rate limit counters', 3600 * second, () => pruneRateLimits(hub.db)),
    job('prune OAuth sign-ins', 3600 * second, () => pruneOAuth(hub)),
    job('flush download counts', 10 * second, () => flushDownloads(hub)),
    job('flush model usage', 10 * second, () => flushUsage(hub)),
    job('roll up download counts', 3600 * second, () => rollDownloads(hub)),
    job('split stored files into chunks', 10 * second, () => chunkStoredFiles(hub)),
    job('delete unused chunks', 3600 * second, () => sweepXet(hub)),
    job('garbage collection', 600 * second, (signal) => collectWhenDue(hub, signal)),
    job('back up', 600 * second, (signal) => backUpWhenDue(hub, settings.openBackups, signal)),
    job('verify what is stored', 3600 * second, (signal) => verifyWhenDue(hub, signal)),
    job('delete expired uploads', 3600 * second, () => sweepUploads(hub)),
  ]
}
