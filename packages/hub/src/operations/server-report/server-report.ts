import { type Actor, requireHubAdmin } from '../../foundation/actor/index.ts'
import type { JobStatus } from '../../foundation/schedule/index.ts'
import type { Hub } from '../../hub.ts'
import { hubState } from '../../hub-state.ts'

/** A setting of this server as it is in force. */
export interface SettingInForce {
  readonly variable: string
  readonly about: string
  /** As text; `null` for a secret, which nobody is shown. */
  readonly value: string | null
  readonly isSet: boolean
  readonly isSecret: boolean
  readonly fallback: string
  /** Where the value came from. */
  readonly source: 'environment' | 'file' | 'default'
}

/** What only the server process knows about itself. */
export interface ServerReport {
  readonly version: string
  readonly startedAt: Date
  readonly settings: readonly SettingInForce[]
  /** By name: `ok` or what is wrong. */
  health(): Promise<{ readonly status: string; readonly checks: Readonly<Record<string, string>> }>
  jobs(): readonly JobStatus[]
}

const slot = hubState('server-report', (): { report: ServerReport | null } => ({ report: null }))

/** Lets administrators see what the server reports about itself. */
export function setServerReport(hub: Hub, report: ServerReport): void {
  slot(hub).report = report
}

/** `null` where no server runs, such as on the command line. @throws {HubError} `auth.required`, `auth.forbidden` */
export function serverReport(hub: Hub, actor: Actor): ServerReport | null {
  requireHubAdmin(actor)
  return slot(hub).report
}
