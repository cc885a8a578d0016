import { InsufficientQuotaError } from './insufficient-quota-error.ts'
import { fieldOf } from './field-of.ts'

/** What was thrown, as an Error: values that are none are wrapped and keep their fields; a spent quota gets a name of its own. */
export function thrownError(thrown: unknown): Error {
  const error = thrown instanceof Error ? thrown : wrapped(thrown)
  return quotaIsSpent(error) ? new InsufficientQuotaError(error.message, { cause: error }) : error
}

function wrapped(thrown: unknown): Error {
  const message = fieldOf(thrown, 'message')
  // An error of another realm is no instance of this one's Error: its name lies on the prototype.
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

/** `insufficient_quota` as OpenAI-compatible servers say it: in the error itself, or in the `error` of the body. */
function quotaIsSpent(error: Error): boolean {
  return [error, fieldOf(error, 'error'), fieldOf(fieldOf(error, 'body'), 'error')].some(
    (place) => fieldOf(place, 'code') === 'insufficient_quota',
  )
}
