import { answerFor, type ErrorCode, errorCodes, HubError } from '@portolan/contract'
import { isDamagedObject } from '@portolan/git'
import type { Hub } from '@portolan/hub'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Env } from '../env.ts'
import { speaksOpenAi, toOpenAiError } from './openai-error.ts'
import { loggedPath } from './logged-path.ts'
import { rawPath } from './raw-path.ts'
import { basicChallenge, takesBasic } from './takes-basic.ts'

/** Sentences that published clients search for in the response, in place of the code's own text. */
const clientSentences: Partial<Record<ErrorCode, string>> = {
  // Means a bad token, so it must not appear for any other error.
  'auth.invalid_token': 'Invalid credentials in Authorization header',
  // A message that is not part of the client's own is printed twice.
  'repo.not_found': 'Repository not found',
  'commit.stale_parent': 'The branch was updated since you opened this page. Please refresh and try again.',
}

/** Turns any error thrown by a route into a response: a known code into its JSON, anything else into `internal`. Those that an operator has to act on are logged. */
export function errorResponse(error: Error, c: Context<Env>, hub: Hub): Response {
  const known = error instanceof HubError ? error : fromHono(error)
  // Work that ended because its client has left is no fault.
  const hasLeft = c.req.raw.signal.aborted && error === c.req.raw.signal.reason
  if ((!known && !hasLeft) || known?.code === 'storage.damaged') {
    hub.log.error('a request failed', {
      requestId: c.var.requestId,
      method: c.req.method,
      path: loggedPath(c.req.path),
      error: error.stack ?? String(error),
    })
  }
  const failure = known ?? (isOutOfFiles(error) ? new HubError('storage.unavailable', { retryAfter: 30 }) : new HubError('internal'))
  const isAnonymous = c.var.actor?.kind !== 'user'
  const { status, wire } = answerFor(failure.code, isAnonymous)
  const message = messageOf(failure)
  const commitOid = failure.details['commitOid']
  const retryAfter = failure.details['retryAfter']
  const headers = {
    'Cache-Control': 'no-store',
    'X-Error-Message': headerSafe(message),
    ...(wire === null ? {} : { 'X-Error-Code': wire }),
    ...(typeof commitOid === 'string' ? { 'X-Repo-Commit': commitOid } : {}),
    ...(typeof retryAfter === 'number' ? { 'Retry-After': String(retryAfter) } : {}),
    // Browsers never prompt for a Bearer token, so this only affects programs. Git supports only Basic.
    ...(status === 401 ? { 'WWW-Authenticate': takesBasic(c.req.path) ? basicChallenge : 'Bearer realm="Portolan"' } : {}),
  }
  // Clients parse what is called JSON, and a response to HEAD has no body to parse.
  if (c.req.method === 'HEAD') return c.body(null, status, headers)
  return c.json(
    speaksOpenAi(rawPath(c))
      ? toOpenAiError(message === failure.message ? failure : new HubError(failure.code, { message }), isAnonymous)
      : { error: message, code: failure.code, ...shownDetails(failure), ...(known ? {} : { requestId: c.var.requestId }) },
    status,
    headers,
  )
}

/** What API and git clients are told. A service's own message stays, except about a bad token. */
export function messageOf(error: HubError): string {
  const isOwn = error.message !== errorCodes[error.code] && error.code !== 'auth.invalid_token'
  return isOwn ? error.message : (clientSentences[error.code] ?? error.message)
}

/** Error details that are useful to clients; all others stay in the log. */
function shownDetails(error: HubError): Record<string, unknown> {
  const shown = [
    'field',
    'parameter',
    'path',
    'line',
    'errors',
    'url',
    'slug',
    'known',
    'conflicts',
    'permission',
    'organizations',
    'action',
  ] as const
  return Object.fromEntries(shown.filter((key) => error.details[key] !== undefined).map((key) => [key, error.details[key]]))
}

/** The process has reached the system's limit on open files and connections; some may be free again a moment later. */
function isOutOfFiles(error: Error): boolean {
  return 'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
}

function fromHono(error: Error): HubError | null {
  if (error instanceof HTTPException && error.status < 500)
    return new HubError('body.invalid', { message: error.message || 'The request is malformed' })
  if (isDamagedObject(error)) return new HubError('storage.damaged', {}, { cause: error })
  if (error instanceof SyntaxError && /JSON/.test(error.message))
    return new HubError('body.invalid', { message: 'The body is not valid JSON' })
  return null
}

/** Reduces text to printable ASCII on one line, as headers require. */
export function headerSafe(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 500)
}
