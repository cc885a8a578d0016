import type { Selectable } from 'kysely'
import type { ProgressTable } from '../db/schema.ts'

/** Work is said to run as long as it reports at least this often; afterwards its process is taken for dead. Milliseconds. */
export const silenceMs = 30_000

/** How far long work is. */
export interface Progress {
  readonly id: string
  /** What kind of work, for programs: `engine.load`, `export`. */
  readonly kind: string
  /** What people read: "Loading ada/tides". */
  readonly title: string
  readonly state: 'running' | 'done' | 'failed'
  readonly done: number
  /** `null` when nobody knows. */
  readonly total: number | null
  readonly unit: 'bytes' | 'files' | 'steps'
  /** Why it failed, or what it does just now. */
  readonly message: string | null
}

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
