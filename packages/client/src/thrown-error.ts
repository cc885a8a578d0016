import { InsufficientQuotaError } from './insufficient-quota-error.ts'
import { fieldOf } from './field-of.ts'

/** The thrown value as an Error: other values are wrapped and keep their fields; a spent quota becomes an {@link InsufficientQuotaError}. */
export function thrownError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : wrapped(thrown)
  return quotaIsSpent(error) ? new InsufficientQuotaError(error.message, { cause: error }) : error
}

function wrapped(thrown: unknown): Error {
  const message = fieldOf(thrown, 'message')
  // An error from another realm is not an instance of this realm's Error: its name is on the prototype.
  const name = fieldOf(thrown, 'name')
  const Kind = name === 'TypeError' ? TypeError : Error
  const error = new Kind(typeof message === 'string' ? message : text(thrown), { cause: thrown })
  if (typeof thrown === 'object' && thrown !== null) {
    const { message: _said, stack: _stack, cause: _cause, ...fields } = thrown as Record<string, unknown>
    Object.assign(error, fields)
  }
  if (typeof name === 'string' && name !== '') error.name = name
  return error
}

function text(thrown: unknown): string {
  try {
    return typeof thrown === 'object' && thrown !== null ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return Object.prototype.toString.call(thrown)
  }
}

/** `insufficient_quota` as OpenAI-compatible servers report it: on the error itself, or in the body's `error`. */
function quotaIsSpent(error: Error): boolean {
  return [error, fieldOf(error, 'error'), fieldOf(fieldOf(error, 'body'), 'error')].some(
    (place) => fieldOf(place, 'code') === 'insufficient_quota',
  )
}
