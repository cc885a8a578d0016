import type { LiveProgress } from '@portolan/contract'
import type { Selectable } from 'kysely'
import type { ProgressTable } from '../db/schema.ts'

/** Work is said to run as long as it reports at least this often; afterwards its process is taken for dead. Milliseconds. */
export const silenceMs = 30_000

/** How far long work is, as pages are told it. */
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
