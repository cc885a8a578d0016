import { HubError } from '@portolan/contract'
import type { Upstream } from '@portolan/hub'

/** The way in which a call to an upstream failed. */
export type UpstreamFault =
  /** No connection. */
  | 'unreachable'
  | 'timeout'
  /** The connection ended before the response was complete. */
  | 'broken'
  /** The response does not follow the protocol. */
  | 'garbage'
  /** A response with status 300 or higher. */
  | 'status'

/** A failed call to an upstream. `message` is for the log; callers see {@link callerError}. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly fault: UpstreamFault
  readonly status: number | null
  /** The upstream's error message, for a status between 400 and 499. Not yet sanitized for callers. */
  readonly said: string | null
  readonly retryAfterSeconds: number | null

  constructor(
    fault: UpstreamFault,
    message: string,
    more: { status?: number; said?: string | null; retryAfterSeconds?: number | null; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause })
    this.fault = fault
    this.status = more.status ?? null
    this.said = more.said ?? null
    this.retryAfterSeconds = more.retryAfterSeconds ?? null
  }
}

/** The request itself is at fault, so another upstream would respond the same. */
const faultOfCaller = new Set([400, 409, 413, 415, 422])
const longestMessage = 1_000

export function isFaultOfCaller(error: UpstreamError): boolean {
  return error.status !== null && faultOfCaller.has(error.status)
}

/** The error that the caller may see: no address, no key, and nothing that a failing upstream said. */
export function callerError(upstream: Upstream, error: UpstreamError): HubError {
  const { name } = upstream
  if (isFaultOfCaller(error)) {
    const said = error.said === null ? '' : withoutSecrets(upstream, error.said)
    return new HubError('inference.rejected', { message: said === '' ? `${name} rejected the request` : said }, { cause: error })
  }
  if (error.fault === 'timeout') return new HubError('inference.timeout', { message: `${name} did not respond in time` }, { cause: error })
  if (error.status === 429) {
    const retryAfter = error.retryAfterSeconds ?? undefined
    return new HubError('inference.busy', { message: `${name} is busy; try again later`, retryAfter }, { cause: error })
  }
  return new HubError('inference.failed', { message: `${name} ${reasonOf(error)}` }, { cause: error })
}

function reasonOf({ fault, status }: UpstreamError): string {
  if (status === 401 || status === 403) return 'rejected the API key of this hub'
  if (status === 404) return 'does not have the model'
  if (status !== null) return `responded with status ${status}`
  if (fault === 'unreachable') return 'cannot be reached'
  return fault === 'garbage' ? 'sent an invalid response' : 'ended its response early'
}

/** Removes the upstream's key and address from its own error message. */
export function withoutSecrets(upstream: Upstream, text: string): string {
  const { host, hostname } = new URL(upstream.url)
  const key = upstream.authorization()?.replace(/^\S+ /, '')
  const secrets = [...(key ? [key] : []), upstream.url, host, ...(/[.:]/.test(hostname) || hostname === 'localhost' ? [hostname] : [])]
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text).slice(0, longestMessage)
}
