import { HubError } from '@portolan/contract'
import type { Hub } from '@portolan/hub'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'
import { errorResponse } from '../http/error-response.ts'

/**
 * Replaces the page for an unknown address by a JSON error for callers that do not ask for HTML: a program with a wrong address would
 * otherwise show its user the source of a page.
 */
export function plainNotFound(hub: Hub): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const isPage = c.res.headers.get('content-type')?.startsWith('text/html') === true
    // 405 is the response to a form sent to a page without one.
    if (!isPage || (c.res.status !== 404 && c.res.status !== 405)) return
    if (c.req.header('accept')?.includes('text/html') === true) {
      c.res.headers.append('Vary', 'Accept')
      return
    }
    // A new response takes the headers of the one it replaces, here those of the page.
    c.res = undefined
    c.res = errorResponse(new HubError('route.not_found', { message: 'There is nothing at this address.' }), c, hub)
    c.res.headers.append('Vary', 'Accept')
  }
}
