import { availableParallelism } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { HubError } from '@portolan/contract'
import { ThreadPool, WorkerError } from '@portolan/sandbox'
import type { RepoKey } from '../../uid.ts'
import type { DiffJob, DiffJobs, DiffKind, DiffResult } from './diff-job.ts'

const pool = new ThreadPool<DiffJob, DiffResult>({
  module: new URL('./diff-worker.ts', import.meta.url),
  name: 'diffs',
  threads: availableParallelism() > 4 ? 3 : 2,
  waiting: 60,
  waitingPerKey: 20,
  heapMb: 768,
  jobMs: 10_000,
  idleMs: 60_000,
})

/** How long work that has begun to be answered waits for a place in the line, and how often it asks. */
const timeoutMs = 30_000
const askAgainMs = 100

export interface DiffJobOptions {
  /** Aborted when the client has left. */
  readonly signal?: AbortSignal | undefined
  /** Something was answered already: rather wait than fail. */
  readonly isPatient?: boolean
}

/**
 * Compares in a thread. Repos take turns.
 * @throws {HubError} `compare.busy` when too many comparisons wait already, `compare.too_large` when one takes too much time or memory
 * @throws the signal's reason
 */
export async function diffJob<Kind extends DiffKind>(
  { uid }: RepoKey,
  kind: Kind,
  job: DiffJobs[Kind]['job'],
  { signal, isPatient = false }: DiffJobOptions = {},
): Promise<DiffJobs[Kind]['result']> {
  const patientUntil = Date.now() + (isPatient ? timeoutMs : 0)
  for (;;) {
    try {
      return (await pool.run(uid, { kind, ...job } as DiffJob, { signal })) as DiffJobs[Kind]['result']
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      const isBusy = error.fault === 'busy' || error.fault === 'stopped'
      if (!isBusy) throw new HubError('compare.too_large', { message: tooMuch }, { cause: error })
      if (Date.now() >= patientUntil) throw new HubError('compare.busy', { retryAfter: 5 }, { cause: error })
      await setTimeout(askAgainMs, undefined, signal ? { signal } : {})
    }
  }
}

const tooMuch = 'Comparing these contents exceeds the time or memory limit.'
