import { readFileSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

/** Times that do not depend on the wall clock of this machine. */
export interface Machine {
  /** Since the machine booted, including sleep. Milliseconds. */
  uptimeMs(): number
  /** Changes with each start of the machine. */
  readonly boot: string
  /** The clock of a database on another machine; `null` when there is none. Milliseconds. */
  databaseNow(): Promise<number | null>
}

export function thisMachine(databaseNow: Machine['databaseNow']): Machine {
  return { uptimeMs: () => uptime() * 1_000, boot: bootId(), databaseNow }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}
