import { availableParallelism } from 'node:os'
import { HubError } from '@portolan/contract'
import { ThreadPool, WorkerError } from '@portolan/sandbox'
import type { PasswordJob, PasswordJobResult } from './password-job.ts'

/** A hash takes about 0.1 s of a processor: whoever is last in the line waits three seconds. */
const waiting = 30
/** Of these from one network: a flood leaves room for everybody else. */
const waitingPerNetwork = 5

/*
 * Apart from libuv's pool: hashes there would hold up files, compression and name resolution for everybody.
 */
const pool = new ThreadPool<PasswordJob, PasswordJobResult>({
  module: new URL('./password-worker.ts', import.meta.url),
  name: 'passwords',
  threads: availableParallelism() > 4 ? 2 : 1,
  waiting,
  waitingPerKey: waitingPerNetwork,
  heapMb: 512,
  jobMs: 20_000,
  idleMs: 300_000,
})

/**
 * @param network whose turn it takes
 * @throws {HubError} `auth.rate_limited` when too many wait already
 */
export async function passwordJob(network: string, job: PasswordJob): Promise<PasswordJobResult> {
  try {
    return await pool.run(network, job)
  } catch (error) {
    if (!(error instanceof WorkerError)) throw error
    const message = 'Too many people are signing in or signing up. Try again in a few seconds.'
    throw new HubError('auth.rate_limited', { message, retryAfter: 5 }, { cause: error })
  }
}
