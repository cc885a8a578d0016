import { fieldOf } from './field-of.ts'
import { InsufficientQuotaError } from './insufficient-quota-error.ts'

/** The caller's own fault, or something a person has to fix: the same request gets the same answer. 408, 429 and 5xx are not included. */
const finalStatuses: ReadonlySet<unknown> = new Set([400, 401, 402, 403, 404, 405, 406, 407, 409])

/**
 * Whether the same call may succeed later. Among TypeErrors, only network failures may; p-retry recognizes those itself before it calls this.
 */
export function mayRetry(error: Error): boolean {
  if (error instanceof InsufficientQuotaError || error.name === 'AbortError') return false
  if (error.message.startsWith('Cancel') || error.message.startsWith('AbortError')) return false
  if (fieldOf(error, 'code') === 'ECONNABORTED') return false
  return !finalStatuses.has(statusOf(error))
}

/** Clients that wrap a response keep the status there, others put it on the error itself. */
function statusOf(error: Error): unknown {
  return fieldOf(fieldOf(error, 'response'), 'status') ?? fieldOf(error, 'status')
}
