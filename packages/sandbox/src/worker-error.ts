/**
 * Why a worker did not do its job: too many wait already, the pool is closing, it took too long, it wanted too much memory, its process ended.
 * What a job itself fails with is its own error.
 */
export type WorkerFault = 'busy' | 'stopped' | 'timeout' | 'out-of-memory' | 'crashed'

/** Thrown by {@link WorkerPool} and {@link ConfinedWorker}; its message is for logs, people are told by whoever asked. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
  readonly fault: WorkerFault

  constructor(fault: WorkerFault, message: string = fault) {
    super(message)
    this.fault = fault
  }
}
