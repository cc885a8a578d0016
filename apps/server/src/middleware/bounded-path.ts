import { HubError } from '@portolan/contract'
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../env.ts'

/** A file's path has up to 500 segments, the revision before it up to 125, and a few words come before both. */
const maxSegments = 640

/**
 * Refuses paths with more segments than any address of this hub has. Finding the page for a path takes time in proportion to the square of its segments
 * (React Router looks for the pages of all paths above it, too): seconds for 7,000.
 */
export function boundedPath(): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.path.length > maxSegments && c.req.path.split('/', maxSegments + 2).length > maxSegments + 1)
      throw new HubError('route.not_found')
    await next()
  }
}
