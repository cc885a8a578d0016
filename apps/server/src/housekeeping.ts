import {
  chunkStoredFiles,
  collectWhenDue,
  embedCards,
  flushDownloads,
  flushUsage,
  type Hub,
  pruneAudit,
  pruneEvents,
  pruneOAuth,
  pruneProgress,
  pruneRepoChanges,
  refreshListings,
  rollDownloads,
  sweepUploads,
  sweepXet,
} from '@portolan/hub'

const second = 1000

/** What the hub does by itself from time to time. @returns a function that stops it and writes what is still in memory */
export function startHousekeeping(hub: Hub, settings: { auditDays: number }): () => Promise<void> {
  const run = (name: string, work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => hub.log.error('housekeeping failed', { name, error: String(error) }))
  }
  const timers = [
    setInterval(
      run('refresh listings', () => refreshListings(hub)),
      second,
    ),
    setInterval(
      run('embed cards', () => embedCards(hub)),
      5 * second,
    ),
    setInterval(
      run('prune the log of changes', () => pruneRepoChanges(hub)),
      3600 * second,
    ),
    setInterval(
      run('prune the outbox', () => pruneEvents(hub)),
      3600 * second,
    ),
    setInterval(
      run('prune the audit log', async () => settings.auditDays > 0 && pruneAudit(hub, settings.auditDays)),
      3600 * second,
    ),
    setInterval(
      run('prune the progress of ended work', () => pruneProgress(hub)),
      3600 * second,
    ),
    setInterval(
      run('prune sign-ins of applications', () => pruneOAuth(hub)),
      3600 * second,
    ),
    setInterval(
      run('flush downloads', () => flushDownloads(hub)),
      10 * second,
    ),
    setInterval(
      run('flush the usage of models', () => flushUsage(hub)),
      10 * second,
    ),
    setInterval(
      run('roll downloads', () => rollDownloads(hub)),
      3600 * second,
    ),
    setInterval(
      run('cut stored files into chunks', () => chunkStoredFiles(hub)),
      10 * second,
    ),
    setInterval(
      run('forget unused chunks', () => sweepXet(hub)),
      3600 * second,
    ),
    setInterval(
      run('collect what nothing needs', () => collectWhenDue(hub)),
      600 * second,
    ),
    setInterval(
      run('sweep uploads', () => sweepUploads(hub)),
      3600 * second,
    ),
  ]
  for (const timer of timers) timer.unref()
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await flushDownloads(hub)
    await flushUsage(hub)
  }
}
