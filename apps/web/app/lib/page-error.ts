import { type ErrorCode, errorStatus } from '@portolan/contract'
import { data } from 'react-router'
import type { FormFailure } from './place-failure.ts'

interface Failure {
  code: ErrorCode
  message: string
  details?: Record<string, unknown>
}

/** A HubError, seen from the other side of the bundle: recognized by its shape, since its class is another copy here. */
export function asFailure(error: unknown): Failure | null {
  if (error instanceof Error && error.name === 'HubError' && 'code' in error) return error as unknown as Failure
  return null
}

/** A page that says what is wrong, to be thrown, with the status that the API has for the code. Without a message the page has its words for the status. */
export function errorPage(code: ErrorCode, message = '') {
  return data({ code, message }, { status: errorStatus[code].status })
}

/** Runs what a loader does, and turns what the hub refuses into a page with the right status. */
export async function orErrorPage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = asFailure(error)
    if (!failure) throw error
    throw errorPage(failure.code, failure.message)
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
