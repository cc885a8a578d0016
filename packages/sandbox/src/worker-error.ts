/**
 * Why a worker did not do its job: too many jobs waiting, pool closing, timeout, too much memory, process ended.
 * A job's own failures are separate errors.
 */
export type WorkerFault = 'busy' | 'stopped' | 'timeout' | 'out-of-memory' | 'crashed'

/** Thrown by {@link WorkerPool} and {@link ConfinedWorker}. The message is for logs; callers report it to users in their own words. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
  readonly fault: WorkerFault

  constructor(fault: WorkerFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}
