import { serveJobs } from '@portolan/sandbox'
import { type DiffJob, type DiffResult, doDiffJob } from './diff-job.ts'

/* The thread that compares contents. */
serveJobs<DiffJob, DiffResult>(doDiffJob, (result) => (result !== null && 'bytes' in result ? [result.bytes.buffer] : []))
