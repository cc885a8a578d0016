/** Processes that can read only the files they are given, and threads, both with memory and time limits; pools of both. */
export { type Confinement, confinedCommand } from './confined-command.ts'
export { ConfinedWorker } from './confined-worker.ts'
export { type JobEvent, jobEvents } from './observed-jobs.ts'
export { serveJobs } from './serve-jobs.ts'
export { ThreadJobError, ThreadPool, type ThreadPoolOptions, type ThreadRunOptions } from './thread-pool.ts'
export { lowerThreadPriority } from './thread-priority.ts'
export { WorkerError, type WorkerFault } from './worker-error.ts'
export { type PooledWorker, WorkerPool } from './worker-pool.ts'
