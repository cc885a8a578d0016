import { AsyncLocalStorage } from 'node:async_hooks'

/** From where and with what a write came, as far as the server knows. */
export interface AuditCaller {
  /** Network address. */
  readonly address: string | null
  /** `token` with its name, `session`, or `null`: the command line, or the hub by itself. */
  readonly via: string | null
  readonly requestId: string | null
}

const none: AuditCaller = { address: null, via: null, requestId: null }
const storage = new AsyncLocalStorage<() => AuditCaller>()

/** Everything that `work` writes is noted as this caller's; asked at the moment of writing, when it is known who is calling. */
export function asCaller<T>(caller: () => AuditCaller, work: () => T): T {
  return storage.run(caller, work)
}

export function currentCaller(): AuditCaller {
  return storage.getStore()?.() ?? none
}
