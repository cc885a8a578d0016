import { type ErrorCode, errorStatus } from '@portolan/contract'
import { data } from 'react-router'
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

/** Runs a loader's work and turns the hub's errors into a page with the right status. */
export async function orErrorPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    throw errorPage(failure.code, failure.message)
  }
}

/** Runs an action's work; errors from the hub are returned as messages for the form, with the field they concern if there is one. */
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
