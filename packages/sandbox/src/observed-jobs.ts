import { channel } from 'node:diagnostics_channel'

/** A job of a pool of threads or processes: waiting, running, or ended. */
export interface JobEvent {
  /** The same object in every event of a job. */
  readonly job: object
  readonly pool: string
  readonly kind: 'wait' | 'run' | 'done' | 'failed' | 'refused'
}

/** Messages are {@link JobEvent}: `wait`, then `run` or `refused`, then `done` or `failed`. Costs nothing while nobody listens. */
export const jobEvents = channel('portolan:job')

/** Announces one job of a pool. */
export function announceJob(pool: string): (kind: JobEvent['kind']) => void {
  if (!jobEvents.hasSubscribers) return () => {}
  const job = {}
  return (kind) => jobEvents.publish({ job, pool, kind } satisfies JobEvent)
}
