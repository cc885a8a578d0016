import type { Logger } from '@portolan/hub'
import type { ServerConfig } from '../config/settings.ts'
import { loggedPath } from '../http/logged-path.ts'
import type { EndedRequest, RequestObserver } from '../http/request-watch.ts'

/** Requests of the monitoring itself, which come every few seconds. */
const probes = /^\/(?:api\/health(?:\/live|\/ready)?|metrics)$/

/** Logs requests when they end, and those whose answer began late. `null` when the settings want neither. */
export function accessLog(
  log: Logger,
  { accessLog: wanted, slowRequestMs }: Pick<ServerConfig, 'accessLog' | 'slowRequestMs'>,
): RequestObserver | null {
  if (wanted === 'off' && slowRequestMs === 0) return null
  return {
    ended(request) {
      const isError = request.status >= 500
      const isWanted = wanted === 'all' || (wanted === 'errors' && isError)
      if (isWanted) {
        const level = isError ? 'warn' : probes.test(request.route) ? 'debug' : 'info'
        log[level]('request', fieldsOf(request))
      }
      if (slowRequestMs > 0 && request.waitMs > slowRequestMs && !request.isAborted) {
        log.warn('a request was slow', { ...fieldsOf(request), waitMs: Math.round(request.waitMs) })
      }
    },
  }
}

function fieldsOf(request: EndedRequest): Record<string, unknown> {
  const { id, method, route, path, status, isAborted, milliseconds, received, sent, account, address } = request
  return {
    requestId: id,
    method,
    route,
    path: loggedPath(path),
    status,
    ...(isAborted ? { aborted: true } : {}),
    ms: Math.round(milliseconds * 10) / 10,
    received,
    sent,
    account,
    address,
  }
}
