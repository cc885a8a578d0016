import { data } from 'react-router'
import type { FormFailure } from './place-failure.ts'

interface Failure {
  code: string
  message: string
  details?: Record<string, unknown>
}

/** A HubError, seen from the other side of the bundle: recognised by its shape, since its class is another copy here. */
export function asFailure(error: unknown): Failure | null {
  if (error instanceof Error && error.name === 'HubError' && 'code' in error) return error as unknown as Failure
  return null
}

const missing = new Set([
  'repo.not_found',
  'account.not_found',
  'revision.not_found',
  'entry.not_found',
  'route.not_found',
  'token.not_found',
  'discussion.not_found',
  'webhook.not_found',
  'oauth.app_not_found',
])
const refused = new Set([
  'auth.forbidden',
  'auth.missing_permission',
  'auth.read_only_token',
  'repo.gated',
  'repo.disabled',
  'auth.csrf',
  'auth.sign_up_closed',
])

/** Runs what a loader does, and turns what the hub refuses into a page with the right status. */
export async function orErrorPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    const status = missing.has(failure.code) ? 404 : failure.code === 'auth.required' ? 401 : refused.has(failure.code) ? 403 : 400
    throw data({ code: failure.code, message: failure.message }, { status })
  }
}

/** Runs what an action does; what the hub refuses comes back as a message for the form, at its field when it has one. */
export async function orFormError<T>(work: () => Promise<T>): Promise<T | FormFailure> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    const field = failure.details?.['field']
    return { error: failure.message, field: typeof field === 'string' ? field : null }
  }
}
