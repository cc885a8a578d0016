import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Cache for downloads of the proofs. Not part of the repository. */
export const cacheFolder = process.env['PORTOLAN_PROVE_CACHE'] ?? join(root, '.cache/prove')
/** The proof record shown on the pages; written only by `npm run prove -- --record`, and reviewed. */
export const recordFile = join(import.meta.dirname, '../src/proofs/proofs.json')
/** The runs recorded by e2e/snippets when it ran code for real. */
export const runsFile = join(import.meta.dirname, '../src/proofs/runs.json')
