import { answerFor, type HubError } from '@portolan/contract'

/** An error in the format of OpenAI's API. */
export interface OpenAiError {
  readonly error: { readonly message: string; readonly type: string; readonly param: string | null; readonly code: string }
}

/** The codes that OpenAI clients act on; all others are our own. */
const theirCodes: Partial<Record<string, string>> = {
  'inference.quota_exceeded': 'insufficient_quota',
  'repo.not_found': 'model_not_found',
}

export function toOpenAiError(error: HubError, isAnonymous: boolean): OpenAiError {
  const { status } = answerFor(error.code, isAnonymous)
  const field = error.details['field']
  const code = theirCodes[error.code] ?? error.code
  return {
    error: { message: error.message, type: typeOf(code, status), param: typeof field === 'string' && field !== '' ? field : null, code },
  }
}

function typeOf(code: string, status: number): string {
  if (code === 'insufficient_quota') return code
  if (status === 401) return 'authentication_error'
  if (status === 403) return 'permission_error'
  if (status === 404) return 'not_found_error'
  if (status === 429) return 'rate_limit_error'
  return status < 500 ? 'invalid_request_error' : 'server_error'
}

/** Whether callers of this path use OpenAI's protocol. */
export function speaksOpenAi(path: string): boolean {
  return /^\/v1(?:\/|$)|^\/hf-inference\/models\/[^/]+\/[^/]+\/v1\//.test(path)
}

/** An error event for a stream that has already started. */
export function errorEvent(error: HubError): string {
  return `data: ${JSON.stringify(toOpenAiError(error, false))}\n\n`
}
