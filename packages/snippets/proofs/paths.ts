import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** What the proofs fetch, kept for the next time. Not part of the repository. */
export const cacheFolder = process.env['PORTOLAN_PROVE_CACHE'] ?? join(root, '.cache/prove')
/** What was proven, read by the pages; written by `npm run prove -- --record` only, and reviewed. */
export const recordFile = join(import.meta.dirname, '../src/proofs/proofs.json')
/** What e2e/snippets wrote down when it ran code for real. */
export const runsFile = join(import.meta.dirname, '../src/proofs/runs.json')
