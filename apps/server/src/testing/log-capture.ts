import { levelLogger } from '../log/server-log.ts'

export interface CapturedEntry {
  readonly level: string
  readonly message: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A log that keeps its entries, of every level. */
export function captureLog() {
  const entries: CapturedEntry[] = []
  const log = levelLogger('debug', (level, message, fields) => void entries.push({ level, message, fields }))
  return { log, entries, named: (message: string) => entries.filter((entry) => entry.message === message) }
}
