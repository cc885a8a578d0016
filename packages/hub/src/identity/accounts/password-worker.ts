import { scryptSync } from 'node:crypto'
import { serveJobs } from '@portolan/sandbox'
import type { PasswordJob, PasswordJobResult } from './password-job.ts'
import { guessability } from './password-strength.ts'

/* The thread that hashes passwords and judges them, one at a time. */
serveJobs<PasswordJob, PasswordJobResult>((job) => {
  if (job.kind === 'guessability') return guessability(job.password, job.about)
  const { password, salt, keyBytes, cost } = job
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  return scryptSync(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), keyBytes, options).toString('base64url')
})
