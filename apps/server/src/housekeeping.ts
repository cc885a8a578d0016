import {
  type BackupPlace,
  backUpWhenDue,
  clockHold,
  chunkStoredFiles,
  collectWhenDue,
  continueDeletions,
  embedCards,
  flushDownloads,
  flushUsage,
  type Hub,
  type Job,
  pruneAudit,
  pruneEvents,
  pruneFormerNames,
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
  /** Deletes what is old, and nothing while the clock may be wrong. */
  const pruning = (name: string, run: () => Promise<unknown>) =>
    job(name, 3600 * second, async () => ((await clockHold(hub)) === null ? run() : null))
  return [
    { ...job('watch the clock', 60 * second, () => clockHold(hub)), atStart: true },
    job('refresh listings', second, () => refreshListings(hub)),
    job('embed cards', 5 * second, () => embedCards(hub)),
    pruning('prune the change log', () => pruneRepoChanges(hub)),
    pruning('prune the outbox', () => pruneEvents(hub)),
    ...(settings.auditDays > 0 ? [pruning('prune the audit log', () => pruneAudit(hub, settings.auditDays))] : []),
    pruning('prune the progress of finished work', () => pruneProgress(hub)),
    job('prune rate limit counters', 3600 * second, () => pruneRateLimits(hub.db)),
    { ...job('delete accounts', 10 * second, (signal) => continueDeletions(hub, signal)), atStart: true },
    pruning('forget former names', () => pruneFormerNames(hub)),
    pruning('prune OAuth sign-ins', () => pruneOAuth(hub)),
    job('flush download counts', 10 * second, () => flushDownloads(hub)),
    job('flush model usage', 10 * second, () => flushUsage(hub)),
    job('roll up download counts', 3600 * second, () => rollDownloads(hub)),
    job('split stored files into chunks', 10 * second, () => chunkStoredFiles(hub)),
    pruning('delete unused chunks', () => sweepXet(hub)),
    job('garbage collection', 600 * second, (signal) => collectWhenDue(hub, signal)),
    job('back up', 600 * second, (signal) => backUpWhenDue(hub, settings.openBackups, signal)),
    job('verify what is stored', 3600 * second, (signal) => verifyWhenDue(hub, signal)),
    pruning('delete expired uploads', () => sweepUploads(hub)),
  ]
}
