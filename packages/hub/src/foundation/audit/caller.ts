import { AsyncLocalStorage } from 'node:async_hooks'

/** The origin and credentials of a write, as far as the server knows. */
export interface AuditCaller {
  /** Network address. */
  readonly address: string | null
  /** `token` with its name, `session`, or `null` for the command line or the hub itself. */
  readonly via: string | null
  readonly requestId: string | null
}

const none: AuditCaller = { address: null, via: null, requestId: null }
const storage = new AsyncLocalStorage<() => AuditCaller>()

/** Attributes everything that `work` writes to this caller; resolved at the moment of writing, when the caller is known. */
export function asCaller<T>(caller: () => AuditCaller, work: () => T): T {
  return storage.run(caller, work)
}

export function currentCaller(): AuditCaller {
  return storage.getStore()?.() ?? none
}
