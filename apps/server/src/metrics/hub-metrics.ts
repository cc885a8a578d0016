import {
  cacheReports,
  type Hub,
  isResting,
  listUpstreams,
  localEngine,
  mailFigures,
  readHubFigures,
  routeHealth,
  type Scheduler,
  webhookOutcomes,
} from '@portolan/hub'
import type { Registry } from 'prom-client'
import type { LiveStreams } from '../live/live-streams.ts'
import { versionOfHub } from '../server-report.ts'
import { collectedCounters, collectedGauges } from './collected-metrics.ts'

/** Figures that require counting table rows are cached for this long: a scrape must not cost more than a page. Milliseconds. */
const figuresMs = 30_000

/** Metrics of the hub other than requests: storage, jobs, queues, caches, open streams. Collected on each scrape. */
export function hubMetrics(
  registry: Registry,
  {
    hub,
    scheduler,
    live,
    droppedSpans,
  }: { hub: Hub; scheduler: () => Scheduler | null; live: LiveStreams; droppedSpans: () => number | null },
): void {
  const gauge = collectedGauges(registry)
  const counter = collectedCounters(registry)
  const version = versionOfHub()
  gauge('portolan_build_info', 'Always 1: the version that runs is its label.', ['version'], (g) => g.set({ version }, 1))
  let known: { at: number; figures: ReturnType<typeof readHubFigures> } | null = null
  const figures = () => {
    if (known === null || performance.now() - known.at > figuresMs) {
      known = { at: performance.now(), figures: readHubFigures(hub) }
      // Do not cache a failure; the next scrape queries again.
      known.figures.catch(() => (known = null))
    }
    return known.figures
  }
  gauge('portolan_repos', 'Repositories, by type.', ['type'], async (g) => {
    for (const [type, n] of Object.entries((await figures()).repos)) g.set({ type }, n)
  })
  gauge('portolan_accounts', 'Accounts that are not suspended, by kind.', ['kind'], async (g) => {
    for (const [kind, n] of Object.entries((await figures()).accounts)) g.set({ kind }, n)
  })
  gauge(
    'portolan_storage_used_bytes',
    'Bytes stored by repositories: large files, counted once per repository, and git objects.',
    ['kind'],
    async (g) => {
      const { largeBytes, gitBytes } = await figures()
      g.set({ kind: 'large_files' }, largeBytes)
      g.set({ kind: 'git_objects' }, gitBytes)
    },
  )
  gauge('portolan_storage_free_bytes', 'Bytes of free storage; absent if the store has no limit.', [], async (g) => {
    const free = await hub.blobs.freeBytes()
    if (free !== null) g.set(free)
  })
  gauge('portolan_webhook_deliveries', 'Webhook deliveries waiting to be sent.', [], async (g) =>
    g.set((await figures()).pendingDeliveries),
  )
  counter('portolan_webhook_attempts_total', 'Attempts to send webhook deliveries by this process, by outcome.', ['outcome'], (set) => {
    for (const [outcome, n] of Object.entries(webhookOutcomes(hub))) set(n, { outcome })
  })
  if (hub.config.sendsMail) {
    gauge('portolan_mails_waiting', 'Mails waiting to be sent.', [], async (g) => g.set((await mailFigures(hub)).waiting))
    counter('portolan_mails_sent_total', 'Mails sent by this process.', [], async (set) => set((await mailFigures(hub)).sent))
    counter('portolan_mails_failed_total', 'Mails given up by this process.', [], async (set) => set((await mailFigures(hub)).failed))
  }
  gauge('portolan_gc_last_run_timestamp_seconds', 'Time when garbage collection last finished.', [], async (g) => {
    const { gc } = await figures()
    if (gc !== null) g.set(gc.endedAt / 1000)
  })
  gauge('portolan_gc_last_freed_bytes', 'Bytes freed by the last garbage collection.', [], async (g) => {
    const { gc } = await figures()
    if (gc !== null) g.set(gc.freedBytes)
  })
  gauge('portolan_backup_last_success_timestamp_seconds', 'When the last successful backup was begun.', [], async (g) => {
    const { backup } = await figures()
    if (backup !== null) g.set(backup.startedAt / 1000)
  })
  gauge('portolan_backup_last_success_age_seconds', 'How long ago the last successful backup was begun.', [], async (g) => {
    const { backup } = await figures()
    if (backup !== null) g.set((hub.now().getTime() - backup.startedAt) / 1000)
  })
  gauge('portolan_backup_last_bytes', 'Size of the last successful backup, with the large files that it references.', [], async (g) => {
    const { backup } = await figures()
    if (backup !== null) g.set(backup.bytes)
  })
  gauge('portolan_backup_failed', 'Whether the last backup that ended failed: 1 or 0.', [], async (g) =>
    g.set((await figures()).hasBackupFailed ? 1 : 0),
  )
  gauge('portolan_rehearsal_last_success_timestamp_seconds', 'When a restore was last rehearsed successfully.', [], async (g) => {
    const { rehearsedAt } = await figures()
    if (rehearsedAt !== null) g.set(rehearsedAt / 1000)
  })
  gauge('portolan_storage_damages', 'Damages that scheduled verification has found and that are still there.', [], async (g) =>
    g.set((await figures()).damages),
  )
  gauge('portolan_verify_round_ratio', 'How much of its round scheduled verification has done: 0 to 1.', [], async (g) => {
    const { verification } = await figures()
    if (verification !== null) g.set(verification.share)
  })
  gauge('portolan_verify_last_round_timestamp_seconds', 'When scheduled verification last completed a round.', [], async (g) => {
    const { verification } = await figures()
    if (verification !== null && verification.endedAt !== null) g.set(verification.endedAt / 1000)
  })
  gauge('portolan_live_streams', 'Open event streams from pages.', [], (g) => g.set(live.open))
  counter(
    'portolan_trace_spans_dropped_total',
    'Spans dropped because the collector did not take them; absent without traces.',
    [],
    (set) => {
      const dropped = droppedSpans()
      if (dropped !== null) set(dropped)
    },
  )
  gauge('portolan_upstream_resting', 'Whether calls avoid an upstream of models because it failed: 1 or 0.', ['upstream'], (g) => {
    for (const { name } of listUpstreams(hub)) g.set({ upstream: name }, isResting(hub, routeHealth(hub, name, '')) ? 1 : 0)
  })
  const loaded = () => {
    const engine = localEngine(hub)
    return engine === null || engine.unavailable !== null ? null : engine.status().loaded
  }
  gauge('portolan_engine_loaded_models', 'Models that the local engine has in memory; absent without it.', [], (g) => {
    const models = loaded()
    if (models !== null) g.set(models.length)
  })
  gauge('portolan_engine_loaded_bytes', 'Memory of the models that the local engine has loaded; absent without it.', [], (g) => {
    const models = loaded()
    if (models !== null) g.set(models.reduce((sum, { megabytes }) => sum + megabytes, 0) * 1024 ** 2)
  })
  const jobs = () => scheduler()?.jobs ?? []
  counter('portolan_job_runs_total', 'Completed runs, by job.', ['job'], (set) => {
    for (const { name, runs } of jobs()) set(runs, { job: name })
  })
  counter('portolan_job_failures_total', 'Failed runs, by job.', ['job'], (set) => {
    for (const { name, failures } of jobs()) set(failures, { job: name })
  })
  counter('portolan_job_skipped_total', 'Runs skipped because the previous run was still in progress, by job.', ['job'], (set) => {
    for (const { name, skipped } of jobs()) set(skipped, { job: name })
  })
  gauge('portolan_job_last_duration_seconds', 'Duration of the last run, by job.', ['job'], (g) => {
    for (const { name, durationMs } of jobs()) if (durationMs !== null) g.set({ job: name }, durationMs / 1000)
  })
  gauge('portolan_cache_entries', 'Entries in memory, by cache.', ['cache'], (g) => {
    for (const { name, entries } of cacheReports(hub)) g.set({ cache: name }, entries)
  })
  counter('portolan_cache_hits_total', 'Cache hits, by cache.', ['cache'], (set) => {
    for (const { name, hits } of cacheReports(hub)) set(hits, { cache: name })
  })
  counter('portolan_cache_misses_total', 'Cache misses, by cache.', ['cache'], (set) => {
    for (const { name, misses } of cacheReports(hub)) set(misses, { cache: name })
  })
}
