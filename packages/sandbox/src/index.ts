/** Processes that can read only specified folders, with memory and time limits, and pools of them. */
export { type Confinement, confinedCommand } from './confined-command.ts'
export { ConfinedWorker } from './confined-worker.ts'
export { WorkerError, type WorkerFault } from './worker-error.ts'
export { type PooledWorker, WorkerPool } from './worker-pool.ts'
