/** Processes that may read what they are shown and nothing else, within limits of memory and time, and pools of them. */
export { type Confinement, confinedCommand } from './confined-command.ts'
export { ConfinedWorker } from './confined-worker.ts'
export { WorkerError, type WorkerFault } from './worker-error.ts'
export { type PooledWorker, WorkerPool } from './worker-pool.ts'
