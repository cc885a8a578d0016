import type { LiveProgress } from '@portolan/contract'
import type { Selectable } from 'kysely'
import type { ProgressTable } from '../db/schema.ts'

/** A job counts as running as long as it reports at least this often; after that, its process is considered dead. Milliseconds. */
export const silenceMs = 30_000

/** Progress of a long job, as sent to pages. */
export type Progress = LiveProgress

export function toProgress(row: Selectable<ProgressTable>): Progress {
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state === 'done' || row.state === 'failed' ? row.state : 'running',
    done: row.done,
    total: row.total,
    unit: row.unit === 'bytes' || row.unit === 'files' ? row.unit : 'steps',
    message: row.message,
  }
}
