export { pruneProgress, runningProgress } from './list-progress.ts'
export type { Progress } from './progress.ts'
export { type ProgressReport, type ProgressStart, startProgress, withProgress } from './start-progress.ts'
