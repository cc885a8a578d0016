import { type ErrorCode, errorStatus } from '@portolan/contract'
import { data, redirect } from 'react-router'
import { pagePath } from './paths.ts'
import type { FormFailure } from './place-failure.ts'

interface Failure {
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
}

/** Recognizes a HubError thrown outside the bundle by its shape, since the bundle has its own copy of the class. */
export function asFailure(error: unknown): Failure | null {
  if (error instanceof Error && error.name === 'HubError' && 'code' in error) return error as unknown as Failure
  return null
}

/** Creates an error page to throw, with the API's status for the code. Without a message, the page shows its own text for the status. */
export function errorPage(code: ErrorCode, message = '') {
  return data({ code, message }, { status: errorStatus[code].status })
}

/**
 * A redirect to the page that asks people to prove who they are, and leads back.
 * @param status 307 takes a form along, 302 does not
 */
export function confirmFirst(request: Request, action: unknown, status: 302 | 307): Response {
  const to = new URLSearchParams({ to: pagePath(request), ...(typeof action === 'string' ? { action } : {}) })
  return redirect(`/sign-in/confirm?${to.toString()}`, status)
}

/**
 * Runs a loader's work and turns the hub's errors into a page with the right status.
 * @param request of a page that may need a recent proof of identity
 */
export async function orErrorPage<T>(work: () => Promise<T>, request?: Request): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    if (request && failure.code === 'auth.reauthentication_required') throw confirmFirst(request, failure.details?.['action'], 302)
    throw errorPage(failure.code, failure.message)
  }
}

/**
 * Runs an action's work; errors from the hub are returned as messages for the form, with the field they concern if there is one.
 * @param request of an action that may need a recent proof of identity: its form is taken along to the page that asks for one, and sent again after that
 * @throws a redirect to that page
 */
export async function orFormError<T>(work: () => Promise<T>, request?: Request): Promise<T | FormFailure> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    if (request && failure.code === 'auth.reauthentication_required') throw confirmFirst(request, failure.details?.['action'], 307)
    const field = failure.details?.['field']
    return { error: failure.message, field: typeof field === 'string' ? field : null }
  }
}
